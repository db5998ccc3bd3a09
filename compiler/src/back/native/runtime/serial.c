/* Transport of one device: nothing is sent anywhere.
 *
 * Invariant: every group has this device as its only member, or not.
 */
#include "shardwright.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const sw_program *joined;

void sw_start(int *argc, char ***argv, int32_t *rank, int32_t *ranks) {
    (void)argc, (void)argv;
    *rank = 0;
    *ranks = 1;
}
_Noreturn void sw_finish(int status) { exit(status); }
_Noreturn void sw_abort(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("shardwright: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}
const char *sw_library(void) { return "no MPI: one device"; }
void sw_join_groups(const sw_program *program, int32_t rank, int32_t position) {
    (void)rank, (void)position;
    joined = program;
}
int32_t sw_device_id(void) { return 0; }
int32_t sw_members(int32_t group) { return sw_place(group) < 0 ? 0 : 1; }
int32_t sw_place(int32_t group) {
    if (group == joined->group_count) return 0;
    const sw_table *rows = &joined->groups[group];
    for (int32_t index = 0; index < rows->count * rows->width; index++)
        if (rows->ids[index] == 0) return 0;
    return -1;
}
void sw_exchange_all(int32_t group, const void *mine, void *all, size_t each) {
    (void)group;
    memcpy(all, mine, each);
}
void sw_exchange_parts(int32_t group, const void *parts, void *got, size_t each) {
    (void)group;
    memcpy(got, parts, each);
}
void sw_exchange_first(int32_t group, void *bytes, size_t size) { (void)group, (void)bytes, (void)size; }
void sw_exchange_pairs(int32_t to, const void *sent, int32_t from, void *got, size_t size) {
    if (to == 0 && from == 0) memcpy(got, sent, size);
}
void sw_send(int32_t rank, const void *bytes, size_t size) {
    (void)bytes, (void)size;
    sw_abort("there is no rank %d to send to", (int)rank);
}
void sw_receive(int32_t rank, void *bytes, size_t size) {
    (void)bytes, (void)size;
    sw_abort("there is no rank %d to receive from", (int)rank);
}
int32_t sw_post_send(int32_t rank, int32_t tag, const void *bytes, size_t size) {
    (void)tag;
    sw_send(rank, bytes, size);
    return 0;
}
int32_t sw_post_receive(int32_t rank, int32_t tag, void *bytes, size_t size) {
    (void)tag;
    sw_receive(rank, bytes, size);
    return 0;
}
int sw_is_done(int32_t request) {
    (void)request;
    return 1;
}
void sw_await(int32_t request) { (void)request; }
void sw_wait_for_all(void) {}
int sw_agree(const char *complaint) {
    if (!complaint[0]) return 1;
    fprintf(stderr, "shardwright: %s\n", complaint);
    return 0;
}
