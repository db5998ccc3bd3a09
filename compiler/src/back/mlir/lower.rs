//! From tensors to machine code: a program of one device through upstream passes and LLVM, to an object file or into this process.
//!
//! The code has one entry, in C:
//!
//! ```c
//! void shardwright_program(void *const *arguments, void *const *results);
//! ```
//!
//! `arguments[i]` and `results[i]` point to argument and result i of the program's main function: dense row-major elements, each of
//! [`ElementType::byte_size`](shardwright_ir::ElementType::byte_size) bytes, little-endian (truth values are bytes of 0 or 1). Arguments are only read; results are only
//! written, and overlap neither arguments nor each other. Nothing stays allocated after a call, and calls from several threads do not
//! meet. Where devices meet it calls the functions of `shardwright.h`, which name tables of devices by number
//! ([`Meetings`](crate::back::native::Meetings)).
//!
//! Invariants: only verified programs are lowered; passes' complaints are the error. The machine code is for the processor that this
//! runs on.

use super::copies::strided_copies_to_loops;
use super::kernels::Kernels;
use super::build::Program;
use super::print::print;
use super::program::{Results, function};
use super::writer::{Result, Writer, fault};
use super::{context, with_complaints};
use crate::back::native::{Meetings, threads};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationMutLike};
use melior::ir::attribute::StringAttribute;
use melior::ir::{Attribute, Module as MlirModule};
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_llvm_translations, register_all_passes};
use melior::{Context, ExecutionEngine};
use shardwright_ir::interp::{Tensor, run_devices};
use shardwright_ir::verify::Verified;
use shardwright_ir::{Diagnostic, Func, TensorType};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// One function, but for those that stay functions.
const INLINE: &str = "builtin.module(inline,canonicalize,cse)";

/// Elementwise chains become one loop nest each.
const FUSE: &str = "builtin.module(func.func(linalg-fuse-elementwise-ops),canonicalize,cse)";

/// Values are computed where they are wanted in the end. Upstream finds no order of writes for some programs that want one value in two
/// places; such a program does without.
const PLACE: &str = "builtin.module(eliminate-empty-tensors)";

/// Tensors become buffers, freed after their last use.
const BUFFERS: &str = "builtin.module(empty-tensor-to-alloc-tensor,\
    one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops buffer-alignment=64},\
    canonicalize,drop-equivalent-buffer-results,canonicalize,cse,\
    buffer-deallocation-pipeline,canonicalize,cse)";

/// Buffers become loops, loops branches, and everything LLVM's.
const CODE: &str = "builtin.module(func.func(convert-linalg-to-loops),canonicalize,cse,func.func(convert-vector-to-scf),lower-affine,convert-scf-to-cf,\
    convert-complex-to-standard,arith-expand{include-bf16},expand-strided-metadata,lower-affine,convert-math-to-llvm,convert-math-to-libm,\
    convert-vector-to-llvm,convert-complex-to-llvm,convert-func-to-llvm,finalize-memref-to-llvm,convert-to-llvm,\
    reconcile-unrealized-casts,canonicalize,cse)";

