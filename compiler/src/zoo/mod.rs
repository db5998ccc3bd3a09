//! The zoo: strategies of the literature, each compiled, proven and compared with its published formula.

pub mod formula;
