//! Schedules of papers and frameworks, a file each.
//!
//! Invariant: [`SCHEDULES`] is all of them, in the order in which they are listed; every one is valid for all parameters that keep its rules.

pub mod adapipe;
pub mod autopipe;
pub mod bpipe;
pub mod chimera;
pub mod dualpipe;
pub mod dynapipe;
pub mod gems;
pub mod gpipe;
pub mod graph;
mod greedy;
pub mod hanayo;
pub mod interleaved;
pub mod looped_bfs;
pub mod mcap;
pub mod mpress;
pub mod naive;
pub mod one_f_one_b;
pub mod pipedream;
pub mod search;
pub mod sequence;
pub mod tessel;
pub mod v_blocks;
pub mod varuna;
pub mod zb_greedy;
pub mod zb_h1;
pub mod zb_h2;
pub mod zbv;
mod zbv_greedy;

use super::ScheduleInfo;

/// Every schedule.
pub const SCHEDULES: &[&ScheduleInfo] = &[
    &naive::NAIVE,
    &gpipe::GPIPE,
    &one_f_one_b::ONE_F_ONE_B,
    &interleaved::INTERLEAVED,
    &looped_bfs::LOOPED_BFS,
    &zb_h1::ZB_H1,
    &zb_h2::ZB_H2,
    &zb_greedy::ZB_1P,
    &zb_greedy::ZB_2P,
    &interleaved::INTERLEAVED_ZERO_BUBBLE,
    &zbv::ZBV,
    &v_blocks::V_HALF,
    &v_blocks::V_MIN,
    &chimera::CHIMERA,
    &hanayo::HANAYO,
    &dualpipe::DUALPIPE,
    &dualpipe::DUALPIPEV,
    &pipedream::PIPEDREAM,
    &pipedream::PIPEDREAM_2BW,
    &gems::GEMS,
    &sequence::TERAPIPE,
    &sequence::SEQ_1F1B,
    &bpipe::BPIPE,
    &adapipe::ADAPIPE,
    &mcap::MCAP,
    &mpress::MPRESS,
    &varuna::VARUNA,
    &graph::GRAPHPIPE,
    &tessel::TESSEL,
    &dynapipe::DYNAPIPE,
    &graph::DISTMM,
    &autopipe::AUTOPIPE,
    &search::SEARCH,
];

#[cfg(test)]
mod tables;
#[cfg(test)]
mod tests;
