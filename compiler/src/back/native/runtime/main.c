/* A rank of a native program: global inputs in, its shards of them through the program, global outputs out.
 *
 * Invariants: rank 0 reads and writes the arrays and sends each rank its shards; weights are read by each rank from their
 * files; before the program runs all ranks agree that nothing is wrong; results that several ranks hold are the same
 * bits, or the run fails.
 */
#include "shardwright.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const sw_program *const program = &sw_the_program;
static int32_t rank, ranks;
static char complaint[4800];

typedef struct {
    const char *inputs, *output, *weights;
    long repeat, steps;
} options;

/* Of each input, whether the caller gives a value for each step, one after the other. */
static unsigned char *batched;

static void usage(const char *name) {
    printf("Usage: mpirun -np %d %s [--inputs IN.npz] [--output OUT.npz] [--weights FOLDER] [--repeat N | --steps N]\n\n"
           "  --inputs   global inputs by name or as arg0, arg1, ...; rank 0 reads them\n"
           "  --output   global outputs as res0, res1, ...; rank 0 writes them\n"
           "  --weights  the folder that the files of weights were moved to\n"
           "  --repeat   run so many times and print the median time of a run\n"
           "  --steps    train so many steps and print each loss; an input may have one more dimension in front, a slice a step\n\n"
           "Linked with %s\nInputs:\n", (int)program->devices, name, sw_library());
    for (int32_t i = 0; i < program->input_count; i++) {
        const sw_port *port = &program->inputs[i];
        if (port->file >= 0 || port->initial) continue;
        printf("  arg%d `%s` ", (int)i, port->name);
        for (int32_t dim = 0; dim < port->rank; dim++) printf("%lldx", (long long)port->shape[dim]);
        printf("%s\n", sw_name(port->element));
    }
}

static int parse(int argc, char **argv, options *options) {
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        const char **slot = strcmp(argv[i], "--inputs") == 0    ? &options->inputs
                            : strcmp(argv[i], "--output") == 0  ? &options->output
                            : strcmp(argv[i], "--weights") == 0 ? &options->weights
                                                                : NULL;
        if (slot && value) {
            *slot = value;
        } else if (strcmp(argv[i], "--repeat") == 0 && value && atol(value) > 0) {
            options->repeat = atol(value);
        } else if (strcmp(argv[i], "--steps") == 0 && value && atol(value) > 0) {
            options->steps = atol(value);
        } else {
            snprintf(complaint, sizeof complaint, "`%s`%s; --help says what there is", argv[i],
                     slot ? " needs a value" : " is no option, or has no value that fits");
            return -1;
        }
        i++;
    }
    int trains = 0;
    for (int32_t i = 0; i < program->input_count; i++) trains |= program->inputs[i].next >= 0;
    if (options->steps && !trains)
        snprintf(complaint, sizeof complaint, "--steps: no result of the program replaces an argument, so one step is like the next: it is no training step");
    else if (options->steps && options->repeat > 1)
        snprintf(complaint, sizeof complaint, "--repeat goes without --steps: a step that is run again would train again");
    return complaint[0] ? -1 : 0;
}

static void shape_text(char *text, size_t room, const int64_t *shape, int32_t dims, const char *element) {
    size_t used = 0;
    for (int32_t dim = 0; dim < dims && used + 24 < room; dim++) used += (size_t)snprintf(text + used, room - used, "%lldx", (long long)shape[dim]);
    snprintf(text + used, room - used, "%s", element);
}

/* The argument that an array is for; -1 for none. */
static int32_t argument(const char *name) {
    for (int32_t i = 0; i < program->input_count; i++)
        if (strcmp(program->inputs[i].name, name) == 0) return i;
    char *end;
    if (strncmp(name, "arg", 3) != 0 || name[3] < '0' || name[3] > '9') return -1;
    unsigned long index = strtoul(name + 3, &end, 10);
    return *end || index >= (unsigned long)program->input_count ? -1 : (int32_t)index;
}