/// Runs `use_code` on the program as a module of LLVM's dialect.
fn with_code<R>(program: Verified, entry: &str, meetings: Meetings, use_code: impl FnOnce(&MlirModule) -> Result<R>) -> Result<(R, Meetings)> {
    register_all_passes();
    let meetings = RefCell::new(meetings);
    let context = context(false);
    register_all_llvm_translations(&context);
    let (kernels, prefix) = (Kernels::for_this_processor(), format!("{entry}_"));
    let module = program.module();
    let main = module.main().ok_or_else(|| Diagnostic::error("module has no @main"))?;
    let program = Program::new();
    let mut w = Writer::new(&program);
    w.kernels = Some(&kernels);
    w.meetings = Some(&meetings);
    w.prefix = &prefix;
    for func in module.funcs.values() {
        let hands = if func.name == main.name { Results::Placed } else { Results::Returned };
        function(&w, module, func, hands, &|_, _, _, value| Ok(value), &|_, _, value| Ok(value))?;
    }
    let text = print(&program);
    let (parsed, complaints) = with_complaints(&context, || MlirModule::parse(&context, &text));
    let mut mlir = parsed.ok_or_else(|| refused("MLIR refuses the translated program", complaints))?;
    // Arguments are the caller's: nothing is written in their place.
    let name = format!("{prefix}{}", main.name);
    let (arguments, results) = (passed_arguments(main), passed_results(main));
    let marks = [vec!["{bufferization.writable = false}"; arguments.len()], vec!["{}"; results.len()]].concat();
    mark_arguments(&context, &mut mlir, &name, &marks)?;
    run(&context, &mut mlir, INLINE)?;
    // What a private function returns in an argument's place it does not return at all; inlining drops private functions without calls.
    set_attribute(&mut mlir, &name, "sym_visibility", StringAttribute::new(&context, "private").into())?;
    run(&context, &mut mlir, FUSE)?;
    let unplaced = MlirModule::from_operation((*mlir.as_operation()).clone()).ok_or_else(|| fault("a module is none"))?;
    if run(&context, &mut mlir, PLACE).and_then(|()| run(&context, &mut mlir, BUFFERS)).is_err() {
        mlir = unplaced;
        run(&context, &mut mlir, BUFFERS)?;
    }
    strided_copies_to_loops(&context, &mlir)?;
    run(&context, &mut mlir, CODE)?;
    add_entry(&context, &mut mlir, main, (entry, &name))?;
    let made = use_code(&mlir)?;
    Ok((made, meetings.take()))
}

fn refused(what: &str, complaints: Vec<String>) -> Diagnostic {
    complaints.into_iter().fold(Diagnostic::error(what), Diagnostic::note)
}

fn run(context: &Context, mlir: &mut MlirModule, pipeline: &str) -> Result<()> {
    let (done, complaints) = with_complaints(context, || -> std::result::Result<(), melior::Error> {
        let manager = PassManager::new(context);
        parse_pass_pipeline(manager.as_operation_pass_manager(), pipeline)?;
        manager.run(mlir)
    });
    done.map_err(|why| refused(&format!("MLIR cannot lower the program: {why}"), complaints))
}

/// Arguments that the main function of the code has, and their types: those with elements.
fn passed_arguments(main: &Func) -> Vec<(usize, &TensorType)> {
    with_elements(main.args().iter().map(|&arg| main.ty(arg)))
}

/// Results that the main function of the code has, and their types: those with elements.
fn passed_results(main: &Func) -> Vec<(usize, &TensorType)> {
    with_elements(main.result_types.iter())
}

fn with_elements<'t>(types: impl Iterator<Item = &'t shardwright_ir::Type>) -> Vec<(usize, &'t TensorType)> {
    types.enumerate().filter_map(|(index, ty)| Some((index, ty.as_tensor().filter(|ty| ty.num_elements() > 0)?))).collect()
}

/// Gives each of a function's arguments these attributes and no others.
fn mark_arguments<'c>(context: &'c Context, mlir: &mut MlirModule<'c>, name: &str, marks: &[&str]) -> Result<()> {
    let text = format!("[{}]", marks.join(", "));
    let attribute = Attribute::parse(context, &text).ok_or_else(|| fault("arguments' attributes"))?;
    set_attribute(mlir, name, "arg_attrs", attribute)
}

/// Sets an attribute of the function of this name.
fn set_attribute<'c>(mlir: &mut MlirModule<'c>, name: &str, attribute: &str, value: Attribute<'c>) -> Result<()> {
    let mut next = mlir.body().first_operation_mut();
    while let Some(mut op) = next {
        let named = op.attribute("sym_name").is_ok_and(|found| found.to_string() == format!("\"{name}\""));
        if named {
            op.set_attribute(attribute, value);
            return Ok(());
        }
        next = op.next_in_block_mut();
    }
    Err(fault("the main function is gone"))
}

