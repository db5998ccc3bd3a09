//! [`Module`] to text.
//!
//! Invariants: the text is MLIR's pretty form as JAX prints it; names are given by [`super::names`]; the same
//! module always gives the same text.

use super::names::Names;
use super::op_printer::OpPrinter;
use super::print_attr::{write_dict, write_entry, write_symbol};
use crate::attrs::{Attr, Attrs};
use crate::diag::Loc;
use crate::module::{Func, Module, Region};
use crate::op::Syntax;
use crate::sharding::TensorSharding;
use std::fmt::Write;

// Writing to a string cannot fail: results of `write!` are dropped below.

/// What the text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    /// `loc(…)` after every op that has one.
    pub locations: bool,
    /// MLIR's generic form for everything.
    pub generic: bool,
}

/// A module as text, in pretty form without locations.
pub fn print_module(module: &Module) -> String {
    print_module_with(module, PrintOptions::default())
}

/// A module as text.
pub fn print_module_with(module: &Module, options: PrintOptions) -> String {
    let mut out = String::new();
    if options.generic {
        out.push_str("\"builtin.module\"()");
        if let Some(name) = module.name {
            out.push_str(" <{");
            write_entry(&mut out, "sym_name", &Attr::str(&name));
            out.push_str("}>");
        }
        out.push_str(" ({\n");
    } else {
        out.push_str("module");
        if let Some(name) = module.name {
            out.push(' ');
            write_symbol(&mut out, &name);
        }
        if !module.attrs.is_empty() {
            out.push_str(" attributes ");
            write_dict(&mut out, &module.attrs);
        }
        out.push_str(" {\n");
    }
    for (name, mesh) in &module.meshes {
        let attrs = module.mesh_attrs.get(name).filter(|attrs| !attrs.is_empty());
        if options.generic {
            let _ = write!(out, "  \"sdy.mesh\"() <{{mesh = #sdy.mesh{mesh}, ");
            write_entry(&mut out, "sym_name", &Attr::str(name));
            out.push_str("}>");
        } else {
            out.push_str("  sdy.mesh ");
            write_symbol(&mut out, name);
            let _ = write!(out, " = {mesh}");
        }
        if let Some(attrs) = attrs {
            out.push(' ');
            write_dict(&mut out, attrs);
        }
        out.push_str(if options.generic { " : () -> ()\n" } else { "\n" });
    }
    for func in module.funcs.values() {
        write_func(&mut out, func, options);
    }
    if !options.generic {
        out.push_str("}\n");
        return out;
    }
    out.push_str("})");
    if !module.attrs.is_empty() {
        out.push(' ');
        write_dict(&mut out, &module.attrs);
    }
    out.push_str(" : () -> ()\n");
    out
}

fn write_func(out: &mut String, func: &Func, options: PrintOptions) {
    let names = Names::of(func);
    if options.generic {
        write_generic_func(out, func, &names, options);
        return;
    }
    out.push_str(if func.private { "  func.func private " } else { "  func.func public " });
    write_symbol(out, &func.name);
    out.push('(');
    for (index, &arg) in func.args().iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        let _ = write!(out, "{comma}{}: {}", names.get(arg), func.ty(arg));
        let attrs = with_sharding(func.arg_attrs.get(index), func.sharding(arg));
        if !attrs.is_empty() {
            out.push(' ');
            write_dict(out, &attrs);
        }
        if options.locations && let Some(name) = func.value(arg).name {
            write_loc(out, &Loc::Name(name, None));
        }
    }
    out.push(')');
    write_func_results(out, func);
    if !func.attrs.is_empty() {
        out.push_str(" attributes ");
        write_dict(out, &func.attrs);
    }
    out.push_str(" {\n");
    write_ops(out, func, &names, func.body(), 4, options);
    out.push_str("  }");
    if options.locations {
        write_loc(out, &func.loc);
    }
    out.push('\n');
}

fn write_func_results(out: &mut String, func: &Func) {
    if func.result_types.is_empty() {
        return;
    }
    let results = func.result_types.iter().enumerate().map(|(index, ty)| {
        let sharding = func.result_shardings.get(index).and_then(Option::as_ref);
        (ty, with_sharding(func.result_attrs.get(index), sharding))
    });
    let results: Vec<_> = results.collect();
    out.push_str(" -> ");
    if let [(ty, attrs)] = &results[..]
        && attrs.is_empty()
    {
        let _ = write!(out, "{ty}");
        return;
    }
    out.push('(');
    for (index, (ty, attrs)) in results.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        let _ = write!(out, "{comma}{ty}");
        if !attrs.is_empty() {
            out.push(' ');
            write_dict(out, attrs);
        }
    }
    out.push(')');
}

fn with_sharding(attrs: Option<&Attrs>, sharding: Option<&TensorSharding>) -> Attrs {
    let mut attrs = attrs.cloned().unwrap_or_default();
    if let Some(sharding) = sharding {
        attrs.set("sdy.sharding", Attr::Sharding(Box::new(sharding.clone())));
    }
    attrs
}