/* Finds the arrays that arguments want: `given` by argument. Says what is wrong. */
static void bind(const char *path, long steps, const unsigned char **given) {
    sw_array *arrays = NULL;
    int count = path ? sw_read_npz(path, &arrays, complaint, sizeof complaint) : 0;
    for (int i = 0; i < count; i++) {
        const sw_array *array = &arrays[i];
        int32_t index = argument(array->name);
        /* Files of inputs and expected outputs together are common. */
        if (index < 0 && strncmp(array->name, "res", 3) == 0) continue;
        if (index < 0) {
            snprintf(complaint, sizeof complaint, "%s: no input is called `%s`; --help lists the inputs", path, array->name);
            return;
        }
        const sw_port *port = &program->inputs[index];
        char wanted[256], had[256];
        shape_text(wanted, sizeof wanted, port->shape, port->rank, sw_name(port->element));
        shape_text(had, sizeof had, array->shape, array->rank, array->kind);
        batched[index] = steps > 0 && array->rank == port->rank + 1 && array->shape[0] == steps;
        int fits = array->rank == port->rank + batched[index] && sw_kind_fits(array->kind, port->element);
        for (int32_t dim = 0; fits && dim < port->rank; dim++) fits = array->shape[dim + batched[index]] == port->shape[dim];
        if (!fits) {
            snprintf(complaint, sizeof complaint, "%s: input `%s` is %s, the program takes %s", path, array->name, had, wanted);
            return;
        }
        for (size_t byte = 0; port->element == SW_I1 && byte < array->size; byte++)
            if (array->bytes[byte] > 1) {
                snprintf(complaint, sizeof complaint, "%s: element %zu of input `%s` must be 0 or 1, got %d", path, byte, array->name, array->bytes[byte]);
                return;
            }
        if (given[index]) {
            snprintf(complaint, sizeof complaint, "%s: input `%s` is given twice, by name and as arg%d", path, port->name, (int)index);
            return;
        }
        given[index] = array->bytes;
    }
    for (int32_t i = 0; i < program->input_count && !complaint[0]; i++) {
        const sw_port *port = &program->inputs[i];
        if (given[i] || port->file >= 0 || port->initial) continue;
        if (path)
            snprintf(complaint, sizeof complaint, "%s: input `%s` is missing", path, port->name);
        else
            snprintf(complaint, sizeof complaint, "input `%s` is missing: give --inputs", port->name);
    }
}

static size_t local_bytes(const sw_port *port) { return (size_t)sw_count(port->local, port->rank) * sw_width(port->element); }
static size_t global_bytes(const sw_port *port) { return (size_t)sw_count(port->shape, port->rank) * sw_width(port->element); }

static unsigned char *allocate(const sw_port *port, size_t size) {
    unsigned char *bytes = aligned_alloc(64, (size + 63) / 64 * 64 + 64);
    if (!bytes) snprintf(complaint, sizeof complaint, "no memory for `%s` of %zu bytes", port->name, size);
    return bytes;
}

/* The folder that this program lies in. */
static const char *own_folder(void) {
    static char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return ".";
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (slash) *slash = 0;
    return path;
}

/* The devices that a tensor lies on, in the order of its port's shards, and this one's place among them (-1: none). */
typedef struct {
    const int32_t *devices;
    int32_t count, place;
} holders;

static int32_t device_of(holders on, int32_t place) { return on.devices ? on.devices[place] : place; }

static void fill(const sw_port *port, int32_t place, unsigned char *shard) {
    size_t width = sw_width(port->element), size = local_bytes(port);
    for (size_t at = 0; at < size; at += width) memcpy(shard + at, port->initial, width);
    int padded = 0;
    for (int32_t dim = 0; dim < port->rank; dim++)
        padded |= port->starts[(size_t)place * (size_t)port->rank + (size_t)dim] + port->local[dim] > port->shape[dim];
    if (!padded) return;
    /* Padding is zero, whatever the initial value is. */
    size_t whole = global_bytes(port);
    unsigned char *global = allocate(port, whole);
    if (!global) return;
    for (size_t at = 0; at < whole; at += width) memcpy(global + at, port->initial, width);
    sw_cut(port, place, global, shard);
    free(global);
}

