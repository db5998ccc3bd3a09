//! MLIR itself: contexts, its complaints, and its word on a text.

use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use melior::utility::register_all_dialects;
use melior::{Context, diagnostic::DiagnosticSeverity};
use shardwright_ir::Diagnostic;
use std::sync::{Arc, Mutex};

/// A context with all upstream dialects; unregistered ones are allowed where `unregistered` says so.
pub(super) fn context(unregistered: bool) -> Context {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context.set_allow_unregistered_dialects(unregistered);
    context
}

/// Runs `body` and returns what MLIR complained about meanwhile, one line each.
pub(super) fn with_complaints<R>(context: &Context, body: impl FnOnce() -> R) -> (R, Vec<String>) {
    let complaints = Arc::new(Mutex::new(Vec::new()));
    let sink = complaints.clone();
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        if matches!(diagnostic.severity(), DiagnosticSeverity::Error) {
            sink.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(format!("{}: {diagnostic}", diagnostic.location()));
        }
        true
    });
    let result = body();
    context.detach_diagnostic_handler(handler);
    let lines = std::mem::take(&mut *complaints.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    (result, lines)
}

/// Parses and verifies text in MLIR's generic form. Errors carry MLIR's own messages.
pub fn check(generic_text: &str) -> Result<(), Diagnostic> {
    let context = context(true);
    let (fine, complaints) = with_complaints(&context, || {
        Module::parse(&context, generic_text).is_some_and(|module| module.as_operation().verify())
    });
    if fine {
        return Ok(());
    }
    Err(complaints.into_iter().fold(Diagnostic::error("MLIR refuses the text"), Diagnostic::note))
}