/// Adds the entry, which describes the buffers of both lists to the main function: that takes, for each, its address twice, the first
/// element's offset, sizes and strides.
fn add_entry<'c>(context: &'c Context, mlir: &mut MlirModule<'c>, main: &Func, (entry, name): (&str, &str)) -> Result<()> {
    let (mut body, mut operands, mut types, mut marks) = (String::new(), Vec::new(), Vec::new(), Vec::new());
    let mut numbers = BTreeSet::from([0]);
    for (list, buffers) in [("arguments", passed_arguments(main)), ("results", passed_results(main))] {
        for (index, ty) in buffers {
            let name = format!("%{list}{index}");
            let _ = writeln!(body, "{name}_at = llvm.getelementptr %{list}[{index}] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr");
            let _ = writeln!(body, "{name} = llvm.load {name}_at : !llvm.ptr -> !llvm.ptr");
            let mut strides = vec![1; ty.rank()];
            for dim in (1..ty.rank()).rev() {
                strides[dim - 1] = strides[dim] * ty.dims[dim];
            }
            let layout: Vec<i64> = std::iter::once(0).chain(ty.dims.iter().copied()).chain(strides).collect();
            operands.extend([name.clone(), name]);
            operands.extend(layout.iter().map(|number| format!("%n{number}")));
            types.extend(["!llvm.ptr"; 2]);
            types.extend(layout.iter().map(|_| "i64"));
            // The entry's contract: what is read and written by this address is by no other.
            marks.extend(["{}", "{llvm.noalias}"]);
            marks.extend(layout.iter().map(|_| "{}"));
            numbers.extend(layout);
        }
    }
    for number in numbers {
        body.insert_str(0, &format!("%n{number} = llvm.mlir.constant({number} : i64) : i64\n"));
    }
    let (operands, types) = (operands.join(", "), types.join(", "));
    let text = format!(
        "llvm.func @\"{name}\"({types})\nllvm.func @{entry}(%arguments: !llvm.ptr, %results: !llvm.ptr) {{\n{body}llvm.call @\"{name}\"({operands}) : ({types}) -> ()\nllvm.return\n}}"
    );
    let parsed = MlirModule::parse(context, &text).ok_or_else(|| fault("the entry's text"))?;
    let entry = parsed.body().first_operation().and_then(|declared| declared.next_in_block()).ok_or_else(|| fault("the entry's text"))?;
    mlir.body().append_operation((*entry).clone());
    mark_arguments(context, mlir, name, &marks)
}

/// Writes the program as an object file (position-independent code) whose entry has this name. Gives `meetings` with the tables that its calls name.
///
/// # Errors
/// An op has no native form, or the file is not written.
pub fn object(program: Verified, entry: &str, meetings: Meetings, path: &Path) -> Result<Meetings> {
    let done = with_code(program, entry, meetings, |mlir| {
        let engine = ExecutionEngine::new(mlir, 2, &[], true, true);
        // Nothing is called; but code is made only where all that it calls is there.
        register_runtime(&engine);
        // Code is made when it is asked for.
        if engine.lookup(entry).is_null() {
            return Err(fault("the program's code has no entry"));
        }
        engine.dump_to_object_file(&path.display().to_string());
        if path.is_file() { Ok(()) } else { Err(Diagnostic::error(format!("{} was not written", path.display()))) }
    });
    done.map(|((), meetings)| meetings)
}

/// The functions where devices meet, as threads of this process.
fn register_runtime(engine: &ExecutionEngine) {
    for (name, address) in threads::symbols() {
        // SAFETY: programs call these functions by the types that they have.
        unsafe { engine.register_symbol(name, address) };
    }
}

/// A program in this process.
pub struct Jit {
    /// Holds the code.
    _engine: ExecutionEngine,
    entry: extern "C" fn(*const *mut u8, *const *mut u8),
    arguments: Vec<TensorType>,
    results: Vec<TensorType>,
    meetings: Meetings,
}

// SAFETY: the code is complete when `new` returns, and its calls share nothing but what they only read.
unsafe impl Sync for Jit {}

impl Jit {
    /// Compiles a program.
    ///
    /// # Errors
    /// An op has no native form.
    pub fn new(program: Verified) -> Result<Jit> {
        const ENTRY: &str = "shardwright_program";
        let main = program.module().main().ok_or_else(|| Diagnostic::error("module has no @main"))?;
        let tensor = |ty: &shardwright_ir::Type| ty.as_tensor().cloned().ok_or_else(|| fault("a token is returned"));
        let arguments = main.args().iter().map(|&arg| main.tensor_type(arg).clone()).collect();
        let results = main.result_types.iter().map(tensor).collect::<Result<Vec<_>>>()?;
        let (made, meetings) = with_code(program, ENTRY, Meetings::default(), |mlir| {
            let engine = ExecutionEngine::new(mlir, 2, &[], false, false);
            register_runtime(&engine);
            let entry = engine.lookup(ENTRY);
            if entry.is_null() {
                return Err(fault("the program's code has no entry: a function that it calls may be missing"));
            }
            // SAFETY: `add_entry` made a function of this type by this name.
            let entry = unsafe { std::mem::transmute::<*mut (), extern "C" fn(*const *mut u8, *const *mut u8)>(entry) };
            Ok((engine, entry))
        })?;
        Ok(Jit { _engine: made.0, entry: made.1, arguments, results, meetings })
    }

