/* Collectives over any transport.
 *
 * Invariants: members are combined one after the other in the group's order, with the rounding of the element type
 * after each step; every member gets the same bits.
 */
#include "shardwright.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned char *data;
    int64_t count;
} buffer;

/* The elements of a memref: its descriptor is two pointers, an offset, sizes and strides. */
static buffer elements(const sw_memref *memref, int32_t element, const char *what) {
    const int64_t *words = memref->descriptor;
    const int64_t *sizes = words + 3, *strides = sizes + memref->rank;
    int64_t count = 1;
    for (int64_t dim = memref->rank; dim-- > 0;) {
        if (sizes[dim] > 1 && strides[dim] != count && sw_count(sizes, (int32_t)memref->rank) > 0)
            sw_abort("%s: a buffer is not contiguous: stride %lld in dimension %lld, not %lld", what,
                     (long long)strides[dim], (long long)dim, (long long)count);
        count *= sizes[dim];
    }
    unsigned char *aligned = ((unsigned char *const *)words)[1];
    return (buffer){aligned + words[2] * (int64_t)sw_width(element), count};
}

static void *room(size_t bytes) {
    void *made = malloc(bytes ? bytes : 1);
    if (!made) sw_abort("no memory for %zu bytes of a collective", bytes);
    return made;
}

static int32_t place_of(int32_t group, const char *what) {
    int32_t place = sw_place(group);
    if (place < 0) sw_abort("%s: this device is in no group", what);
    return place;
}

static void check(const char *what, buffer in, buffer out, int64_t wanted_in, int64_t wanted_out) {
    if (in.count != wanted_in || out.count != wanted_out)
        sw_abort("%s: buffers of %lld and %lld elements, not %lld and %lld", what, (long long)in.count,
                 (long long)out.count, (long long)wanted_in, (long long)wanted_out);
}

/* ---- Elements --------------------------------------------------------------------------------------------------- */

