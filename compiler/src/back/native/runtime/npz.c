/* `.npz` files: zip archives of NumPy arrays, stored or deflated, with 64-bit sizes where they are needed.
 *
 * Invariants: nothing outside the mapped file is read, whatever it claims; no more is inflated than an array's header
 * says; a file is written beside and renamed, so that a reader sees all of it or none.
 */
#include "shardwright.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

typedef struct {
    const unsigned char *bytes;
    uint64_t length;
    const char *path;
    char *complaint;
    size_t room;
} archive;

static int fail(archive *archive, const char *format, ...) {
    int used = snprintf(archive->complaint, archive->room, "%s: ", archive->path);
    if (used < 0 || (size_t)used >= archive->room) return -1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(archive->complaint + used, archive->room - (size_t)used, format, arguments);
    va_end(arguments);
    return -1;
}

static uint64_t little(const unsigned char *bytes, int count) {
    uint64_t value = 0;
    for (int i = count; i-- > 0;) value = value << 8 | bytes[i];
    return value;
}

/* ---- The archive ------------------------------------------------------------------------------------------------ */

typedef struct {
    uint64_t entries, start;
} directory;

static int find_directory(archive *archive, directory *found) {
    enum { END = 22, LOCATOR = 20, END64 = 56, COMMENT = 65535 };
    if (archive->length < END) return fail(archive, "it is no .npz: %llu bytes are too few", (unsigned long long)archive->length);
    uint64_t most = archive->length - END, least = most > COMMENT ? most - COMMENT : 0;
    for (uint64_t at = most + 1; at-- > least;) {
        const unsigned char *end = archive->bytes + at;
        if (little(end, 4) != 0x06054b50) continue;
        found->entries = little(end + 10, 2);
        found->start = little(end + 16, 4);
        if ((found->entries == 0xffff || found->start == 0xffffffff) && at >= LOCATOR && little(end - LOCATOR, 4) == 0x07064b50) {
            uint64_t there = little(end - LOCATOR + 8, 8);
            if (there > archive->length || archive->length - there < END64) break;
            const unsigned char *end64 = archive->bytes + there;
            found->entries = little(end64 + 32, 8);
            found->start = little(end64 + 48, 8);
        }
        return 0;
    }
    return fail(archive, "it is no .npz, or cut off: it has no directory at its end");
}

typedef struct {
    char *name;
    int method;
    uint32_t crc;
    uint64_t packed, size;
    const unsigned char *data;
} entry;

/* Reads the entry of the directory at `*at` and moves on. */
static int read_entry(archive *archive, uint64_t *at, entry *entry) {
    enum { HEADER = 46, LOCAL = 30 };
    if (*at > archive->length || archive->length - *at < HEADER || little(archive->bytes + *at, 4) != 0x02014b50)
        return fail(archive, "its directory is damaged");
    const unsigned char *header = archive->bytes + *at;
    uint64_t name = little(header + 28, 2), extra = little(header + 30, 2), comment = little(header + 32, 2);
    if (archive->length - *at - HEADER < name + extra + comment) return fail(archive, "its directory is cut off");
    if (little(header + 8, 2) & 1) return fail(archive, "its entries are encrypted");
    entry->method = (int)little(header + 10, 2);
    entry->crc = (uint32_t)little(header + 16, 4);
    entry->packed = little(header + 20, 4);
    entry->size = little(header + 24, 4);
    uint64_t local = little(header + 42, 4);
    const unsigned char *fields = header + HEADER + name, *end = fields + extra;
    while (end - fields >= 4) {
        uint64_t kind = little(fields, 2), size = little(fields + 2, 2);
        fields += 4;
        if ((uint64_t)(end - fields) < size) break;
        const unsigned char *field = fields;
        fields += size;
        if (kind != 1) continue;
        uint64_t *wide[] = {&entry->size, &entry->packed, &local};
        for (int i = 0; i < 3; i++)
            if (*wide[i] == 0xffffffff && fields - field >= 8) {
                *wide[i] = little(field, 8);
                field += 8;
            }
    }
    if (local > archive->length || archive->length - local < LOCAL || little(archive->bytes + local, 4) != 0x04034b50)
        return fail(archive, "an entry is not where its directory says");
    uint64_t start = local + LOCAL + little(archive->bytes + local + 26, 2) + little(archive->bytes + local + 28, 2);
    if (start > archive->length || archive->length - start < entry->packed) return fail(archive, "an entry is cut off");
    entry->data = archive->bytes + start;
    entry->name = strndup((const char *)header + HEADER, (size_t)name);
    if (!entry->name) return fail(archive, "no memory for a name");
    size_t length = strlen(entry->name);
    if (length > 4 && strcmp(entry->name + length - 4, ".npy") == 0) entry->name[length - 4] = 0;
    *at += HEADER + name + extra + comment;
    return 0;
}

