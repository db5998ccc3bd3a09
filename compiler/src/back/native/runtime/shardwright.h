/* What native programs call, and what the tables beside them say.
 *
 * A program is one function of one device. It gets pointers to its arguments and to the room for its results, and calls
 * the functions below where devices meet. Every device of a group calls the same ones in the same order.
 *
 * Invariants: buffers are contiguous, row-major; elements narrower than a byte take one byte; a group's order is the
 * order in which members are combined and joined, so that every member gets the same bits on every transport; what a
 * function writes never overlaps what it reads. A fault ends all ranks with one message.
 */
#ifndef SHARDWRIGHT_H
#define SHARDWRIGHT_H

#include <stddef.h>
#include <stdint.h>

/* ---- What the program calls ------------------------------------------------------------------------------------- */

/* Element types, numbered as the compiler's. */
enum sw_element {
    SW_F64, SW_F32, SW_F16, SW_BF16,
    SW_F8E5M2, SW_F8E4M3, SW_F8E4M3FN, SW_F8E4M3FNUZ, SW_F8E5M2FNUZ, SW_F8E4M3B11FNUZ, SW_F8E3M4, SW_F8E8M0FNU,
    SW_I1, SW_I2, SW_I4, SW_I8, SW_I16, SW_I32, SW_I64,
    SW_UI2, SW_UI4, SW_UI8, SW_UI16, SW_UI32, SW_UI64,
    SW_C64, SW_C128,
    SW_ELEMENTS
};

/* How elements are combined. Maximum and minimum are those of IEEE 754-2019: NaN wins, -0 is below +0. */
enum sw_reduction { SW_SUM, SW_PRODUCT, SW_MAX, SW_MIN, SW_AND, SW_OR, SW_XOR };

/* Buffers are pointers, which the program passes as integers of 64 bits; counts and extents are elements. `group` and `pairs`
 * are indices into the program's tables.
 *
 *   all_reduce      every member gets all members' elements combined
 *   all_gather      [outer, inner] of each member joined to [outer, members, inner]
 *   reduce_scatter  [outer, members, inner] of each member combined; each member gets its [outer, inner]
 *   all_to_all      each member cuts [split_outer, members, split_inner] into one part for each member, and joins the
 *                   parts that it gets, each [concat_outer, concat_inner], to [concat_outer, members, concat_inner]
 *   permute         devices send to one another; who gets nothing has zeros
 *   broadcast       the first member's elements; devices in no group have zeros
 */
void sw_all_reduce(const void *in, void *out, int32_t element, int32_t reduction, int32_t group, int64_t count);
void sw_all_gather(const void *in, void *out, int32_t element, int32_t group, int64_t outer, int64_t inner);
void sw_reduce_scatter(const void *in, void *out, int32_t element, int32_t reduction, int32_t group, int64_t outer, int64_t inner);
void sw_all_to_all(const void *in, void *out, int32_t element, int32_t group, int64_t split_outer, int64_t split_inner,
                   int64_t concat_outer, int64_t concat_inner);
void sw_permute(const void *in, void *out, int32_t element, int32_t pairs, int64_t count);
void sw_broadcast(const void *in, void *out, int32_t element, int32_t group, int64_t count);
/* The id of this device. */
int32_t sw_device_id(void);

/* ---- What the tables say ---------------------------------------------------------------------------------------- */

/* Replica groups: `count` rows of `width` devices, -1 where a row is shorter. Or pairs: `count` rows of sender and
 * receiver. */
typedef struct {
    int32_t count, width;
    const int32_t *ids;
} sw_table;

/* A file of weights, as the compile saw it. */
typedef struct {
    const char *path;
    uint64_t length;
    /* FNV-1a of pages spread over it; empty where it is not known. */
    const char *pages;
} sw_file;

/* A global tensor and how it lies on devices. */
typedef struct {
    const char *name;
    int32_t element, rank;
    /* The global shape, and that of each shard. */
    const int64_t *shape, *local;
    /* The first index of each device's shard, `rank` numbers a device. What lies beyond the shape is padding. */
    const int64_t *starts;
    /* Of a result: for each device, the first that holds the same part. */
    const int32_t *holders;
    /* Of a weight: its file (else -1) and its bytes there. */
    int32_t file;
    uint64_t offset, length;
    /* Of a state: the bytes of one element, the value of all before the first step. */
    const unsigned char *initial;
    /* Of an input: the result that is its value in the next step; -1 for none. */
    int32_t next;
} sw_port;

/* A piece of a program that a schedule runs: ports by position among the devices of a rank. */
typedef struct {
    int32_t input_count, output_count;
    const sw_port *inputs, *outputs;
    void (*call)(void *const *arguments, void *const *results);
} sw_piece;

/* Steps of a rank are numbers: what is done, then of what. `FROM` and `TO` are slots.
 *
 *   SW_RUN piece, slots of arguments, slots of results     SW_SEND from, rank, tag     SW_POST to, rank, tag
 *   SW_AWAIT slot     SW_FIT to, from     SW_COPY to, from     SW_ADD to, from     SW_LET_GO slot
 */
enum sw_step { SW_RUN, SW_SEND, SW_POST, SW_AWAIT, SW_FIT, SW_COPY, SW_ADD, SW_LET_GO };

typedef struct {
    int32_t slot_count, step_numbers;
    /* What stands in each slot. */
    const sw_port *const *ports;
    const int32_t *steps;
} sw_rank;

