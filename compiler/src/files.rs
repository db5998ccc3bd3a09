//! Reading files that a user names.
//!
//! Invariant: every fault starts with the path as the user wrote it and says in words what is the matter.

use std::io::{Error, ErrorKind};
use std::path::Path;

/// The text of a file.
///
/// # Errors
/// The path, and why it cannot be read.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| describe(path, &error))?;
    String::from_utf8(bytes).map_err(|error| format!("{}: is not UTF-8 text, from byte {}", path.display(), error.utf8_error().valid_up_to()))
}

/// Why a file cannot be opened.
pub fn describe(path: &Path, error: &Error) -> String {
    let why = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "no permission".to_owned(),
        ErrorKind::NotADirectory => "is a file, not a folder".to_owned(),
        ErrorKind::IsADirectory => "is a folder, not a file".to_owned(),
        _ => error.to_string(),
    };
    format!("{}: {why}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keeps_a_file_from_being_read_is_said_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let fault = |name: &str| read_text(&folder.path().join(name)).unwrap_err();
        assert!(fault("missing").ends_with("missing: there is no such file or folder"));
        assert!(fault("").ends_with("is a folder, not a file"));
        std::fs::write(folder.path().join("latin"), b"caf\xe9").unwrap();
        assert!(fault("latin").ends_with("latin: is not UTF-8 text, from byte 3"));
    }
}
