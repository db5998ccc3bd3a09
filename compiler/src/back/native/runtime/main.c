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
    long repeat;
} options;

static void usage(const char *name) {
    printf("Usage: mpirun -np %d %s [--inputs IN.npz] [--output OUT.npz] [--weights FOLDER] [--repeat N]\n\n"
           "  --inputs   global inputs by name or as arg0, arg1, ...; rank 0 reads them\n"
           "  --output   global outputs as res0, res1, ...; rank 0 writes them\n"
           "  --weights  the folder that the files of weights were moved to\n"
           "  --repeat   run so many times and print the median time of a run\n\n"
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
        } else {
            snprintf(complaint, sizeof complaint, "`%s`%s; --help says what there is", argv[i],
                     slot ? " needs a value" : " is no option, or has no value that fits");
            return -1;
        }
        i++;
    }
    return 0;
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
static void bind(const char *path, const unsigned char **given) {
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
        int fits = array->rank == port->rank && sw_kind_fits(array->kind, port->element);
        for (int32_t dim = 0; fits && dim < port->rank; dim++) fits = array->shape[dim] == port->shape[dim];
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

/* A memref descriptor of a shard. */
static void *describe(const sw_port *port, unsigned char *bytes) {
    int64_t *words = malloc((size_t)(3 + 2 * port->rank) * sizeof *words), stride = 1;
    if (!words) sw_abort("no memory for a descriptor");
    words[0] = words[1] = (int64_t)(intptr_t)bytes;
    words[2] = 0;
    for (int32_t dim = port->rank; dim-- > 0; stride *= port->local[dim]) {
        words[3 + dim] = port->local[dim];
        words[3 + port->rank + dim] = stride;
    }
    return words;
}

static void fill(const sw_port *port, unsigned char *shard) {
    size_t width = sw_width(port->element), size = local_bytes(port);
    unsigned char *global = shard;
    /* Padding is zero, whatever the initial value is: only where there is padding is the tensor made whole first. */
    for (size_t at = 0; at < size; at += width) memcpy(global + at, port->initial, width);
    int padded = 0;
    for (int32_t dim = 0; dim < port->rank; dim++)
        padded |= port->starts[(size_t)rank * (size_t)port->rank + (size_t)dim] + port->local[dim] > port->shape[dim];
    if (!padded) return;
    size_t whole = global_bytes(port);
    global = allocate(port, whole);
    if (!global) return;
    for (size_t at = 0; at < whole; at += width) memcpy(global + at, port->initial, width);
    sw_cut(port, rank, global, shard);
    free(global);
}

/* Rank 0 sends every rank its shard of what the caller gave. */
static void scatter(const sw_port *port, const unsigned char *global, unsigned char *shard) {
    size_t size = local_bytes(port);
    if (rank != 0) {
        if (size) sw_receive(0, shard, size);
        return;
    }
    unsigned char *other = ranks > 1 ? malloc(size ? size : 1) : NULL;
    if (ranks > 1 && !other) sw_abort("no memory for a shard of `%s`", port->name);
    for (int32_t to = 1; to < ranks && size; to++) {
        sw_cut(port, to, global, other);
        sw_send(to, other, size);
    }
    free(other);
    sw_cut(port, 0, global, shard);
}

/* Rank 0 gets a result whole. */
static unsigned char *gather(const sw_port *port, const unsigned char *shard) {
    size_t size = local_bytes(port);
    if (rank != 0) {
        uint64_t hash = sw_hash(port, rank, shard);
        if (port->holders[rank] == rank) {
            if (size) sw_send(0, shard, size);
        } else {
            sw_send(0, &hash, sizeof hash);
        }
        return NULL;
    }
    unsigned char *global = allocate(port, global_bytes(port)), *other = malloc(size ? size : 1);
    uint64_t *hashes = malloc((size_t)ranks * sizeof *hashes);
    if (!global || !other || !hashes) sw_abort("no memory for result `%s`", port->name);
    sw_paste(port, 0, shard, global);
    hashes[0] = sw_hash(port, 0, shard);
    for (int32_t from = 1; from < ranks; from++) {
        int32_t holder = port->holders[from];
        if (holder == from) {
            if (size) sw_receive(from, other, size);
            sw_paste(port, from, other, global);
            hashes[from] = sw_hash(port, from, other);
            continue;
        }
        sw_receive(from, &hashes[from], sizeof hashes[from]);
        if (hashes[from] != hashes[holder] && !complaint[0])
            snprintf(complaint, sizeof complaint, "result `%s`: ranks %d and %d hold the same part, but not the same elements",
                     port->name, (int)holder, (int)from);
    }
    free(other);
    free(hashes);
    return global;
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void execute(void **descriptors, long repeat) {
    double *times = calloc((size_t)repeat, sizeof *times);
    if (!times) sw_abort("no memory for %ld times", repeat);
    for (long turn = 0; turn < repeat; turn++) {
        struct timespec start, end;
        sw_wait_for_all();
        clock_gettime(CLOCK_MONOTONIC, &start);
        program->call(descriptors);
        sw_wait_for_all();
        clock_gettime(CLOCK_MONOTONIC, &end);
        times[turn] = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
    }
    qsort(times, (size_t)repeat, sizeof *times, by_size);
    if (rank == 0 && repeat > 1) printf("median of %ld runs: %.6f s\n", repeat, times[repeat / 2]);
    free(times);
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

static void end_if(const char *why) {
    if (!sw_agree(why)) sw_finish(1);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            usage(argv[0]);
            return 0;
        }
    sw_start(&argc, &argv, &rank, &ranks);
    options options = {NULL, NULL, NULL, 1};
    if (ranks != program->devices) {
        if (rank == 0)
            snprintf(complaint, sizeof complaint, "the program is for %d devices, but %d rank%s started%s%s", (int)program->devices, (int)ranks,
                     ranks == 1 ? " was" : "s were",
                     ranks == 1 ? ": run it by mpirun of the MPI that it is linked with, " : "; give mpirun -np as many as there are devices", ranks == 1 ? sw_library() : "");
        end_if(complaint);
    }
    if (parse(argc, argv, &options) < 0 && rank != 0) complaint[0] = 0;
    end_if(complaint);

    size_t inputs = (size_t)program->input_count, outputs = (size_t)program->output_count;
    const unsigned char **given = calloc(inputs + 1, sizeof *given);
    unsigned char **shards = calloc(inputs + outputs + 1, sizeof *shards);
    void **descriptors = calloc(inputs + outputs + 1, sizeof *descriptors);
    if (!given || !shards || !descriptors) sw_abort("no memory for %zu inputs", inputs);
    if (rank == 0) bind(options.inputs, given);
    for (size_t i = 0; i < inputs && !complaint[0]; i++) {
        const sw_port *port = &program->inputs[i];
        /* A weight of the file is one only where the caller gives no other. */
        if (port->file >= 0 && !given[i]) {
            shards[i] = sw_map_weight(program, port, rank, own_folder(), options.weights, complaint, sizeof complaint);
            continue;
        }
        shards[i] = allocate(port, local_bytes(port));
        if (shards[i] && port->initial && !given[i]) fill(port, shards[i]);
    }
    for (size_t i = 0; i < outputs && !complaint[0]; i++) shards[inputs + i] = allocate(&program->outputs[i], local_bytes(&program->outputs[i]));
    end_if(complaint);

    /* Which weights and states the caller gives instead, rank 0 alone knows. */
    for (size_t i = 0; i < inputs; i++) {
        const sw_port *port = &program->inputs[i];
        unsigned char is_given = given[i] != NULL;
        if (port->file >= 0 || port->initial) {
            for (int32_t to = 1; rank == 0 && to < ranks; to++) sw_send(to, &is_given, 1);
            if (rank != 0) sw_receive(0, &is_given, 1);
            if (!is_given) continue;
            if (rank != 0 && port->file >= 0 && !(shards[i] = allocate(port, local_bytes(port)))) sw_abort("%s", complaint);
        }
        scatter(port, given[i], shards[i]);
    }
    for (size_t i = 0; i < inputs; i++) descriptors[i] = describe(&program->inputs[i], shards[i]);
    for (size_t i = 0; i < outputs; i++) descriptors[inputs + i] = describe(&program->outputs[i], shards[inputs + i]);
    sw_join_groups(program);
    execute(descriptors, options.repeat);

    sw_writer *writer = NULL;
    if (rank == 0 && options.output) writer = sw_write_npz(options.output, complaint, sizeof complaint);
    end_if(complaint);
    int broken = 0;
    for (size_t i = 0; i < outputs && options.output; i++) {
        const sw_port *port = &program->outputs[i];
        unsigned char *global = gather(port, shards[inputs + i]);
        char name[24];
        snprintf(name, sizeof name, "res%zu", i);
        if (writer && !broken && !complaint[0]) broken = sw_write_array(writer, name, port, global) < 0;
        free(global);
    }
    if (writer && !broken) {
        if (complaint[0])
            sw_drop_npz(writer);
        else
            sw_end_npz(writer);
    }
    end_if(complaint);
    sw_finish(0);
}