/* Before the steps: a slot of a rank gets a program's input, rows of one microbatch of it (else -1), or (input -1) a
 * constant of this rank. After them: a slot holds a program's output, or rows of one microbatch of it. */
typedef struct {
    int32_t rank, slot, port, microbatch;
    const unsigned char *constant;
} sw_place_of;

typedef struct {
    /* Devices of each rank, `width` of them. */
    int32_t rank_count, width, load_count, result_count;
    const int32_t *devices;
    const sw_piece *pieces;
    const sw_rank *ranks;
    const sw_place_of *loads, *results;
} sw_pipeline;

typedef struct {
    int32_t devices;
    int32_t group_count, pair_count, file_count, input_count, output_count;
    const sw_table *groups, *pairs;
    const sw_file *files;
    const sw_port *inputs, *outputs;
    /* The result that is a training step's loss; -1 for none. */
    int32_t loss;
    /* The program. */
    void (*call)(void *const *arguments, void *const *results);
    /* Instead of it, where a schedule runs pieces. */
    const sw_pipeline *pipeline;
} sw_program;

extern const sw_program sw_the_program;

/* ---- What the parts of the runtime share ------------------------------------------------------------------------ */

/* Bytes of an element, and its name. */
size_t sw_width(int32_t element);
const char *sw_name(int32_t element);
/* Elements of so many dimensions. */
int64_t sw_count(const int64_t *dims, int32_t rank);

/* Transport: `mpi.c`, or `serial.c` for one device. Sizes in bytes. */
void sw_start(int *argc, char ***argv, int32_t *rank, int32_t *ranks);
/* Ends this process, which agreed with all others that it is over. */
_Noreturn void sw_finish(int status);
/* Ends all ranks at once with this rank's message. */
_Noreturn void sw_abort(const char *format, ...);
const char *sw_library(void);
/* Makes communicators of the devices of one rank of a pipeline, of which this is the one at `position`; of all devices
 * where there is no pipeline. Group `group_count` is the rank's devices. */
void sw_join_groups(const sw_program *program, int32_t rank, int32_t position);
int32_t sw_members(int32_t group);
/* This device's place in its group; -1 in none. */
int32_t sw_place(int32_t group);
void sw_exchange_all(int32_t group, const void *mine, void *all, size_t each);
void sw_exchange_parts(int32_t group, const void *parts, void *got, size_t each);
void sw_exchange_first(int32_t group, void *bytes, size_t size);
void sw_exchange_pairs(int32_t to, const void *sent, int32_t from, void *got, size_t size);
void sw_send(int32_t rank, const void *bytes, size_t size);
void sw_receive(int32_t rank, void *bytes, size_t size);
/* Sends and receives that do not block; their numbers are awaited. */
int32_t sw_post_send(int32_t rank, int32_t tag, const void *bytes, size_t size);
int32_t sw_post_receive(int32_t rank, int32_t tag, void *bytes, size_t size);
void sw_await(int32_t request);
/* Whether it is done, without waiting; a number that is done is awaited already. */
int sw_is_done(int32_t request);
void sw_wait_for_all(void);
/* Every rank says what is wrong with it (empty: nothing); rank 0 prints the first complaint. True where there is none. */
int sw_agree(const char *complaint);

/* `.npz` files: `npz.c`. An array is contiguous, row-major and little-endian once it is read. */
typedef struct {
    char *name;
    /* What the header says the elements are. */
    char kind[16];
    int32_t rank;
    int64_t *shape;
    const unsigned char *bytes;
    size_t size;
} sw_array;
/* Reads all arrays; the complaint is written where something is wrong, and the result is then negative. */
int sw_read_npz(const char *path, sw_array **arrays, char *complaint, size_t room);
/* Whether an array of this kind holds elements of this type. */
int sw_kind_fits(const char *kind, int32_t element);
/* Writes a file beside and renames it. */
typedef struct sw_writer sw_writer;
sw_writer *sw_write_npz(const char *path, char *complaint, size_t room);
int sw_write_array(sw_writer *writer, const char *name, const sw_port *port, const void *bytes);
int sw_end_npz(sw_writer *writer);
/* Leaves an earlier file as it is. */
void sw_drop_npz(sw_writer *writer);

/* Pipelines: `pipeline.c`. */
void sw_enter_pipeline(int32_t rank, int32_t position);
void sw_run_pipeline(void);
void sw_put(int32_t slot, unsigned char *bytes);
const unsigned char *sw_held(int32_t slot);
/* The float that an element is; NaN of other types. */
double sw_number(int32_t element, const void *bytes);
/* left += right. */
void sw_add(int32_t element, void *left, const void *right, int64_t count);

/* Shards: `shards.c`. */
typedef void (*sw_row)(void *context, size_t global_byte, size_t local_byte, size_t bytes);
/* Calls `row` for every contiguous run of a device's shard that lies inside the tensor. */
void sw_rows(const sw_port *port, int32_t device, sw_row row, void *context);
void sw_cut(const sw_port *port, int32_t device, const unsigned char *global, unsigned char *shard);
void sw_paste(const sw_port *port, int32_t device, const unsigned char *shard, unsigned char *global);
uint64_t sw_hash(const sw_port *port, int32_t device, const unsigned char *shard);
/* The shard of a weight, mapped from its file; null where the complaint says why. */
unsigned char *sw_map_weight(const sw_program *program, const sw_port *port, int32_t device, const char *folder,
                             const char *moved, char *complaint, size_t room);

#endif