/* The bytes of an entry: in the file where they are stored, else inflated. */
static const unsigned char *unpack(archive *archive, const entry *entry) {
    const unsigned char *bytes = NULL;
    if (entry->method == 0) {
        if (entry->packed != entry->size) {
            fail(archive, "`%s` is stored in %llu bytes, but has %llu", entry->name, (unsigned long long)entry->packed, (unsigned long long)entry->size);
            return NULL;
        }
        bytes = entry->data;
    } else if (entry->method == 8) {
        /* Deflate makes at most 1032 bytes of one. */
        if (entry->size / 1032 > entry->packed) {
            fail(archive, "`%s` cannot have %llu bytes", entry->name, (unsigned long long)entry->size);
            return NULL;
        }
        unsigned char *made = malloc(entry->size ? (size_t)entry->size : 1);
        if (!made) {
            fail(archive, "no memory for `%s` of %llu bytes", entry->name, (unsigned long long)entry->size);
            return NULL;
        }
        z_stream stream = {0};
        uint64_t in = 0, out = 0;
        int state = inflateInit2(&stream, -MAX_WBITS);
        while (state == Z_OK) {
            uint64_t give = entry->packed - in, take = entry->size - out;
            stream.next_in = (unsigned char *)(uintptr_t)(entry->data + in);
            stream.avail_in = give > 1u << 30 ? 1u << 30 : (unsigned)give;
            stream.next_out = made + out;
            stream.avail_out = take > 1u << 30 ? 1u << 30 : (unsigned)take;
            unsigned had_in = stream.avail_in, had_out = stream.avail_out;
            state = inflate(&stream, Z_NO_FLUSH);
            in += had_in - stream.avail_in;
            out += had_out - stream.avail_out;
            if (state == Z_OK && had_in == stream.avail_in && had_out == stream.avail_out) state = Z_DATA_ERROR;
        }
        inflateEnd(&stream);
        if (state != Z_STREAM_END || out != entry->size) {
            fail(archive, "`%s` is damaged: its deflated bytes end at %llu of %llu", entry->name, (unsigned long long)out, (unsigned long long)entry->size);
            free(made);
            return NULL;
        }
        bytes = made;
    } else {
        fail(archive, "`%s` is compressed by method %d; stored and deflated entries can be read", entry->name, entry->method);
        return NULL;
    }
    if (crc32_z(0, bytes, (size_t)entry->size) != entry->crc) {
        fail(archive, "`%s` is damaged: its checksum is another", entry->name);
        return NULL;
    }
    return bytes;
}

/* ---- Arrays ----------------------------------------------------------------------------------------------------- */

/* The value of a key of the header's dictionary, behind its colon. */
static const char *value_of(const char *header, const char *key) {
    const char *at = strstr(header, key);
    if (!at) return NULL;
    at = strchr(at, ':');
    if (!at) return NULL;
    at++;
    while (*at == ' ') at++;
    return at;
}

/* The elements of a column-major array, row-major. */
static void transpose(unsigned char *to, const unsigned char *from, const int64_t *shape, int32_t rank, size_t width) {
    int64_t index[rank], count = sw_count(shape, rank);
    memset(index, 0, sizeof index);
    for (int64_t at = 0; at < count; at++) {
        int64_t place = 0;
        for (int32_t dim = rank; dim-- > 0;) place = place * shape[dim] + index[dim];
        memcpy(to + (size_t)at * width, from + (size_t)place * width, width);
        for (int32_t dim = rank; dim-- > 0 && ++index[dim] == shape[dim];) index[dim] = 0;
    }
}

/* How many bytes an element of this kind takes, and how many of them are turned around if it is big-endian; 0 where it is
 * not known. */
static size_t kind_width(const char *kind, size_t *turned) {
    static const struct {
        const char *kind;
        uint8_t width, turned;
    } known[] = {{"b1", 1, 1}, {"?", 1, 1}, {"i1", 1, 1}, {"i2", 2, 2}, {"i4", 4, 4}, {"i8", 8, 8}, {"u1", 1, 1}, {"u2", 2, 2},
                 {"u4", 4, 4}, {"u8", 8, 8}, {"f2", 2, 2}, {"f4", 4, 4}, {"f8", 8, 8}, {"c8", 8, 4}, {"c16", 16, 8},
                 {"bfloat16", 2, 2}, {"V2", 2, 2}, {"V1", 1, 1}, {"f1", 1, 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].kind, kind) == 0) {
            *turned = known[i].turned;
            return known[i].width;
        }
    return 0;
}

