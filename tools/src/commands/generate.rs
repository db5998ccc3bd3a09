//! `generate`: a forward model by its sizes, as text; without a spec, what there is.

use super::print;
use crate::args::GenerateArgs;
use crate::fault::Fault;
use shardwright_compiler::generate::{FAMILIES, generate as generate_model};
use shardwright_ir::text::{PrintOptions, print_module_with};
use std::fmt::Write;

/// Runs the command.
pub fn generate(args: &GenerateArgs) -> Result<(), Fault> {
    let Some(spec) = &args.spec else { return print(&families()) };
    let (module, _) = generate_model(spec).map_err(Fault::input)?;
    // Names of arguments are their locations.
    let text = print_module_with(&module, PrintOptions { locations: true, ..PrintOptions::default() });
    match &args.output {
        Some(path) => std::fs::write(path, text).map_err(|error| Fault::input(format!("{}: {error}", path.display()))),
        None => print(&text),
    }
}

/// Every family with its sizes and their defaults.
fn families() -> String {
    let width = FAMILIES.iter().flat_map(|family| family.fields).map(|field| field.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for family in FAMILIES {
        let _ = writeln!(text, "{}  {}", family.name, family.summary);
        for field in family.fields {
            let _ = writeln!(text, "    {:width$} = {:<6} {}", field.name, field.default, field.summary);
        }
        let _ = writeln!(text, "    {:width$} = {:<6} type of parameters and of what is computed", "type", "f32");
    }
    text
}