/* Room for this device's shard, filled with what is known here: its part of the weight or the state. */
static unsigned char *prepare(const sw_port *port, int32_t place, int is_given, const options *options) {
    /* A weight of the file is one only where the caller gives no other. */
    if (port->file >= 0 && !is_given) return sw_map_weight(program, port, place, own_folder(), options->weights, complaint, sizeof complaint);
    unsigned char *shard = allocate(port, local_bytes(port));
    if (shard && port->initial && !is_given) fill(port, place, shard);
    return shard;
}

/* Rank 0 sends every device its shard. */
static void deal(const sw_port *port, holders on, const unsigned char *global, unsigned char *shard) {
    size_t size = local_bytes(port);
    if (rank != 0) {
        if (size && on.place >= 0) sw_receive(0, shard, size);
        return;
    }
    unsigned char *other = malloc(size ? size : 1);
    if (!other) sw_abort("no memory for a shard of `%s`", port->name);
    for (int32_t to = 0; to < on.count && size; to++) {
        if (device_of(on, to) == 0) continue;
        sw_cut(port, to, global, other);
        sw_send(device_of(on, to), other, size);
    }
    free(other);
    if (on.place >= 0) sw_cut(port, on.place, global, shard);
}

/* The same of what the caller gave. Whether it gave a weight or a state, rank 0 alone knows. */
static unsigned char *scatter(const sw_port *port, holders on, const unsigned char *global, unsigned char *shard) {
    size_t size = local_bytes(port);
    unsigned char is_given = global != NULL;
    if (port->file >= 0 || port->initial) {
        for (int32_t to = 0; rank == 0 && to < on.count; to++)
            if (device_of(on, to) != 0) sw_send(device_of(on, to), &is_given, 1);
        if (rank != 0 && on.place >= 0) sw_receive(0, &is_given, 1);
        if (!is_given) return shard;
        if (rank != 0 && on.place >= 0 && port->file >= 0 && !(shard = allocate(port, size))) sw_abort("%s", complaint);
    }
    deal(port, on, global, shard);
    return shard;
}

/* Rank 0 pastes the devices' shards of a result. */
static void gather(const sw_port *port, holders on, const unsigned char *shard, unsigned char *global) {
    size_t size = local_bytes(port);
    if (rank != 0) {
        if (on.place < 0) return;
        uint64_t hash = sw_hash(port, on.place, shard);
        if (port->holders[on.place] != on.place)
            sw_send(0, &hash, sizeof hash);
        else if (size)
            sw_send(0, shard, size);
        return;
    }
    unsigned char *other = malloc(size ? size : 1);
    uint64_t *hashes = malloc((size_t)on.count * sizeof *hashes);
    if (!other || !hashes) sw_abort("no memory for result `%s`", port->name);
    for (int32_t from = 0; from < on.count; from++) {
        int32_t holder = port->holders[from], device = device_of(on, from);
        if (device == 0) {
            hashes[from] = sw_hash(port, from, shard);
            if (holder == from) sw_paste(port, from, shard, global);
        } else if (holder == from) {
            if (size) sw_receive(device, other, size);
            sw_paste(port, from, other, global);
            hashes[from] = sw_hash(port, from, other);
        } else {
            sw_receive(device, &hashes[from], sizeof hashes[from]);
        }
        if (hashes[from] != hashes[holder] && !complaint[0])
            snprintf(complaint, sizeof complaint, "result `%s`: ranks %d and %d hold the same part, but not the same elements",
                     port->name, (int)device_of(on, holder), (int)device);
    }
    free(other);
    free(hashes);
}

/* Room that may be written for a shard that a step replaces: weights lie in their files. */
static unsigned char *own(const sw_port *port, unsigned char *shard) {
    size_t size = local_bytes(port);
    unsigned char *made = allocate(port, size);
    if (!made) sw_abort("%s", complaint);
    return memcpy(made, shard, size);
}

