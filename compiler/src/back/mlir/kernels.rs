//! Matrix products in registers: functions on vectors, one a shape, that native programs call.
//!
//! A product C = A B of row-major matrices is cut into tiles of a few rows and two to four vectors of columns; a tile's sums stay in
//! registers while its inner loop runs over what is summed. Rows and columns that are left over get tiles of their own sizes. Layers of one
//! shape share one function, so that compile time does not grow with depth. Invariants: sums are in the order of the summed
//! dimension, by fused multiply-add; every element of C is written.

use super::writer::{Result, Val, Writer, fault};
use shardwright_ir::{ElementType, TensorType};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The functions that a module has so far.
#[derive(Debug)]
pub struct Kernels {
    made: RefCell<BTreeSet<String>>,
    /// Bytes of a vector register.
    vector_bytes: i64,
}

impl Kernels {
    /// None yet; for the processor that this runs on.
    pub fn for_this_processor() -> Kernels {
        Kernels { made: RefCell::default(), vector_bytes: vector_bytes() }
    }
}

#[cfg(target_arch = "x86_64")]
fn vector_bytes() -> i64 {
    if std::arch::is_x86_feature_detected!("avx512f") {
        64
    } else if std::arch::is_x86_feature_detected!("avx") {
        32
    } else {
        16
    }
}
#[cfg(not(target_arch = "x86_64"))]
fn vector_bytes() -> i64 {
    16
}

/// A batch of matrix products: C[b, m, n] = Σ A[b, m, k] B[b, k, n].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Product {
    /// `f32` or `f64`.
    pub element: ElementType,
    /// Matrices.
    pub batch: i64,
    /// Rows of A and C.
    pub rows: i64,
    /// Columns of B and C.
    pub columns: i64,
    /// Columns of A, rows of B.
    pub summed: i64,
    /// Whether A is one matrix for all of the batch, of rank 2.
    pub one_left: bool,
    /// Whether B is one matrix for all of the batch, of rank 2.
    pub one_right: bool,
    /// Whether A is given as [b, k, m].
    pub left_transposed: bool,
}

impl Product {
    fn name(&self) -> String {
        let mark = |holds: bool, mark: &'static str| if holds { mark } else { "" };
        format!(
            "product_{}_{}x{}x{}x{}{}{}{}",
            self.element, self.batch, self.rows, self.columns, self.summed,
            mark(self.one_left, "_l"), mark(self.one_right, "_r"), mark(self.left_transposed, "_t")
        )
    }
    /// The type of A.
    pub fn left(&self) -> TensorType {
        let matrix = if self.left_transposed { [self.summed, self.rows] } else { [self.rows, self.summed] };
        self.operand(self.one_left, matrix)
    }
    /// The type of B.
    pub fn right(&self) -> TensorType {
        self.operand(self.one_right, [self.summed, self.columns])
    }
    fn operand(&self, one: bool, matrix: [i64; 2]) -> TensorType {
        let batch: &[i64] = if one { &[] } else { &[self.batch] };
        TensorType::new(self.element, &[batch, &matrix[..]].concat())
    }
    /// The type of C.
    pub fn result(&self) -> TensorType {
        TensorType::new(self.element, &[self.batch, self.rows, self.columns])
    }
}

/// C of A and B.
pub fn product<'m>(w: &Writer<'m>, kernels: &Kernels, block: super::writer::Block<'m>, product: &Product, a: Val<'m>, b: Val<'m>) -> Result<Val<'m>> {
    let name = product.name();
    if kernels.made.borrow_mut().insert(name.clone()) {
        w.program.append_text(&text(product, &name, kernels.vector_bytes / i64::from(product.element.bits() / 8))?);
    }
    let ty = product.result();
    let c = w.empty(block, &ty)?;
    w.value(block, "func.call", &[a, b, c], &[("callee", w.attribute(&format!("@{name}"))?)], w.tensor(&ty)?)
}

/// Rows and vectors of columns of a tile: sums, a row of B and one element of A fit the registers of AVX-512 (32) or AVX2 (16).
const TILE_ROWS: i64 = 6;
const TILE_VECTORS: i64 = 2;

fn text(product: &Product, name: &str, width: i64) -> Result<String> {
    let mut out = String::new();
    let Product { batch, rows, columns, summed, .. } = *product;
    let (a, b, c, element) = (product.left(), product.right(), product.result(), product.element);
    let mut emit = || -> std::result::Result<(), std::fmt::Error> {
        writeln!(out, "func.func private @{name}(%a: {a}, %b: {b}, %c: {c}) -> {c} attributes {{no_inline, llvm.linkage = #llvm.linkage<internal>}} {{")?;
        let mut sizes: Vec<i64> = vec![0, 1, batch, summed, TILE_ROWS, width * TILE_VECTORS];
        let (even_rows, even_columns) = (rows - rows % TILE_ROWS, columns - columns % (width * TILE_VECTORS));
        sizes.extend([even_rows, even_columns]);
        sizes.sort_unstable();
        sizes.dedup();
        for size in sizes {
            writeln!(out, "%i{size} = arith.constant {size} : index")?;
        }
        writeln!(out, "%zero = arith.constant 0.0 : {element}")?;
        writeln!(out, "%done = scf.for %batch = %i0 to %i{batch} step %i1 iter_args(%c0 = %c) -> ({c}) {{")?;
        let mut so_far = "%c0".to_owned();
        let mut next = 0;
        if even_columns > 0 {
            writeln!(out, "%even = scf.for %column = %i0 to %i{even_columns} step %i{} iter_args(%c1 = {so_far}) -> ({c}) {{", width * TILE_VECTORS)?;
            let made = strip(&mut out, product, "%column", &vec![width; TILE_VECTORS as usize], "%c1", &mut next)?;
            writeln!(out, "scf.yield {made} : {c}\n}}")?;
            so_far = "%even".to_owned();
        }
        let rest = columns - even_columns;
        if rest > 0 {
            let mut widths = vec![width; (rest / width) as usize];
            widths.extend((rest % width > 0).then_some(rest % width));
            so_far = strip(&mut out, product, &format!("%i{even_columns}"), &widths, &so_far, &mut next)?;
        }
        writeln!(out, "scf.yield {so_far} : {c}\n}}\nfunc.return %done : {c}\n}}")
    };
    emit().map_err(|why| fault(&why.to_string()))?;
    Ok(out)
}

