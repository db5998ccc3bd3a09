/* Collectives over any transport.
 *
 * Invariants: members are combined one after the other in the group's order, with the rounding of the element type
 * after each step; every member gets the same bits.
 */
#include "shardwright.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *room(size_t bytes) {
    void *made = malloc(bytes ? bytes : 1);
    if (!made) sw_abort("no memory for %zu bytes of a collective", bytes);
    return made;
}

static int32_t members_of(int32_t group, const char *what) {
    if (sw_place(group) < 0) sw_abort("%s: this device is in no group", what);
    return sw_members(group);
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

double sw_number(int32_t element, const void *bytes) {
    uint16_t half;
    float single;
    double value = 0.0 / 0.0;
    memcpy(&half, bytes, element == SW_F16 || element == SW_BF16 ? sizeof half : 0);
    memcpy(&single, bytes, element == SW_F32 ? sizeof single : 0);
    memcpy(&value, bytes, element == SW_F64 ? sizeof value : 0);
    return element == SW_F16 ? of_f16(half) : element == SW_BF16 ? of_bf16(half) : element == SW_F32 ? single : value;
}

void sw_add(int32_t element, void *left, const void *right, int64_t count) { combine(element, SW_SUM, left, right, count); }

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

void sw_all_reduce(const void *in, void *out, int32_t element, int32_t reduction, int32_t group, int64_t count) {
    /* Up to here, everything in one exchange takes less time than halves in two. */
    enum { SMALL = 1 << 16 };
    size_t width = sw_width(element), bytes = (size_t)count * width;
    int32_t members = members_of(group, "all_reduce");
    if (count == 0) return;
    if ((size_t)members * bytes <= SMALL || count < members) {
        unsigned char *all = room((size_t)members * bytes);
        sw_exchange_all(group, in, all, bytes);
        combine_all(element, reduction, all, members, count);
        memcpy(out, all, bytes);
        free(all);
        return;
    }
    /* Each member combines one part, and gives it to the others. */
    int64_t part = (count + members - 1) / members;
    size_t each = (size_t)part * width, padded = each * (size_t)members;
    unsigned char *parts = room(padded), *whole = NULL;
    if (padded != bytes) {
        whole = room(padded);
        memcpy(whole, in, bytes);
        memset(whole + bytes, 0, padded - bytes);
    }
    sw_exchange_parts(group, whole ? whole : in, parts, each);
    combine_all(element, reduction, parts, members, part);
    sw_exchange_all(group, parts, whole ? whole : out, each);
    if (whole) memcpy(out, whole, bytes);
    free(whole);
    free(parts);
}

void sw_all_gather(const void *in, void *out, int32_t element, int32_t group, int64_t outer, int64_t inner) {
    size_t width = sw_width(element), bytes = (size_t)(outer * inner) * width;
    int32_t members = members_of(group, "all_gather");
    if (bytes == 0) return;
    if (outer == 1) {
        sw_exchange_all(group, in, out, bytes);
        return;
    }
    unsigned char *all = room((size_t)members * bytes);
    sw_exchange_all(group, in, all, bytes);
    swap(out, all, members, outer, (size_t)inner * width);
    free(all);
}

void sw_reduce_scatter(const void *in, void *out, int32_t element, int32_t reduction, int32_t group, int64_t outer, int64_t inner) {
    size_t width = sw_width(element), bytes = (size_t)(outer * inner) * width;
    int32_t members = members_of(group, "reduce_scatter");
    if (bytes == 0) return;
    unsigned char *parts = NULL, *got = room((size_t)members * bytes);
    if (outer > 1) {
        parts = room((size_t)members * bytes);
        swap(parts, in, outer, members, (size_t)inner * width);
    }
    sw_exchange_parts(group, parts ? parts : in, got, bytes);
    combine_all(element, reduction, got, members, outer * inner);
    memcpy(out, got, bytes);
    free(parts);
    free(got);
}

void sw_all_to_all(const void *in, void *out, int32_t element, int32_t group, int64_t split_outer, int64_t split_inner,
                   int64_t concat_outer, int64_t concat_inner) {
    size_t width = sw_width(element), each = (size_t)(split_outer * split_inner) * width;
    int32_t members = members_of(group, "all_to_all");
    if (split_outer * split_inner != concat_outer * concat_inner) sw_abort("all_to_all: parts that are cut are not parts that are joined");
    if (each == 0) return;
    unsigned char *parts = NULL, *got = NULL;
    if (split_outer > 1) {
        parts = room((size_t)members * each);
        swap(parts, in, split_outer, members, (size_t)split_inner * width);
    }
    if (concat_outer > 1) got = room((size_t)members * each);
    sw_exchange_parts(group, parts ? parts : in, got ? got : out, each);
    if (got) swap(out, got, members, concat_outer, (size_t)concat_inner * width);
    free(got);
    free(parts);
}

void sw_permute(const void *in, void *out, int32_t element, int32_t pairs, int64_t count) {
    const sw_table *table = &sw_the_program.pairs[pairs];
    int32_t self = sw_device_id(), target = -1, source = -1;
    for (int32_t pair = 0; pair < table->count; pair++) {
        const int32_t *ids = table->ids + 2 * pair;
        if (ids[0] == self) target = ids[1];
        if (ids[1] == self) source = ids[0];
    }
    size_t bytes = (size_t)count * sw_width(element);
    if (source < 0) memset(out, 0, bytes);
    if (bytes) sw_exchange_pairs(target, in, source, out, bytes);
}

void sw_broadcast(const void *in, void *out, int32_t element, int32_t group, int64_t count) {
    size_t bytes = (size_t)count * sw_width(element);
    int32_t place = sw_place(group);
    if (place < 0) memset(out, 0, bytes);
    if (place == 0) memcpy(out, in, bytes);
    if (place >= 0 && bytes) sw_exchange_first(group, out, bytes);
}
