//! Facts about a module, computed when first asked for and kept until the module changes.
//!
//! Invariants: a pass that changed the module drops every analysis but those that it declared preserved; in
//! debug builds a preserved analysis is computed anew and compared, so that a wrong declaration is found.

use shardwright_ir::Module;
use std::any::{Any, TypeId, type_name};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A fact that follows from the module alone.
pub trait Analysis: PartialEq + 'static {
    /// Computes it.
    fn compute(module: &Module) -> Self;
}

/// Analyses of one module in its current state.
#[derive(Default)]
pub struct Analyses {
    kept: BTreeMap<TypeId, Entry>,
}

struct Entry {
    value: Rc<dyn Any>,
    /// Whether it still equals what the module says.
    is_current: fn(&dyn Any, &Module) -> bool,
    name: &'static str,
    preserved: bool,
}

impl Analyses {
    /// The analysis of `module`, computed unless it is kept.
    pub fn get<A: Analysis>(&mut self, module: &Module) -> Rc<A> {
        let entry = self.kept.entry(TypeId::of::<A>()).or_insert_with(|| Entry {
            value: Rc::new(A::compute(module)),
            is_current: |value, module| value.downcast_ref::<A>().is_some_and(|kept| *kept == A::compute(module)),
            name: type_name::<A>(),
            preserved: false,
        });
        entry.value.clone().downcast::<A>().unwrap_or_else(|_| unreachable!("keyed by its type"))
    }
    /// Declares that the running pass keeps the analysis valid.
    pub fn preserve<A: Analysis>(&mut self) {
        if let Some(entry) = self.kept.get_mut(&TypeId::of::<A>()) {
            entry.preserved = true;
        }
    }
    /// Drops what a pass that changed the module did not preserve.
    ///
    /// # Errors
    /// In debug builds, when a preserved analysis no longer holds: its name.
    pub fn invalidate(&mut self, module: &Module) -> Result<(), &'static str> {
        self.kept.retain(|_, entry| std::mem::take(&mut entry.preserved));
        if cfg!(debug_assertions)
            && let Some(stale) = self.kept.values().find(|entry| !(entry.is_current)(&*entry.value, module))
        {
            return Err(stale.name);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::{Func, Sym};

    #[derive(PartialEq, Debug)]
    struct FuncCount(usize);
    impl Analysis for FuncCount {
        fn compute(module: &Module) -> FuncCount {
            FuncCount(module.funcs.len())
        }
    }

    #[test]
    fn an_analysis_lives_until_the_module_changes() {
        let mut module = Module::default();
        let mut analyses = Analyses::default();
        assert_eq!(analyses.get::<FuncCount>(&module).0, 0);
        module.funcs.insert(Sym::new("f"), Func::new(Sym::new("f")));
        assert_eq!(analyses.get::<FuncCount>(&module).0, 0, "kept until told of the change");
        analyses.invalidate(&module).unwrap();
        assert_eq!(analyses.get::<FuncCount>(&module).0, 1);
    }

    #[test]
    #[cfg(debug_assertions)]
    fn a_false_claim_to_preserve_is_found() {
        let mut module = Module::default();
        let mut analyses = Analyses::default();
        analyses.get::<FuncCount>(&module);
        module.funcs.insert(Sym::new("f"), Func::new(Sym::new("f")));
        analyses.preserve::<FuncCount>();
        assert!(analyses.invalidate(&module).unwrap_err().ends_with("FuncCount"));
    }
}