static int lie_alike(const sw_port *left, holders left_on, const sw_port *right, holders right_on) {
    size_t numbers = (size_t)left->rank * sizeof *left->local;
    return left->element == right->element && left->rank == right->rank && left_on.devices == right_on.devices && memcmp(left->shape, right->shape, numbers) == 0 &&
           memcmp(left->local, right->local, numbers) == 0 && memcmp(left->starts, right->starts, (size_t)left_on.count * numbers) == 0;
}

/* A result goes where it is an argument of the next step. */
static void move(const sw_port *made, holders made_on, const unsigned char *from, const sw_port *port, holders on, unsigned char *to) {
    if (lie_alike(made, made_on, port, on)) {
        if (on.place >= 0) memcpy(to, from, local_bytes(port));
        return;
    }
    unsigned char *global = rank == 0 ? allocate(port, global_bytes(port)) : NULL;
    if (rank == 0 && !global) sw_abort("%s", complaint);
    gather(made, made_on, from, global);
    deal(port, on, global, to);
    free(global);
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* What differs between a whole program and one in pieces. */
typedef struct {
    const options *options;
    const unsigned char **given;
    unsigned char **shards;
    /* Brings one result together at rank 0. */
    void (*gather_one)(const unsigned char *const *shards, int32_t output, unsigned char *global);
    /* Puts results where they are arguments, and what the caller gives for step `number`, counted from 0. */
    void (*advance)(unsigned char **shards, const unsigned char **given, long number);
} run;

static void tell(const run *run, long number) {
    const sw_port *port = program->loss >= 0 ? &program->outputs[program->loss] : NULL;
    if (port && sw_count(port->shape, port->rank) != 1) port = NULL;
    unsigned char *global = rank == 0 && port ? allocate(port, global_bytes(port)) : NULL;
    if (rank == 0 && port && !global) sw_abort("%s", complaint);
    if (port) run->gather_one((const unsigned char *const *)run->shards, program->loss, global);
    if (rank == 0 && port) printf("step %ld loss %.9g\n", number, sw_number(port->element, global));
    if (rank == 0 && !port) printf("step %ld\n", number);
    if (rank == 0) fflush(stdout);
    free(global);
}

static void execute(const run *run) {
    long repeat = run->options->repeat, steps = run->options->steps, turns = steps ? steps : repeat;
    double *times = calloc((size_t)turns, sizeof *times);
    if (!times) sw_abort("no memory for %ld times", turns);
    for (long turn = 0; turn < turns; turn++) {
        struct timespec start, end;
        sw_wait_for_all();
        clock_gettime(CLOCK_MONOTONIC, &start);
        if (program->pipeline)
            sw_run_pipeline();
        else
            program->call((void *const *)run->shards, (void *const *)(run->shards + program->input_count));
        sw_wait_for_all();
        clock_gettime(CLOCK_MONOTONIC, &end);
        times[turn] = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
        if (steps) tell(run, turn + 1);
        if (steps && turn + 1 < steps) run->advance(run->shards, run->given, turn + 1);
    }
    qsort(times, (size_t)turns, sizeof *times, by_size);
    if (rank == 0 && repeat > 1) printf("median of %ld runs: %.6f s\n", repeat, times[repeat / 2]);
    free(times);
}

static void end_if(const char *why) {
    if (!sw_agree(why)) sw_finish(1);
}

static void write_results(const run *run) {
    if (!run->options->output) return;
    sw_writer *writer = rank == 0 ? sw_write_npz(run->options->output, complaint, sizeof complaint) : NULL;
    end_if(complaint);
    int broken = 0;
    for (int32_t i = 0; i < program->output_count; i++) {
        const sw_port *port = &program->outputs[i];
        unsigned char *global = rank == 0 ? allocate(port, global_bytes(port)) : NULL;
        if (rank == 0 && !global) sw_abort("%s", complaint);
        run->gather_one((const unsigned char *const *)run->shards, i, global);
        char name[24];
        snprintf(name, sizeof name, "res%d", (int)i);
        if (writer && !broken && !complaint[0]) broken = sw_write_array(writer, name, port, global) < 0;
        free(global);
    }
    if (!writer || broken) return;
    if (complaint[0])
        sw_drop_npz(writer);
    else
        sw_end_npz(writer);
}

static holders everybody(void) { return (holders){NULL, ranks, rank}; }

static void gather_whole(const unsigned char *const *shards, int32_t output, unsigned char *global) {
    gather(&program->outputs[output], everybody(), shards[program->input_count + output], global);
}

static void advance_whole(unsigned char **shards, const unsigned char **given, long number) {
    for (int32_t i = 0; i < program->input_count; i++) {
        const sw_port *port = &program->inputs[i];
        if (port->next >= 0)
            move(&program->outputs[port->next], everybody(), shards[program->input_count + port->next], port, everybody(), shards[i]);
        else if (batched[i])
            deal(port, everybody(), given[i] ? given[i] + (size_t)number * global_bytes(port) : NULL, shards[i]);
    }
}

/* One program on all devices. */
static void run_whole(const options *options, const unsigned char **given) {
    size_t inputs = (size_t)program->input_count, outputs = (size_t)program->output_count;
    unsigned char **shards = calloc(inputs + outputs + 1, sizeof *shards);
    if (!shards) sw_abort("no memory for %zu inputs", inputs);
    for (size_t i = 0; i < inputs && !complaint[0]; i++) shards[i] = prepare(&program->inputs[i], rank, given[i] != NULL, options);
    for (size_t i = 0; i < outputs && !complaint[0]; i++) shards[inputs + i] = allocate(&program->outputs[i], local_bytes(&program->outputs[i]));
    end_if(complaint);
    for (size_t i = 0; i < inputs; i++) {
        const sw_port *port = &program->inputs[i];
        shards[i] = scatter(port, everybody(), given[i], shards[i]);
        if (options->steps && port->next >= 0 && port->file >= 0) shards[i] = own(port, shards[i]);
    }
    sw_join_groups(program, 0, rank);
    const run run = {options, given, shards, gather_whole, advance_whole};
    execute(&run);
    write_results(&run);
}

static holders of_rank(int32_t index) {
    const sw_pipeline *pipeline = program->pipeline;
    holders on = {pipeline->devices + (size_t)index * (size_t)pipeline->width, pipeline->width, -1};
    for (int32_t place = 0; place < on.count; place++)
        if (on.devices[place] == rank) on.place = place;
    return on;
}

static void gather_pieces(const unsigned char *const *shards, int32_t output, unsigned char *global) {
    (void)shards;
    const sw_pipeline *pipeline = program->pipeline;
    for (int32_t i = 0; i < pipeline->result_count; i++) {
        const sw_place_of *held = &pipeline->results[i];
        if (held->port != output) continue;
        const sw_port *port = pipeline->ranks[held->rank].ports[held->slot];
        holders on = of_rank(held->rank);
        size_t rows = held->microbatch > 0 ? (size_t)held->microbatch * global_bytes(port) : 0;
        gather(port, on, on.place < 0 ? NULL : sw_held(held->slot), global ? global + rows : NULL);
    }
}

/* Where a result that replaces an argument stands: it is no result of microbatches. */
static const sw_place_of *place_of(int32_t output) {
    const sw_pipeline *pipeline = program->pipeline;
    for (int32_t i = 0; i < pipeline->result_count; i++)
        if (pipeline->results[i].port == output && pipeline->results[i].microbatch <= 0) return &pipeline->results[i];
    sw_abort("no piece gives result %d, which the next step needs", (int)output);
}

static void advance_pieces(unsigned char **shards, const unsigned char **given, long number) {
    const sw_pipeline *pipeline = program->pipeline;
    for (int32_t i = 0; i < pipeline->load_count; i++) {
        const sw_place_of *load = &pipeline->loads[i];
        if (load->port < 0) continue;
        const sw_port *input = &program->inputs[load->port], *port = pipeline->ranks[load->rank].ports[load->slot];
        holders on = of_rank(load->rank);
        if (input->next >= 0) {
            const sw_place_of *held = place_of(input->next);
            holders made_on = of_rank(held->rank);
            move(pipeline->ranks[held->rank].ports[held->slot], made_on, made_on.place < 0 ? NULL : sw_held(held->slot), port, on, shards[i]);
        } else if (batched[load->port]) {
            const unsigned char *global = given[load->port];
            if (global) global += (size_t)number * global_bytes(input) + (load->microbatch > 0 ? (size_t)load->microbatch * global_bytes(port) : 0);
            deal(port, on, global, shards[i]);
        }
    }
}

/* Pieces by a schedule. */
static void run_pieces(const options *options, const unsigned char **given) {
    const sw_pipeline *pipeline = program->pipeline;
    int32_t own_rank = 0, place = 0;
    for (int32_t i = 0; i < pipeline->rank_count; i++)
        if (of_rank(i).place >= 0) own_rank = i, place = of_rank(i).place;
    sw_enter_pipeline(own_rank, place);
    unsigned char **shards = calloc((size_t)pipeline->load_count + 1, sizeof *shards);
    if (!shards) sw_abort("no memory for %d arguments", (int)pipeline->load_count);
    for (int32_t i = 0; i < pipeline->load_count && !complaint[0]; i++) {
        const sw_place_of *load = &pipeline->loads[i];
        if (load->rank != own_rank) continue;
        const sw_port *port = pipeline->ranks[own_rank].ports[load->slot];
        shards[i] = prepare(port, place, load->port >= 0 && given[load->port] != NULL, options);
        if (shards[i] && load->constant) memcpy(shards[i], load->constant, local_bytes(port));
    }
    end_if(complaint);
    for (int32_t i = 0; i < pipeline->load_count; i++) {
        const sw_place_of *load = &pipeline->loads[i];
        const sw_port *port = pipeline->ranks[load->rank].ports[load->slot];
        if (load->port >= 0) {
            const unsigned char *global = given[load->port];
            if (global && load->microbatch > 0) global += (size_t)load->microbatch * global_bytes(port);
            shards[i] = scatter(port, of_rank(load->rank), global, shards[i]);
            if (options->steps && load->rank == own_rank && port->file >= 0 && program->inputs[load->port].next >= 0) shards[i] = own(port, shards[i]);
        }
        if (load->rank == own_rank) sw_put(load->slot, shards[i]);
    }
    sw_join_groups(program, own_rank, place);
    const run run = {options, given, shards, gather_pieces, advance_pieces};
    execute(&run);
    write_results(&run);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            usage(argv[0]);
            return 0;
        }
    sw_start(&argc, &argv, &rank, &ranks);
    options options = {NULL, NULL, NULL, 1, 0};
    if (ranks != program->devices) {
        if (rank == 0)
            snprintf(complaint, sizeof complaint, "the program is for %d devices, but %d rank%s started%s%s", (int)program->devices, (int)ranks,
                     ranks == 1 ? " was" : "s were",
                     ranks == 1 ? ": run it by mpirun of the MPI that it is linked with, " : "; give mpirun -np as many as there are devices", ranks == 1 ? sw_library() : "");
        end_if(complaint);
    }
    if (parse(argc, argv, &options) < 0 && rank != 0) complaint[0] = 0;
    end_if(complaint);

    const unsigned char **given = calloc((size_t)program->input_count + 1, sizeof *given);
    batched = calloc((size_t)program->input_count + 1, 1);
    if (!given || !batched) sw_abort("no memory for %d inputs", (int)program->input_count);
    if (rank == 0) bind(options.inputs, options.steps, given);
    end_if(complaint);
    for (int32_t to = 1; rank == 0 && to < ranks; to++) sw_send(to, batched, (size_t)program->input_count + 1);
    if (rank != 0) sw_receive(0, batched, (size_t)program->input_count + 1);
    if (program->pipeline)
        run_pieces(&options, given);
    else
        run_whole(&options, given);
    end_if(complaint);
    sw_finish(0);
}
