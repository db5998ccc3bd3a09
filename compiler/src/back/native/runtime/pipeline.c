/* A program in pieces that a schedule runs: each device does the steps of its rank in order.
 *
 * Values stand in slots, each the shard of one device. Invariants: nothing is decided here, all steps are in the tables,
 * and every device of a rank does the same ones; only a receive is waited for, what is sent is kept until it has gone; a
 * slot's bytes are let go by the step that says so.
 */
#include "shardwright.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned char *bytes;
    /* A receive that is on its way. */
    int32_t receiving;
    /* Sends that read the bytes. */
    int32_t *sending, sends, room;
} slot;

static const sw_pipeline *pipeline;
static const sw_rank *self;
static slot *slots;
static int32_t position;

static size_t slot_bytes(int32_t at) {
    const sw_port *port = self->ports[at];
    return (size_t)sw_count(port->local, port->rank) * sw_width(port->element);
}

/* Bytes that were let go while they are still sent. Nobody waits for them before the last step: the rank that they go to
 * may itself be about to send. */
typedef struct {
    unsigned char *bytes;
    int32_t *sending, sends;
} parting;
static parting *partings;
static int32_t parting_count, parting_room;

/* Frees what has gone; `last`: waits for all. */
static void part(int last) {
    int32_t kept = 0;
    for (int32_t i = 0; i < parting_count; i++) {
        parting *one = &partings[i];
        while (one->sends > 0 && (last ? (sw_await(one->sending[one->sends - 1]), 1) : sw_is_done(one->sending[one->sends - 1]))) one->sends--;
        if (one->sends > 0) {
            partings[kept++] = *one;
            continue;
        }
        free(one->bytes);
        free(one->sending);
    }
    parting_count = kept;
}

static void let_go(int32_t at) {
    slot *slot = &slots[at];
    if (slot->receiving >= 0) sw_await(slot->receiving);
    slot->receiving = -1;
    if (slot->sends == 0) {
        free(slot->bytes);
    } else {
        if (parting_count == parting_room) {
            parting_room = parting_room ? 2 * parting_room : 16;
            partings = realloc(partings, (size_t)parting_room * sizeof *partings);
            if (!partings) sw_abort("no memory for a send");
        }
        partings[parting_count++] = (parting){slot->bytes, slot->sending, slot->sends};
        slot->sending = NULL;
        slot->sends = slot->room = 0;
        part(0);
    }
    slot->bytes = NULL;
}

static unsigned char *take(int32_t at) {
    let_go(at);
    size_t size = slot_bytes(at);
    slots[at].bytes = aligned_alloc(64, (size + 63) / 64 * 64 + 64);
    if (!slots[at].bytes) sw_abort("no memory for `%s` of %zu bytes", self->ports[at]->name, size);
    return slots[at].bytes;
}

static void run(const int32_t *step) {
    const sw_piece *piece = &pipeline->pieces[step[1]];
    int32_t inputs = piece->input_count, count = inputs + piece->output_count;
    void **pointers = calloc((size_t)count + 1, sizeof *pointers);
    if (!pointers) sw_abort("no memory for a piece");
    for (int32_t i = 0; i < count; i++) pointers[i] = i < inputs ? slots[step[2 + i]].bytes : take(step[2 + i]);
    piece->call(pointers, pointers + inputs);
    free(pointers);
}

/* The shard that another layout of the same tensor has here: all shards of the rank are put together and cut anew. */
static void fit(int32_t to, int32_t from) {
    const sw_port *had = self->ports[from], *wanted = self->ports[to];
    size_t each = slot_bytes(from), whole = (size_t)sw_count(had->shape, had->rank) * sw_width(had->element);
    unsigned char *made = take(to), *all = malloc(each * (size_t)pipeline->width + 1), *global = malloc(whole + 1);
    if (!all || !global) sw_abort("no memory to cut `%s` anew", had->name);
    sw_exchange_all(sw_the_program.group_count, slots[from].bytes, all, each);
    for (int32_t device = 0; device < pipeline->width; device++) sw_paste(had, device, all + (size_t)device * each, global);
    sw_cut(wanted, position, global, made);
    free(all);
    free(global);
}

static void send(int32_t at, int32_t rank, int32_t tag) {
    slot *slot = &slots[at];
    if (slot->sends == slot->room) {
        slot->room = slot->room ? 2 * slot->room : 4;
        slot->sending = realloc(slot->sending, (size_t)slot->room * sizeof *slot->sending);
        if (!slot->sending) sw_abort("no memory for a send");
    }
    int32_t device = pipeline->devices[rank * pipeline->width + position];
    slot->sending[slot->sends++] = sw_post_send(device, tag, slot->bytes, slot_bytes(at));
}

void sw_run_pipeline(void) {
    for (const int32_t *step = self->steps; step < self->steps + self->step_numbers;) {
        switch (step[0]) {
        case SW_RUN:
            run(step);
            step += 2 + pipeline->pieces[step[1]].input_count + pipeline->pieces[step[1]].output_count;
            break;
        case SW_SEND:
            send(step[1], step[2], step[3]);
            step += 4;
            break;
        case SW_POST: {
            unsigned char *bytes = take(step[1]);
            int32_t device = pipeline->devices[step[2] * pipeline->width + position];
            slots[step[1]].receiving = sw_post_receive(device, step[3], bytes, slot_bytes(step[1]));
            step += 4;
            break;
        }
        case SW_AWAIT:
            sw_await(slots[step[1]].receiving);
            slots[step[1]].receiving = -1;
            step += 2;
            break;
        case SW_FIT:
            fit(step[1], step[2]);
            step += 3;
            break;
        case SW_COPY:
            memcpy(take(step[1]), slots[step[2]].bytes, slot_bytes(step[1]));
            step += 3;
            break;
        case SW_ADD:
            sw_add(self->ports[step[1]]->element, slots[step[1]].bytes, slots[step[2]].bytes,
                   sw_count(self->ports[step[1]]->local, self->ports[step[1]]->rank));
            step += 3;
            break;
        case SW_LET_GO:
            let_go(step[1]);
            step += 2;
            break;
        default:
            sw_abort("the tables have no step of kind %d", (int)step[0]);
        }
    }
    part(1);
}

void sw_enter_pipeline(int32_t rank, int32_t place) {
    pipeline = sw_the_program.pipeline;
    self = &pipeline->ranks[rank];
    position = place;
    slots = calloc((size_t)self->slot_count + 1, sizeof *slots);
    if (!slots) sw_abort("no memory for %d slots", (int)self->slot_count);
    for (int32_t at = 0; at < self->slot_count; at++) slots[at].receiving = -1;
}

void sw_put(int32_t at, unsigned char *bytes) { slots[at].bytes = bytes; }
const unsigned char *sw_held(int32_t at) { return slots[at].bytes; }