static float of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, 4);
    return value;
}
static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}
static float of_bf16(uint16_t half) { return of_bits((uint32_t)half << 16); }
static uint16_t to_bf16(float value) {
    uint32_t bits = bits_of(value);
    if (isnan(value)) return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
static float of_f16(uint16_t half) {
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 1023;
    if (exponent == 31) return of_bits(sign | 0x7f800000 | fraction << 13);
    if (exponent) return of_bits(sign | (exponent + 112) << 23 | fraction << 13);
    /* Subnormal: a multiple of 2^-24. */
    return of_bits(sign | bits_of((float)fraction * 0x1p-24f));
}
static uint16_t to_f16(float value) {
    uint32_t bits = bits_of(value), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return (uint16_t)(sign | 0x7e00 | (magnitude >> 13 & 0x1ff));
    /* From halfway between the largest number and what would come next on. */
    if (magnitude >= 0x477ff000) return (uint16_t)(sign | 0x7c00);
    if (magnitude < 0x38800000) {
        /* Below 2^-14: adding 0.5 leaves multiples of 2^-24 in the lowest bits, rounded to even. */
        return (uint16_t)(sign | (bits_of(of_bits(magnitude) + 0.5f) - bits_of(0.5f)));
    }
    return (uint16_t)(sign | (magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13);
}

#define GREATER(x, y) (isnan(x) || (!isnan(y) && ((x) > (y) || ((x) == 0 && (y) == 0 && !signbit(x)))))
#define EACH(type, expression)                             \
    {                                                      \
        type *a = left;                                    \
        const type *b = right;                             \
        for (int64_t i = 0; i < count; i++) a[i] = (type)(expression); \
        return;                                            \
    }
#define INTEGERS(type, wide)                                          \
    switch (reduction) {                                              \
    case SW_SUM: EACH(type, (wide)a[i] + (wide)b[i])                  \
    case SW_PRODUCT: EACH(type, (wide)a[i] * (wide)b[i])              \
    case SW_MAX: EACH(type, a[i] > b[i] ? a[i] : b[i])                \
    case SW_MIN: EACH(type, a[i] < b[i] ? a[i] : b[i])                \
    case SW_AND: EACH(type, a[i] & b[i])                              \
    case SW_OR: EACH(type, a[i] | b[i])                               \
    case SW_XOR: EACH(type, a[i] ^ b[i])                              \
    }                                                                 \
    break;
#define FLOATS(type, up, down)                                        \
    switch (reduction) {                                              \
    case SW_SUM: EACH(type, down(up(a[i]) + up(b[i])))                \
    case SW_PRODUCT: EACH(type, down(up(a[i]) * up(b[i])))            \
    case SW_MAX: EACH(type, GREATER(up(a[i]), up(b[i])) ? a[i] : b[i])          \
    case SW_MIN: EACH(type, GREATER(-up(a[i]), -up(b[i])) ? a[i] : b[i])        \
    }                                                                 \
    break;
#define COMPLEX(type)                                                 \
    {                                                                 \
        type *a = left;                                               \
        const type *b = right;                                        \
        if (reduction != SW_SUM && reduction != SW_PRODUCT) break;    \
        for (int64_t i = 0; i < count; i++, a += 2, b += 2) {         \
            type re = a[0], im = a[1];                                \
            a[0] = reduction == SW_SUM ? re + b[0] : re * b[0] - im * b[1]; \
            a[1] = reduction == SW_SUM ? im + b[1] : re * b[1] + im * b[0]; \
        }                                                             \
        return;                                                       \
    }
#define AS_IS(x) (x)

/* left = left (reduction) right. */
static void combine(int32_t element, int32_t reduction, void *left, const void *right, int64_t count) {
    int narrow = element == SW_I2 || element == SW_UI2 ? 6 : 4;
    switch (element) {
    case SW_I2: case SW_I4:
        combine(SW_I8, reduction, left, right, count);
        for (int64_t i = 0; i < count; i++) ((int8_t *)left)[i] = (int8_t)((int8_t)(((uint8_t *)left)[i] << narrow) >> narrow);
        return;
    case SW_UI2: case SW_UI4:
        combine(SW_UI8, reduction, left, right, count);
        for (int64_t i = 0; i < count; i++) ((uint8_t *)left)[i] &= 0xff >> narrow;
        return;
    case SW_F64: FLOATS(double, AS_IS, AS_IS)
    case SW_F32: FLOATS(float, AS_IS, AS_IS)
    case SW_F16: FLOATS(uint16_t, of_f16, to_f16)
    case SW_BF16: FLOATS(uint16_t, of_bf16, to_bf16)
    case SW_I1:
        switch (reduction) {
        case SW_SUM: case SW_MAX: case SW_OR: EACH(uint8_t, a[i] | b[i])
        case SW_PRODUCT: case SW_MIN: case SW_AND: EACH(uint8_t, a[i] & b[i])
        case SW_XOR: EACH(uint8_t, a[i] ^ b[i])
        }
        break;
    case SW_I8: INTEGERS(int8_t, uint32_t)
    case SW_I16: INTEGERS(int16_t, uint32_t)
    case SW_I32: INTEGERS(int32_t, uint32_t)
    case SW_I64: INTEGERS(int64_t, uint64_t)
    case SW_UI8: INTEGERS(uint8_t, uint32_t)
    case SW_UI16: INTEGERS(uint16_t, uint32_t)
    case SW_UI32: INTEGERS(uint32_t, uint32_t)
    case SW_UI64: INTEGERS(uint64_t, uint64_t)
    case SW_C64: COMPLEX(float)
    case SW_C128: COMPLEX(double)
    }
    sw_abort("no reduction of kind %d on elements of %s", (int)reduction, sw_name(element));
}

/* All `members` parts, one behind the other, combined into the first. */
static void combine_all(int32_t element, int32_t reduction, unsigned char *parts, int32_t members, int64_t count) {
    for (int32_t member = 1; member < members; member++)
        combine(element, reduction, parts, parts + (size_t)member * (size_t)count * sw_width(element), count);
}

/* ---- Layouts ---------------------------------------------------------------------------------------------------- */

/* [first, second, bytes] to [second, first, bytes]. */
static void swap(unsigned char *to, const unsigned char *from, int64_t first, int64_t second, size_t bytes) {
    if (first == 1 || second == 1) {
        memcpy(to, from, (size_t)(first * second) * bytes);
        return;
    }
    for (int64_t i = 0; i < first; i++)
        for (int64_t j = 0; j < second; j++)
            memcpy(to + (size_t)(j * first + i) * bytes, from + (size_t)(i * second + j) * bytes, bytes);
}

/* ---- Collectives ------------------------------------------------------------------------------------------------ */

void sw_all_reduce(const sw_memref *in, const sw_memref *out, int32_t element, int32_t reduction, int32_t group) {
    /* Up to here, everything in one exchange takes less time than halves in two. */
    enum { SMALL = 1 << 16 };
    buffer from = elements(in, element, "all_reduce"), to = elements(out, element, "all_reduce");
    check("all_reduce", from, to, from.count, from.count);
    size_t width = sw_width(element), bytes = (size_t)from.count * width;
    place_of(group, "all_reduce");
    int32_t members = sw_members(group);
    if (from.count == 0) return;
    if ((size_t)members * bytes <= SMALL || from.count < members) {
        unsigned char *all = room((size_t)members * bytes);
        sw_exchange_all(group, from.data, all, bytes);
        combine_all(element, reduction, all, members, from.count);
        memcpy(to.data, all, bytes);
        free(all);
        return;
    }
    /* Each member combines one part, and gives it to the others. */
    int64_t part = (from.count + members - 1) / members;
    size_t each = (size_t)part * width, padded = each * (size_t)members;
    unsigned char *parts = room(padded), *sent = from.data, *got = to.data;
    if (padded != bytes) {
        sent = got = room(padded);
        memcpy(sent, from.data, bytes);
        memset(sent + bytes, 0, padded - bytes);
    }
    sw_exchange_parts(group, sent, parts, each);
    combine_all(element, reduction, parts, members, part);
    sw_exchange_all(group, parts, got, each);
    if (padded != bytes) {
        memcpy(to.data, got, bytes);
        free(got);
    }
    free(parts);
}

void sw_all_gather(const sw_memref *in, const sw_memref *out, int32_t element, int32_t group, int64_t outer, int64_t inner) {
    buffer from = elements(in, element, "all_gather"), to = elements(out, element, "all_gather");
    place_of(group, "all_gather");
    int32_t members = sw_members(group);
    check("all_gather", from, to, outer * inner, outer * inner * members);
    if (from.count == 0) return;
    size_t width = sw_width(element), bytes = (size_t)from.count * width;
    if (outer == 1) {
        sw_exchange_all(group, from.data, to.data, bytes);
        return;
    }
    unsigned char *all = room((size_t)members * bytes);
    sw_exchange_all(group, from.data, all, bytes);
    swap(to.data, all, members, outer, (size_t)inner * width);
    free(all);
}

void sw_reduce_scatter(const sw_memref *in, const sw_memref *out, int32_t element, int32_t reduction, int32_t group,
                       int64_t outer, int64_t inner) {
    buffer from = elements(in, element, "reduce_scatter"), to = elements(out, element, "reduce_scatter");
    place_of(group, "reduce_scatter");
    int32_t members = sw_members(group);
    check("reduce_scatter", from, to, outer * inner * members, outer * inner);
    if (from.count == 0) return;
    size_t width = sw_width(element), bytes = (size_t)to.count * width;
    unsigned char *parts = from.data, *got = room((size_t)members * bytes);
    if (outer > 1) {
        parts = room((size_t)members * bytes);
        swap(parts, from.data, outer, members, (size_t)inner * width);
    }
    sw_exchange_parts(group, parts, got, bytes);
    combine_all(element, reduction, got, members, to.count);
    memcpy(to.data, got, bytes);
    if (outer > 1) free(parts);
    free(got);
}

void sw_all_to_all(const sw_memref *in, const sw_memref *out, int32_t element, int32_t group, int64_t split_outer,
                   int64_t split_inner, int64_t concat_outer, int64_t concat_inner) {
    buffer from = elements(in, element, "all_to_all"), to = elements(out, element, "all_to_all");
    place_of(group, "all_to_all");
    int32_t members = sw_members(group);
    check("all_to_all", from, to, split_outer * split_inner * members, concat_outer * concat_inner * members);
    if (from.count != to.count) check("all_to_all", from, to, to.count, to.count);
    if (from.count == 0) return;
    size_t width = sw_width(element), each = (size_t)(split_outer * split_inner) * width;
    unsigned char *parts = from.data, *got = to.data;
    if (split_outer > 1) {
        parts = room((size_t)members * each);
        swap(parts, from.data, split_outer, members, (size_t)split_inner * width);
    }
    if (concat_outer > 1) got = room((size_t)members * each);
    sw_exchange_parts(group, parts, got, each);
    if (concat_outer > 1) {
        swap(to.data, got, members, concat_outer, (size_t)concat_inner * width);
        free(got);
    }
    if (split_outer > 1) free(parts);
}

void sw_permute(const sw_memref *in, const sw_memref *out, int32_t element, int32_t pairs) {
    buffer from = elements(in, element, "permute"), to = elements(out, element, "permute");
    check("permute", from, to, from.count, from.count);
    const sw_table *table = &sw_the_program.pairs[pairs];
    int32_t self = sw_device_id(), target = -1, source = -1;
    for (int32_t pair = 0; pair < table->count; pair++) {
        const int32_t *ids = table->ids + 2 * pair;
        if (ids[0] == self) target = ids[1];
        if (ids[1] == self) source = ids[0];
    }
    size_t bytes = (size_t)from.count * sw_width(element);
    if (source < 0) memset(to.data, 0, bytes);
    if (bytes) sw_exchange_pairs(target, from.data, source, to.data, bytes);
}

void sw_broadcast(const sw_memref *in, const sw_memref *out, int32_t element, int32_t group) {
    buffer from = elements(in, element, "broadcast"), to = elements(out, element, "broadcast");
    check("broadcast", from, to, from.count, from.count);
    size_t bytes = (size_t)from.count * sw_width(element);
    int32_t place = sw_place(group);
    if (place < 0) memset(to.data, 0, bytes);
    if (place == 0) memcpy(to.data, from.data, bytes);
    if (place >= 0 && bytes) sw_exchange_first(group, to.data, bytes);
}

/* One symbol for each type of memref. */
#define ALIAS(name, storage, parameters) void _mlir_ciface_##name##_##storage parameters __attribute__((alias(#name)));
#define ALIASES(storage)                                                                                                \
    ALIAS(sw_all_reduce, storage, (const sw_memref *, const sw_memref *, int32_t, int32_t, int32_t))                    \
    ALIAS(sw_all_gather, storage, (const sw_memref *, const sw_memref *, int32_t, int32_t, int64_t, int64_t))           \
    ALIAS(sw_reduce_scatter, storage,                                                                                   \
          (const sw_memref *, const sw_memref *, int32_t, int32_t, int32_t, int64_t, int64_t))                          \
    ALIAS(sw_all_to_all, storage,                                                                                       \
          (const sw_memref *, const sw_memref *, int32_t, int32_t, int64_t, int64_t, int64_t, int64_t))                 \
    ALIAS(sw_permute, storage, (const sw_memref *, const sw_memref *, int32_t, int32_t))                                \
    ALIAS(sw_broadcast, storage, (const sw_memref *, const sw_memref *, int32_t, int32_t))
ALIASES(f64) ALIASES(f32) ALIASES(f16) ALIASES(bf16)
ALIASES(f8E5M2) ALIASES(f8E4M3) ALIASES(f8E4M3FN) ALIASES(f8E4M3FNUZ) ALIASES(f8E5M2FNUZ) ALIASES(f8E4M3B11FNUZ)
ALIASES(f8E3M4) ALIASES(f8E8M0FNU)
ALIASES(i1) ALIASES(i2) ALIASES(i4) ALIASES(i8) ALIASES(i16) ALIASES(i32) ALIASES(i64)
ALIASES(c64) ALIASES(c128)
int32_t _mlir_ciface_sw_device_id(void) { return sw_device_id(); }
