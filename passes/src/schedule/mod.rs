//! Pipeline schedules: what each rank does in which order, whether that can run, how long it takes and what it holds.
//!
//! * [`order`]: the schedule; [`action`]: its actions; [`csv`]: torch's files.
//! * [`validate`]: each action once, on its rank, in an order that ends; [`stuck`]: why not.
//! * [`simulate`]: time and memory under [`costs`].
//! * [`lower`]: messages, gathers and sums; [`slicing`]: where to cut sequences; [`given`]: costs from a command line.
//! * [`published`]: schedules of papers, a file each, with their formulas ([`info`], [`formula`]).
//!
//! Invariant: nothing here knows how a schedule came to be but its generator; whatever is read from a file is validated and simulated alike.

pub mod action;
pub mod costs;
pub mod csv;
pub mod formula;
pub mod given;
pub mod info;
pub mod lower;
pub mod order;
pub mod published;
pub mod simulate;
pub mod slicing;
pub mod stuck;
pub mod validate;

pub use action::{Action, Kind};
pub use costs::{Costs, Memory, Time, Units};
pub use given::{Given, ideal};
pub use info::{Chunks, Law, Metric, Parameters, ScheduleInfo, ScheduleOption, Times};
pub use order::{Load, Placement, Schedule, Size, Stage};
pub use published::SCHEDULES;
pub use simulate::{Simulation, Span, Stream, simulate};
pub use stuck::Stuck;
pub use validate::validate;