    /// Runs a program of several devices: threads of this process, each with its row of arguments. Results are by device.
    ///
    /// # Errors
    /// The arguments are not of the program's types, or devices disagree on what they exchange.
    pub fn run_on_threads(&self, rows: &[Vec<Tensor>]) -> std::result::Result<Vec<Vec<Tensor>>, String> {
        let done = run_devices(rows.len(), |devices| {
            let row = &rows[devices.device() as usize];
            Ok(threads::as_device(devices, &self.meetings, || self.run(row))??)
        });
        done.map_err(|error| error.to_string())
    }

    /// Runs the program.
    ///
    /// # Errors
    /// The arguments are not of the program's types.
    pub fn run(&self, arguments: &[Tensor]) -> std::result::Result<Vec<Tensor>, String> {
        let types: Vec<&TensorType> = arguments.iter().map(|argument| &argument.ty).collect();
        if types != self.arguments.iter().collect::<Vec<_>>() {
            return Err(format!("the program takes {:?}, got {types:?}", self.arguments));
        }
        let mut inputs: Vec<Buffer> = arguments.iter().map(|argument| Buffer::of(&argument.to_bytes())).collect();
        let mut outputs: Vec<Buffer> = self.results.iter().map(|ty| Buffer::of(&vec![0; ty.byte_size() as usize])).collect();
        self.call(&mut inputs, &mut outputs);
        self.results.iter().zip(&outputs).map(|(ty, buffer)| Tensor::from_bytes(ty.clone(), buffer.bytes()).map_err(|why| why.to_string())).collect()
    }

    /// Runs the program on buffers of its own sizes.
    fn call(&self, inputs: &mut [Buffer], outputs: &mut [Buffer]) {
        let pointers = |buffers: &mut [Buffer]| buffers.iter_mut().map(Buffer::pointer).collect::<Vec<_>>();
        let (inputs, outputs) = (pointers(inputs), pointers(outputs));
        (self.entry)(inputs.as_ptr(), outputs.as_ptr());
    }

    /// The shortest of `times` runs on these arguments, in seconds, without making buffers.
    ///
    /// # Errors
    /// The arguments are not of the program's types.
    pub fn time(&self, arguments: &[Tensor], times: usize) -> std::result::Result<f64, String> {
        self.run(arguments)?;
        let mut inputs: Vec<Buffer> = arguments.iter().map(|argument| Buffer::of(&argument.to_bytes())).collect();
        let mut outputs: Vec<Buffer> = self.results.iter().map(|ty| Buffer::of(&vec![0; ty.byte_size() as usize])).collect();
        let mut best = f64::INFINITY;
        for _ in 0..times {
            let begin = std::time::Instant::now();
            self.call(&mut inputs, &mut outputs);
            best = best.min(begin.elapsed().as_secs_f64());
        }
        Ok(best)
    }
}

/// Bytes at an address that any element may have.
struct Buffer {
    words: Vec<u128>,
    length: usize,
}

impl Buffer {
    fn of(bytes: &[u8]) -> Buffer {
        let mut words = vec![0u128; bytes.len().div_ceil(16).max(1)];
        for (word, chunk) in words.iter_mut().zip(bytes.chunks(16)) {
            let mut whole = [0; 16];
            whole[..chunk.len()].copy_from_slice(chunk);
            *word = u128::from_ne_bytes(whole);
        }
        Buffer { words, length: bytes.len() }
    }
    fn pointer(&mut self) -> *mut u8 {
        self.words.as_mut_ptr().cast()
    }
    fn bytes(&self) -> &[u8] {
        // SAFETY: the words hold at least `length` initialised bytes.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr().cast(), self.length) }
    }
}