static int is_raw(int32_t element) {
    return (element >= SW_F8E5M2 && element <= SW_F8E8M0FNU) || element == SW_I2 || element == SW_I4 || element == SW_UI2 || element == SW_UI4;
}

/* NumPy's kind of an element type. */
static const char *kind_of(int32_t element) {
    static const char *const kinds[SW_ELEMENTS] = {
        [SW_F64] = "f8", [SW_F32] = "f4", [SW_F16] = "f2", [SW_BF16] = "V2", [SW_I1] = "b1", [SW_I8] = "i1", [SW_I16] = "i2",
        [SW_I32] = "i4", [SW_I64] = "i8", [SW_UI8] = "u1", [SW_UI16] = "u2", [SW_UI32] = "u4", [SW_UI64] = "u8",
        [SW_C64] = "c8", [SW_C128] = "c16",
    };
    return is_raw(element) ? "V1" : kinds[element];
}

int sw_kind_fits(const char *kind, int32_t element) {
    if (strcmp(kind, "?") == 0) kind = "b1";
    if (strcmp(kind, "bfloat16") == 0) kind = "V2";
    if (strcmp(kind, "f1") == 0) kind = "V1";
    return strcmp(kind, kind_of(element)) == 0;
}

/* Reads an array from the bytes of its entry. */
static int read_array(archive *archive, const entry *entry, const unsigned char *bytes, sw_array *array) {
    enum { HEADER = 1 << 16 };
    const char *name = entry->name;
    if (entry->size < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0) return fail(archive, "`%s` is no .npy array", name);
    int wide = bytes[6] >= 2;
    if (bytes[6] < 1 || bytes[6] > 3) return fail(archive, "`%s` has .npy version %d, not 1, 2 or 3", name, bytes[6]);
    uint64_t prefix = wide ? 12 : 10, length = entry->size < prefix ? 0 : little(bytes + 8, wide ? 4 : 2);
    if (length == 0 || length > HEADER || entry->size - prefix < length) return fail(archive, "`%s` has a damaged .npy header", name);
    char header[length + 1];
    memcpy(header, bytes + prefix, length);
    header[length] = 0;
    const char *kind = value_of(header, "descr"), *order = value_of(header, "fortran_order"), *shape = value_of(header, "shape");
    if (!kind || (*kind != '\'' && *kind != '"') || !order || !shape || *shape != '(') return fail(archive, "`%s` has a malformed .npy header", name);
    int big = kind[1] == '>';
    kind += 1 + (strchr("<>|=", kind[1]) && kind[1] ? 1 : 0);
    size_t letters = strcspn(kind, "'\""), turned = 0;
    if (letters >= sizeof array->kind) letters = sizeof array->kind - 1;
    memcpy(array->kind, kind, letters);
    array->kind[letters] = 0;
    size_t width = kind_width(array->kind, &turned);
    if (!width) return fail(archive, "`%s` has elements of type `%s`, which is not supported", name, array->kind);
    array->shape = NULL;
    array->rank = 0;
    uint64_t size = width;
    for (const char *at = shape + 1; *at && *at != ')';) {
        if (*at == ' ' || *at == ',' || *at == 'L') {
            at++;
            continue;
        }
        char *end;
        errno = 0;
        long long dim = strtoll(at, &end, 10);
        int64_t *grown = realloc(array->shape, (size_t)(array->rank + 1) * sizeof *grown);
        if (!grown) return fail(archive, "no memory for the shape of `%s`", name);
        array->shape = grown;
        if (end == at || errno || dim < 0) return fail(archive, "`%s` has a malformed shape", name);
        array->shape[array->rank++] = dim;
        at = end;
        if (__builtin_mul_overflow(size, (uint64_t)dim, &size)) return fail(archive, "`%s` has more elements than memory", name);
    }
    uint64_t had = entry->size - prefix - length;
    if (size != had) return fail(archive, "`%s` promises %llu bytes, the file has %llu", name, (unsigned long long)size, (unsigned long long)had);
    const unsigned char *data = bytes + prefix + length;
    int columns = strncmp(order, "True", 4) == 0 && array->rank > 1;
    if (columns || (big && turned > 1)) {
        unsigned char *made = malloc(size ? (size_t)size : 1);
        if (!made) return fail(archive, "no memory for `%s` of %llu bytes", name, (unsigned long long)size);
        if (columns)
            transpose(made, data, array->shape, array->rank, width);
        else
            memcpy(made, data, (size_t)size);
        for (uint64_t at = 0; big && at < size; at += turned)
            for (size_t i = 0; i < turned / 2; i++) {
                unsigned char byte = made[at + i];
                made[at + i] = made[at + turned - 1 - i];
                made[at + turned - 1 - i] = byte;
            }
        data = made;
    }
    array->bytes = data;
    array->size = (size_t)size;
    return 0;
}

