/* Elements, shards of tensors, and weights in their files.
 *
 * Invariants: what lies beyond the end of a tensor (padding) is zero in a shard and never part of a result; of a file of
 * weights only the pages of this device's shards are read.
 */
#include "shardwright.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *name;
    uint8_t width;
} TYPES[SW_ELEMENTS] = {
    [SW_F64] = {"f64", 8}, [SW_F32] = {"f32", 4}, [SW_F16] = {"f16", 2}, [SW_BF16] = {"bf16", 2},
    [SW_F8E5M2] = {"f8E5M2", 1}, [SW_F8E4M3] = {"f8E4M3", 1}, [SW_F8E4M3FN] = {"f8E4M3FN", 1},
    [SW_F8E4M3FNUZ] = {"f8E4M3FNUZ", 1}, [SW_F8E5M2FNUZ] = {"f8E5M2FNUZ", 1},
    [SW_F8E4M3B11FNUZ] = {"f8E4M3B11FNUZ", 1}, [SW_F8E3M4] = {"f8E3M4", 1}, [SW_F8E8M0FNU] = {"f8E8M0FNU", 1},
    [SW_I1] = {"i1", 1}, [SW_I2] = {"i2", 1}, [SW_I4] = {"i4", 1}, [SW_I8] = {"i8", 1}, [SW_I16] = {"i16", 2},
    [SW_I32] = {"i32", 4}, [SW_I64] = {"i64", 8},
    [SW_UI2] = {"ui2", 1}, [SW_UI4] = {"ui4", 1}, [SW_UI8] = {"ui8", 1}, [SW_UI16] = {"ui16", 2},
    [SW_UI32] = {"ui32", 4}, [SW_UI64] = {"ui64", 8},
    [SW_C64] = {"complex<f32>", 8}, [SW_C128] = {"complex<f64>", 16},
};

size_t sw_width(int32_t element) { return TYPES[element].width; }
const char *sw_name(int32_t element) { return TYPES[element].name; }

int64_t sw_count(const int64_t *dims, int32_t rank) {
    int64_t count = 1;
    for (int32_t dim = 0; dim < rank; dim++) count *= dims[dim];
    return count;
}

void sw_rows(const sw_port *port, int32_t device, sw_row row, void *context) {
    const int64_t *start = port->starts + (size_t)device * (size_t)port->rank;
    int32_t rank = port->rank, outer = rank;
    int64_t extent[rank + 1], index[rank + 1];
    for (int32_t dim = 0; dim < rank; dim++) {
        int64_t left = port->shape[dim] - start[dim];
        extent[dim] = port->local[dim] < left ? port->local[dim] : left;
        if (extent[dim] <= 0) return;
        index[dim] = 0;
    }
    /* The trailing dimensions that a shard holds whole are one run with what is before them. */
    int64_t run = 1;
    while (outer > 0) {
        outer--;
        run *= extent[outer];
        if (extent[outer] != port->shape[outer] || port->local[outer] != port->shape[outer]) break;
    }
    size_t width = sw_width(port->element);
    for (;;) {
        int64_t global = 0, local = 0;
        for (int32_t dim = 0; dim < rank; dim++) {
            int64_t at = dim < outer ? index[dim] : 0;
            global = global * port->shape[dim] + start[dim] + at;
            local = local * port->local[dim] + at;
        }
        row(context, (size_t)global * width, (size_t)local * width, (size_t)run * width);
        int32_t dim = outer;
        while (dim > 0 && index[dim - 1] + 1 >= extent[dim - 1]) index[--dim] = 0;
        if (dim == 0) return;
        index[dim - 1]++;
    }
}

typedef struct {
    const unsigned char *from;
    unsigned char *to;
} copy;

static void cut_row(void *context, size_t global, size_t local, size_t bytes) {
    copy *copy = context;
    memcpy(copy->to + local, copy->from + global, bytes);
}
void sw_cut(const sw_port *port, int32_t device, const unsigned char *global, unsigned char *shard) {
    copy copy = {global, shard};
    memset(shard, 0, (size_t)sw_count(port->local, port->rank) * sw_width(port->element));
    sw_rows(port, device, cut_row, &copy);
}
static void paste_row(void *context, size_t global, size_t local, size_t bytes) {
    copy *copy = context;
    memcpy(copy->to + global, copy->from + local, bytes);
}
void sw_paste(const sw_port *port, int32_t device, const unsigned char *shard, unsigned char *global) {
    copy copy = {shard, global};
    sw_rows(port, device, paste_row, &copy);
}

/* FNV-1a (Fowler, Noll and Vo; 64 bits). */
static uint64_t hash_bytes(uint64_t hash, const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}
typedef struct {
    const unsigned char *from;
    uint64_t hash;
} hashed;
static void hash_row(void *context, size_t global, size_t local, size_t bytes) {
    (void)global;
    hashed *hashed = context;
    hashed->hash = hash_bytes(hashed->hash, hashed->from + local, bytes);
}
uint64_t sw_hash(const sw_port *port, int32_t device, const unsigned char *shard) {
    hashed hashed = {shard, 0xcbf29ce484222325u};
    sw_rows(port, device, hash_row, &hashed);
    return hashed.hash;
}

/* ---- Weights ---------------------------------------------------------------------------------------------------- */