/// All rows of the columns that begin at `column`: tiles of full height, then what is left.
fn strip(out: &mut String, product: &Product, column: &str, widths: &[i64], so_far: &str, next: &mut usize) -> std::result::Result<String, std::fmt::Error> {
    let (c, rows) = (product.result(), product.rows);
    let even = rows - rows % TILE_ROWS;
    let mut so_far = so_far.to_owned();
    if even > 0 {
        *next += 1;
        let id = *next;
        writeln!(out, "%strip{id} = scf.for %row{id} = %i0 to %i{even} step %i{TILE_ROWS} iter_args(%into{id} = {so_far}) -> ({c}) {{")?;
        let made = tile(out, product, &format!("%row{id}"), TILE_ROWS, column, widths, &format!("%into{id}"), next)?;
        writeln!(out, "scf.yield {made} : {c}\n}}")?;
        so_far = format!("%strip{id}");
    }
    if rows > even {
        so_far = tile(out, product, &format!("%i{even}"), rows - even, column, widths, &so_far, next)?;
    }
    Ok(so_far)
}

/// One tile: its sums are carried through the inner loop and then written.
#[expect(clippy::too_many_arguments, reason = "a tile's place and size")]
fn tile(out: &mut String, product: &Product, row: &str, height: i64, column: &str, widths: &[i64], into: &str, next: &mut usize) -> std::result::Result<String, std::fmt::Error> {
    *next += 1;
    let id = *next;
    let (a, b, c, element) = (product.left(), product.right(), product.result(), product.element);
    let vector = |width: i64| format!("vector<{width}x{element}>");
    for row_in in 0..height {
        writeln!(out, "%n{id}_{row_in} = arith.constant {row_in} : index\n%r{id}_{row_in} = arith.addi {row}, %n{id}_{row_in} : index")?;
    }
    let mut offset = 0;
    for (index, width) in widths.iter().enumerate() {
        writeln!(out, "%o{id}_{index} = arith.constant {offset} : index\n%k{id}_{index} = arith.addi {column}, %o{id}_{index} : index")?;
        writeln!(out, "%z{id}_{index} = arith.constant dense<0.0> : {}", vector(*width))?;
        offset += width;
    }
    let sums: Vec<(i64, usize)> = (0..height).flat_map(|row| (0..widths.len()).map(move |index| (row, index))).collect();
    let starts: Vec<String> = sums.iter().map(|(row, index)| format!("%s{id}_{row}_{index} = %z{id}_{index}")).collect();
    let types: Vec<String> = sums.iter().map(|(_, index)| vector(widths[*index])).collect();
    writeln!(out, "%t{id}:{} = scf.for %l{id} = %i0 to %i{} step %i1 iter_args({}) -> ({}) {{", sums.len(), product.summed, starts.join(", "), types.join(", "))?;
    let batched = |one: bool| if one { "" } else { "%batch, " };
    for (index, width) in widths.iter().enumerate() {
        writeln!(out, "%b{id}_{index} = vector.transfer_read %b[{}%l{id}, %k{id}_{index}], %zero {{in_bounds = [true]}} : {b}, {}", batched(product.one_right), vector(*width))?;
    }
    for row_in in 0..height {
        let at = if product.left_transposed { format!("%l{id}, %r{id}_{row_in}") } else { format!("%r{id}_{row_in}, %l{id}") };
        writeln!(out, "%a{id}_{row_in} = tensor.extract %a[{}{at}] : {a}", batched(product.one_left))?;
        for (index, width) in widths.iter().enumerate() {
            writeln!(out, "%v{id}_{row_in}_{index} = vector.broadcast %a{id}_{row_in} : {element} to {}", vector(*width))?;
            writeln!(out, "%f{id}_{row_in}_{index} = vector.fma %v{id}_{row_in}_{index}, %b{id}_{index}, %s{id}_{row_in}_{index} : {}", vector(*width))?;
        }
    }
    let yields: Vec<String> = sums.iter().map(|(row, index)| format!("%f{id}_{row}_{index}")).collect();
    writeln!(out, "scf.yield {} : {}\n}}", yields.join(", "), types.join(", "))?;
    let mut so_far = into.to_owned();
    for (number, (row, index)) in sums.iter().enumerate() {
        writeln!(out, "%w{id}_{number} = vector.transfer_write %t{id}#{number}, {so_far}[%batch, %r{id}_{row}, %k{id}_{index}] {{in_bounds = [true]}} : {}, {c}", types[number])?;
        so_far = format!("%w{id}_{number}");
    }
    Ok(so_far)
}