int sw_read_npz(const char *path, sw_array **arrays, char *complaint, size_t room) {
    archive archive = {NULL, 0, path, complaint, room};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct stat found;
    if (descriptor < 0 || fstat(descriptor, &found) < 0) {
        fail(&archive, "%s", strerror(errno));
        if (descriptor >= 0) close(descriptor);
        return -1;
    }
    archive.length = (uint64_t)found.st_size;
    void *bytes = mmap(NULL, archive.length ? archive.length : 1, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (bytes == MAP_FAILED) return fail(&archive, "%s", strerror(errno));
    archive.bytes = bytes;
    directory directory = {0, 0};
    if (find_directory(&archive, &directory) < 0) return -1;
    /* An entry takes at least 46 bytes of the directory. */
    if (directory.entries > archive.length / 46) return fail(&archive, "it cannot have %llu entries", (unsigned long long)directory.entries);
    *arrays = calloc((size_t)directory.entries + 1, sizeof **arrays);
    if (!*arrays) return fail(&archive, "no memory for %llu entries", (unsigned long long)directory.entries);
    uint64_t at = directory.start;
    for (uint64_t index = 0; index < directory.entries; index++) {
        entry entry;
        if (read_entry(&archive, &at, &entry) < 0) return -1;
        const unsigned char *unpacked = unpack(&archive, &entry);
        if (!unpacked || read_array(&archive, &entry, unpacked, &(*arrays)[index]) < 0) return -1;
        (*arrays)[index].name = entry.name;
    }
    return (int)directory.entries;
}

/* ---- Writing ---------------------------------------------------------------------------------------------------- */

struct sw_writer {
    FILE *file;
    char *path, *beside;
    uint64_t at;
    /* The directory so far. */
    unsigned char *records;
    size_t record_bytes;
    uint64_t entries;
    archive archive;
};

static void put(unsigned char **to, uint64_t value, int count) {
    for (int i = 0; i < count; i++, value >>= 8) *(*to)++ = (unsigned char)value;
}

/* What an entry's own header and its line of the directory say alike: from the version that reads it to the length of its name. */
static void put_entry(unsigned char **to, int wide, int version, uint64_t crc, uint64_t size, size_t name) {
    put(to, (uint64_t)version, 2);
    put(to, 0, 2);
    put(to, 0, 2);
    put(to, 0x00210000, 4);
    put(to, crc, 4);
    put(to, wide ? 0xffffffff : size, 4);
    put(to, wide ? 0xffffffff : size, 4);
    put(to, name, 2);
}

static int write_all(sw_writer *writer, const void *bytes, size_t size) {
    if (size && fwrite(bytes, 1, size, writer->file) != size) {
        fail(&writer->archive, "%s", strerror(errno));
        fclose(writer->file);
        unlink(writer->beside);
        return -1;
    }
    writer->at += size;
    return 0;
}

sw_writer *sw_write_npz(const char *path, char *complaint, size_t room) {
    sw_writer *writer = calloc(1, sizeof *writer);
    size_t length = strlen(path) + 32;
    archive archive = {NULL, 0, path, complaint, room};
    if (!writer || !(writer->path = strdup(path)) || !(writer->beside = malloc(length))) {
        fail(&archive, "no memory to write it");
        return NULL;
    }
    writer->archive = archive;
    snprintf(writer->beside, length, "%s.part-%ld", path, (long)getpid());
    writer->file = fopen(writer->beside, "wb");
    if (!writer->file) {
        fail(&writer->archive, "%s", strerror(errno));
        return NULL;
    }
    return writer;
}

int sw_write_array(sw_writer *writer, const char *name, const sw_port *port, const void *bytes) {
    char header[4096];
    size_t width = sw_width(port->element), size = (size_t)sw_count(port->shape, port->rank) * width;
    const char *kind = kind_of(port->element);
    int used = snprintf(header, sizeof header, "{'descr': '%c%s', 'fortran_order': False, 'shape': (",
                        width == 1 || is_raw(port->element) ? '|' : '<', kind);
    for (int32_t dim = 0; dim < port->rank && used < (int)sizeof header - 96; dim++)
        used += snprintf(header + used, sizeof header - (size_t)used, dim ? " %lld," : "%lld,", (long long)port->shape[dim]);
    used += snprintf(header + used, sizeof header - (size_t)used, "), }");
    /* Elements start at a multiple of 64 bytes. */
    while ((used + 1 + 10) % 64) header[used++] = ' ';
    header[used++] = '\n';
    unsigned char magic[10] = "\x93NUMPY\x01\x00";
    unsigned char *to = magic + 8;
    put(&to, (uint64_t)used, 2);
    uint64_t all = sizeof magic + (uint64_t)used + size;
    uint32_t crc = (uint32_t)crc32_z(crc32_z(crc32_z(0, magic, sizeof magic), (unsigned char *)header, (size_t)used), bytes, size);
    char file[512];
    size_t length = (size_t)snprintf(file, sizeof file, "%s.npy", name);
    if (length >= sizeof file) return fail(&writer->archive, "the name `%s` is too long", name);
    /* Sizes and places of 4 GiB and more stand in fields of their own. */
    int wide = all >= 0xffffffff, far = writer->at >= 0xffffffff;
    uint64_t start = writer->at;
    unsigned char local[30 + 20], *record;
    to = local;
    put(&to, 0x04034b50, 4);
    put_entry(&to, wide, wide ? 45 : 20, crc, all, length);
    put(&to, wide ? 20 : 0, 2);
    if (write_all(writer, local, 30) < 0 || write_all(writer, file, length) < 0) return -1;
    to = local;
    put(&to, 1, 2);
    put(&to, 16, 2);
    put(&to, all, 8);
    put(&to, all, 8);
    if (wide && write_all(writer, local, 20) < 0) return -1;
    if (write_all(writer, magic, sizeof magic) < 0 || write_all(writer, header, (size_t)used) < 0 || write_all(writer, bytes, size) < 0) return -1;
    record = realloc(writer->records, writer->record_bytes + 46 + length + 28);
    if (!record) return fail(&writer->archive, "no memory for its directory");
    writer->records = record;
    unsigned char *first = record + writer->record_bytes;
    to = first;
    int extra = (wide || far) ? 4 + (wide ? 16 : 0) + (far ? 8 : 0) : 0;
    put(&to, 0x02014b50, 4);
    put(&to, wide || far ? 45 : 20, 2);
    put_entry(&to, wide, wide || far ? 45 : 20, crc, all, length);
    put(&to, (uint64_t)extra, 2);
    put(&to, 0, 8);
    put(&to, 0, 2);
    put(&to, far ? 0xffffffff : start, 4);
    memcpy(to, file, length);
    to += length;
    if (extra) {
        put(&to, 1, 2);
        put(&to, (uint64_t)extra - 4, 2);
        if (wide) put(&to, all, 8), put(&to, all, 8);
        if (far) put(&to, start, 8);
    }
    writer->record_bytes += (size_t)(to - first);
    writer->entries++;
    return 0;
}

void sw_drop_npz(sw_writer *writer) {
    fclose(writer->file);
    unlink(writer->beside);
}

int sw_end_npz(sw_writer *writer) {
    uint64_t start = writer->at, count = writer->entries, size = writer->record_bytes;
    int wide = start >= 0xffffffff || count >= 0xffff || size >= 0xffffffff;
    if (write_all(writer, writer->records, writer->record_bytes) < 0) return -1;
    unsigned char end[56 + 20 + 22], *to = end;
    if (wide) {
        uint64_t there = writer->at;
        put(&to, 0x06064b50, 4);
        put(&to, 44, 8);
        put(&to, 45, 2);
        put(&to, 45, 2);
        put(&to, 0, 8);
        put(&to, count, 8);
        put(&to, count, 8);
        put(&to, size, 8);
        put(&to, start, 8);
        put(&to, 0x07064b50, 4);
        put(&to, 0, 4);
        put(&to, there, 8);
        put(&to, 1, 4);
    }
    put(&to, 0x06054b50, 4);
    put(&to, 0, 4);
    put(&to, wide ? 0xffff : count, 2);
    put(&to, wide ? 0xffff : count, 2);
    put(&to, wide ? 0xffffffff : size, 4);
    put(&to, wide ? 0xffffffff : start, 4);
    put(&to, 0, 2);
    if (write_all(writer, end, (size_t)(to - end)) < 0) return -1;
    if (fclose(writer->file) != 0 || rename(writer->beside, writer->path) != 0) {
        fail(&writer->archive, "%s", strerror(errno));
        unlink(writer->beside);
        return -1;
    }
    return 0;
}