/* As the compiler takes a file's fingerprint: the first and last 4096 bytes and up to 14 pages between. */
static int is_unchanged(int descriptor, const sw_file *file, uint64_t length) {
    enum { PAGE = 4096, PAGES = 16 };
    uint64_t hash = 0xcbf29ce484222325u, last = length > PAGE ? length - PAGE : 0;
    uint64_t count = (length + PAGE - 1) / PAGE;
    if (count > PAGES) count = PAGES;
    unsigned char page[PAGE];
    for (uint64_t index = 0; index < count; index++) {
        uint64_t at = count == 1 ? 0 : last / (count - 1) * index + last % (count - 1) * index / (count - 1);
        size_t had = 0;
        while (had < PAGE) {
            ssize_t got = pread(descriptor, page + had, PAGE - had, (off_t)(at + had));
            if (got <= 0) break;
            had += (size_t)got;
        }
        hash = hash_bytes(hash, page, had);
    }
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    return strcmp(text, file->pages) == 0;
}

/* The files that are mapped: once each. */
typedef struct {
    unsigned char *bytes;
    uint64_t length;
} mapped;
static mapped *files;

/* Where a file is: as the tables say, relative paths in the program's folder; or, moved, under its own name elsewhere. */
static void locate(char *path, size_t room, const char *given, const char *folder, const char *moved) {
    const char *slash = strrchr(given, '/');
    if (moved)
        snprintf(path, room, "%s/%s", moved, slash ? slash + 1 : given);
    else
        snprintf(path, room, "%s%s%s", given[0] == '/' ? "" : folder, given[0] == '/' ? "" : "/", given);
}

static mapped *map_file(const sw_program *program, int32_t index, const char *folder, const char *moved, char *complaint,
                        size_t room) {
    if (!files) files = calloc((size_t)program->file_count, sizeof *files);
    if (!files) {
        snprintf(complaint, room, "no memory for %d files", (int)program->file_count);
        return NULL;
    }
    mapped *known = &files[index];
    if (known->bytes) return known;
    const sw_file *file = &program->files[index];
    char path[4096];
    locate(path, sizeof path, file->path, folder, moved);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct stat found;
    if (descriptor < 0 || fstat(descriptor, &found) < 0) {
        snprintf(complaint, room, "%s: %s", path, strerror(errno));
        if (descriptor >= 0) close(descriptor);
        return NULL;
    }
    uint64_t length = (uint64_t)found.st_size;
    void *bytes = NULL;
    if (file->pages[0] && length != file->length)
        snprintf(complaint, room, "%s is not the file of the compile any more: it has %llu bytes, not %llu; compile again",
                 path, (unsigned long long)length, (unsigned long long)file->length);
    else if (file->pages[0] && !is_unchanged(descriptor, file, length))
        snprintf(complaint, room, "%s is not the file of the compile any more: it has other bytes; compile again", path);
    else {
        /* Private: what the program might write stays in this process. */
        bytes = mmap(NULL, length ? length : 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, descriptor, 0);
        if (bytes == MAP_FAILED) {
            snprintf(complaint, room, "%s: %s", path, strerror(errno));
            bytes = NULL;
        }
    }
    close(descriptor);
    if (!bytes) return NULL;
    known->bytes = bytes;
    known->length = length;
    return known;
}

typedef struct {
    size_t first, rows;
} run;
static void count_row(void *context, size_t global, size_t local, size_t bytes) {
    (void)local, (void)bytes;
    run *run = context;
    if (run->rows++ == 0) run->first = global;
}

unsigned char *sw_map_weight(const sw_program *program, const sw_port *port, int32_t device, const char *folder,
                             const char *moved, char *complaint, size_t room) {
    char why[4400] = "";
    mapped *file = map_file(program, port->file, folder, moved, why, sizeof why);
    size_t width = sw_width(port->element), whole = (size_t)sw_count(port->shape, port->rank) * width;
    size_t size = (size_t)sw_count(port->local, port->rank) * width;
    if (file && port->length != whole)
        snprintf(why, sizeof why, "it takes %zu bytes, its place in the file has %llu", whole, (unsigned long long)port->length);
    else if (file && (port->offset > file->length || port->length > file->length - port->offset))
        snprintf(why, sizeof why, "its file has %llu bytes, it lies at %llu to %llu", (unsigned long long)file->length,
                 (unsigned long long)port->offset, (unsigned long long)(port->offset + port->length));
    if (why[0]) {
        snprintf(complaint, room, "weight `%s`: %s", port->name, why);
        return NULL;
    }
    unsigned char *bytes = file->bytes + port->offset;
    run run = {0, 0};
    sw_rows(port, device, count_row, &run);
    const int64_t *start = port->starts + (size_t)device * (size_t)port->rank;
    int padded = 0;
    for (int32_t dim = 0; dim < port->rank; dim++) padded |= start[dim] + port->local[dim] > port->shape[dim];
    /* A shard that is one run of the file is used where it is. */
    if (run.rows == 1 && !padded && (uintptr_t)(bytes + run.first) % width == 0) return bytes + run.first;
    unsigned char *shard = aligned_alloc(64, (size + 63) / 64 * 64 + 64);
    if (!shard) {
        snprintf(complaint, room, "weight `%s`: no memory for %zu bytes", port->name, size);
        return NULL;
    }
    sw_cut(port, device, bytes, shard);
    return shard;
}