fn write_generic_func(out: &mut String, func: &Func, names: &Names, options: PrintOptions) {
    let dicts = |dicts: Vec<Attrs>| dicts.iter().any(|dict| !dict.is_empty()).then(|| Attr::Array(dicts.into_iter().map(Attr::Dict).collect()));
    let args = func.args().iter().enumerate().map(|(index, &arg)| with_sharding(func.arg_attrs.get(index), func.sharding(arg)));
    let results = (0..func.result_types.len())
        .map(|index| with_sharding(func.result_attrs.get(index), func.result_shardings.get(index).and_then(Option::as_ref)));
    let types = |types: Vec<String>| format!("({})", types.join(", "));
    let inputs = types(func.args().iter().map(|&arg| func.ty(arg).to_string()).collect());
    let outputs = types(func.result_types.iter().map(ToString::to_string).collect());
    let mut attrs = Attrs::new();
    attrs.set("function_type", Attr::Opaque(format!("{inputs} -> {outputs}").into()));
    attrs.set("sym_name", Attr::str(&func.name));
    attrs.set("sym_visibility", Attr::str(if func.private { "private" } else { "public" }));
    for (name, value) in [("arg_attrs", dicts(args.collect())), ("res_attrs", dicts(results.collect()))] {
        if let Some(value) = value {
            attrs.set(name, value);
        }
    }
    out.push_str("  \"func.func\"() <");
    write_dict(out, &attrs);
    out.push_str("> ({\n");
    if !func.args().is_empty() {
        out.push_str("  ^bb0(");
        for (index, &arg) in func.args().iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let _ = write!(out, "{comma}{}: {}", names.get(arg), func.ty(arg));
        }
        out.push_str("):\n");
    }
    write_ops(out, func, names, func.body(), 4, options);
    out.push_str("  })");
    if !func.attrs.is_empty() {
        out.push(' ');
        write_dict(out, &func.attrs);
    }
    out.push_str(" : () -> ()");
    if options.locations {
        write_loc(out, &func.loc);
    }
    out.push('\n');
}

/// The ops of a region, one a line.
pub(super) fn write_ops(out: &mut String, func: &Func, names: &Names, region: Region, indent: usize, options: PrintOptions) {
    let in_body = region == func.body();
    for &op in &func.region(region).ops {
        let data = func.op(op);
        out.extend(std::iter::repeat_n(' ', indent));
        write_results(out, func, names, op);
        let view = func.view(op);
        let pretty = !options.generic
            && match data.info.syntax {
                Syntax::Generic => false,
                Syntax::Format(format) => super::format::fits(format, &view),
                Syntax::Custom(syntax) => syntax.fits(&view),
            };
        let mut printer = OpPrinter { out, func, names, op, indent, options };
        if pretty {
            // MLIR writes ops of the enclosing op's own dialect without prefix, which only functions ask for.
            let name = data.info.name;
            printer.write(if in_body { name.strip_prefix("func.").unwrap_or(name) } else { name });
            match data.info.syntax {
                Syntax::Format(format) => super::format::print(format, &mut printer),
                Syntax::Custom(syntax) => syntax.print(&mut printer),
                Syntax::Generic => {}
            }
        } else {
            printer.write("\"");
            printer.write(data.info.name);
            printer.write("\"");
            printer.generic_form();
        }
        if options.locations {
            write_loc(out, &data.loc);
        }
        out.push('\n');
    }
}

/// `%0 = `, `%0:2 = `, `%values, %indices = `.
fn write_results(out: &mut String, func: &Func, names: &Names, op: crate::module::OpId) {
    let results = &func.op(op).results;
    let Some(&first) = results.first() else { return };
    match names.get(first).split_once('#') {
        Some((group, _)) => {
            let _ = write!(out, "{group}:{}", results.len());
        }
        None => {
            for (index, &result) in results.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                out.push_str(names.get(result));
            }
        }
    }
    out.push_str(" = ");
}

fn write_loc(out: &mut String, loc: &Loc) {
    if *loc == Loc::Unknown {
        return;
    }
    out.push_str(" loc(");
    write_loc_body(out, loc);
    out.push(')');
}

fn write_loc_body(out: &mut String, loc: &Loc) {
    let string = super::print_attr::write_string;
    match loc {
        Loc::Unknown => out.push_str("unknown"),
        Loc::File { file, line, column } => {
            string(out, file);
            let _ = write!(out, ":{line}:{column}");
        }
        Loc::Name(name, child) => {
            string(out, name);
            if let Some(child) = child {
                out.push('(');
                write_loc_body(out, child);
                out.push(')');
            }
        }
        Loc::CallSite(pair) => {
            out.push_str("callsite(");
            write_loc_body(out, &pair.0);
            out.push_str(" at ");
            write_loc_body(out, &pair.1);
            out.push(')');
        }
        Loc::Fused(parts) => {
            out.push_str("fused[");
            for (index, part) in parts.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                write_loc_body(out, part);
            }
            out.push(']');
        }
    }
}
