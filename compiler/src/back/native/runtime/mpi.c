/* Transport over MPI: a device is a rank of MPI_COMM_WORLD, a table of groups one communicator in each rank.
 *
 * Invariants: every communicator is made before the program runs, by all ranks in the order of the tables; no count that
 * MPI gets exceeds an int; nothing waits for a rank that failed: faults that all agree on end every rank by itself, any
 * other ends all by MPI_Abort.
 */
#include "shardwright.h"

#include <mpi.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Most bytes that are one count. */
#ifndef SW_LARGEST
#define SW_LARGEST ((size_t)1 << 30)
#endif

static int self, world;
/* Of a pipeline: the devices of this rank, and the place among them. */
static MPI_Comm stage;
static int32_t device;
static MPI_Comm *groups;
static int32_t *sizes, *places;

/* A number of bytes as MPI counts them. */
typedef struct {
    int count;
    MPI_Datatype type;
} span;

static span span_of(size_t bytes) {
    if (bytes <= SW_LARGEST) return (span){(int)bytes, MPI_BYTE};
    size_t blocks = bytes / SW_LARGEST, rest = bytes % SW_LARGEST;
    if (blocks > SW_LARGEST) sw_abort("%zu bytes are too many for one message", bytes);
    MPI_Datatype block, all;
    MPI_Type_contiguous((int)SW_LARGEST, MPI_BYTE, &block);
    int counts[2] = {(int)blocks, (int)rest};
    MPI_Aint starts[2] = {0, (MPI_Aint)(blocks * SW_LARGEST)};
    MPI_Datatype types[2] = {block, MPI_BYTE};
    MPI_Type_create_struct(2, counts, starts, types, &all);
    MPI_Type_commit(&all);
    MPI_Type_free(&block);
    return (span){1, all};
}
static void end_span(span *span) {
    if (span->type != MPI_BYTE) MPI_Type_free(&span->type);
}

static void on_signal(int number) {
    char line[96];
    const char *what = number == SIGSEGV ? "reads or writes memory that is not its own"
                       : number == SIGBUS ? "reads a file that became shorter"
                       : number == SIGFPE ? "divides an integer by zero"
                                          : "met an instruction that this processor does not know";
    int length = snprintf(line, sizeof line, "shardwright: rank %d: the program %s\n", self, what);
    if (length > 0 && write(2, line, (size_t)length) < 0) _exit(1);
    MPI_Abort(MPI_COMM_WORLD, 1);
    _exit(1);
}

void sw_start(int *argc, char ***argv, int32_t *rank, int32_t *ranks) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], on_signal);
    *rank = self;
    *ranks = world;
}

_Noreturn void sw_finish(int status) {
    MPI_Finalize();
    exit(status);
}

_Noreturn void sw_abort(const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    fprintf(stderr, "shardwright: rank %d: %s\n", self, message);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

const char *sw_library(void) {
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(text, &length);
    /* The first line names it. */
    for (int i = 0; i < length; i++)
        if (text[i] == '\n') text[i] = 0;
    return text;
}

void sw_join_groups(const sw_program *program, int32_t rank, int32_t position) {
    int32_t joined = program->group_count;
    size_t count = (size_t)joined + 1;
    MPI_Comm_split(MPI_COMM_WORLD, rank, position, &stage);
    device = position;
    groups = calloc(count, sizeof *groups);
    sizes = calloc(count, sizeof *sizes);
    places = calloc(count, sizeof *places);
    if (!groups || !sizes || !places) sw_abort("no memory for %d tables of groups", (int)joined);
    for (int32_t table = 0; table < joined; table++) {
        const sw_table *rows = &program->groups[table];
        int row = MPI_UNDEFINED;
        places[table] = -1;
        for (int32_t index = 0; index < rows->count * rows->width; index++)
            if (rows->ids[index] == device) {
                row = index / rows->width;
                places[table] = index % rows->width;
            }
        MPI_Comm_split(stage, row, places[table] < 0 ? 0 : places[table], &groups[table]);
        if (groups[table] != MPI_COMM_NULL) {
            int size;
            MPI_Comm_size(groups[table], &size);
            sizes[table] = size;
        }
    }
    groups[joined] = stage;
    places[joined] = device;
    int size;
    MPI_Comm_size(stage, &size);
    sizes[joined] = size;
}

int32_t sw_device_id(void) { return device; }
int32_t sw_members(int32_t group) { return sizes[group]; }
int32_t sw_place(int32_t group) { return places[group]; }

void sw_exchange_all(int32_t group, const void *mine, void *all, size_t each) {
    span span = span_of(each);
    MPI_Allgather(mine, span.count, span.type, all, span.count, span.type, groups[group]);
    end_span(&span);
}

void sw_exchange_parts(int32_t group, const void *parts, void *got, size_t each) {
    span span = span_of(each);
    MPI_Alltoall(parts, span.count, span.type, got, span.count, span.type, groups[group]);
    end_span(&span);
}

void sw_exchange_first(int32_t group, void *bytes, size_t size) {
    span span = span_of(size);
    MPI_Bcast(bytes, span.count, span.type, 0, groups[group]);
    end_span(&span);
}

void sw_exchange_pairs(int32_t to, const void *sent, int32_t from, void *got, size_t size) {
    span span = span_of(size);
    MPI_Sendrecv(sent, span.count, span.type, to < 0 ? MPI_PROC_NULL : to, 0, got, span.count, span.type,
                 from < 0 ? MPI_PROC_NULL : from, 0, stage, MPI_STATUS_IGNORE);
    end_span(&span);
}

void sw_send(int32_t rank, const void *bytes, size_t size) {
    span span = span_of(size);
    MPI_Send(bytes, span.count, span.type, rank, 1, MPI_COMM_WORLD);
    end_span(&span);
}

void sw_receive(int32_t rank, void *bytes, size_t size) {
    span span = span_of(size);
    MPI_Recv(bytes, span.count, span.type, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    end_span(&span);
}

/* Requests that are under way; a place is used again once it is awaited. */
static MPI_Request *requests;
static int32_t request_room;

static int32_t free_request(void) {
    for (int32_t i = 0; i < request_room; i++)
        if (requests[i] == MPI_REQUEST_NULL) return i;
    int32_t first = request_room;
    request_room = request_room ? 2 * request_room : 16;
    requests = realloc(requests, (size_t)request_room * sizeof *requests);
    if (!requests) sw_abort("no memory for %d requests", (int)request_room);
    for (int32_t i = first; i < request_room; i++) requests[i] = MPI_REQUEST_NULL;
    return first;
}

/* Tags up to 32767 are allowed everywhere; 0 and 1 are other messages'. */
static int tag_of(int32_t tag) { return 2 + tag % 32000; }

int32_t sw_post_send(int32_t rank, int32_t tag, const void *bytes, size_t size) {
    int32_t request = free_request();
    span span = span_of(size);
    MPI_Isend(bytes, span.count, span.type, rank, tag_of(tag), MPI_COMM_WORLD, &requests[request]);
    end_span(&span);
    return request;
}

int32_t sw_post_receive(int32_t rank, int32_t tag, void *bytes, size_t size) {
    int32_t request = free_request();
    span span = span_of(size);
    MPI_Irecv(bytes, span.count, span.type, rank, tag_of(tag), MPI_COMM_WORLD, &requests[request]);
    end_span(&span);
    return request;
}

int sw_is_done(int32_t request) {
    int done;
    MPI_Test(&requests[request], &done, MPI_STATUS_IGNORE);
    return done;
}

void sw_await(int32_t request) { MPI_Wait(&requests[request], MPI_STATUS_IGNORE); }

void sw_wait_for_all(void) { MPI_Barrier(MPI_COMM_WORLD); }

int sw_agree(const char *complaint) {
    int mine = complaint[0] ? self : world, first;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == world) return 1;
    /* One rank speaks for all. */
    if (self == first) {
        fprintf(stderr, "shardwright: rank %d: %s\n", self, complaint);
        fflush(stderr);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
