//! MPress: 1F1B under a limit of activations, kept by moving them to ranks that hold few, to the host, or by computing them again, whatever costs least.
//!
//! Copies run beside computation: one microbatch may be on its way off while the next goes forward, and one on its way back before it is needed, so that what
//! stays is one less than the limit. First the ranks that hold most send what is too much to the ranks that hold least, as far as those have room: device to device is the fastest. A rank
//! without such a partner copies to the host where that hides behind computation (a copy off and one back while a microbatch is computed), and
//! else computes again what it does not keep.

use super::bpipe::evict;
use super::one_f_one_b::alternate;
use crate::schedule::{Action, Chunks, Kind, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, ScheduleOption, Times};

/// MPress.
pub const MPRESS: ScheduleInfo = ScheduleInfo {
    name: "mpress",
    summary: "1F1B under a limit of activations: what is too much goes to ranks with room, to the host, or is computed again",
    paper: "Zhou et al., MPress, HPCA 2023",
    bubble: Law { text: "(p-1)*S", when: "memory >= (p+3)/2 and c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "min(p, m)", when: "memory >= p" },
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["memory >= 1"],
    options: &[
        ScheduleOption { name: "memory", default: "3", summary: "most activations of a rank, in microbatches" },
        ScheduleOption { name: "host", default: "auto", summary: "auto: copy to the host where O, the time of a copy, hides behind a microbatch's passes; never" },
    ],
    build,
};

/// What a rank does with activations that are too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relief {
    None,
    /// To the rank that keeps them.
    Device(usize),
    Host,
    Recompute,
}

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let memory = parameters.number("memory")?;
    let hides = match parameters.text("host") {
        "auto" => 2 * u128::from(times.offload) <= u128::from(times.forward) + u128::from(times.input) + u128::from(times.weight),
        "never" => false,
        other => return Err(format!("mpress: host={other}: wanted auto or never")),
    };
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, m);
    for (rank, relief) in reliefs(p, m, memory, hides).into_iter().enumerate() {
        let order = alternate(rank, (p - 1 - rank).min(m), m);
        schedule.orders[rank] = match relief {
            Relief::None => order,
            Relief::Device(keeper) => {
                schedule.keepers[rank] = Some(keeper);
                ahead(evict(rank, &order, memory - 1))
            }
            Relief::Host => ahead(evict(rank, &order, memory - 1)),
            Relief::Recompute => recompute(&order, (p - rank).min(m), memory),
        };
    }
    Ok(schedule)
}

fn reliefs(p: usize, m: usize, memory: usize, hides: bool) -> Vec<Relief> {
    let held = |rank: usize| (p - rank).min(m);
    let mut light: Vec<usize> = (0..p).collect();
    let mut found = vec![Relief::None; p];
    // Ranks hold the more the earlier they are.
    for rank in (0..p).filter(|rank| held(*rank) > memory) {
        // Beside what does not stay, one more while a copy is on both ranks.
        let wanted = held(rank) - (memory - 1) + 1;
        found[rank] = match light.last() {
            Some(&keeper) if memory > 1 && held(keeper) + wanted <= memory => {
                light.pop();
                Relief::Device(keeper)
            }
            _ if hides && memory > 1 => Relief::Host,
            _ => Relief::Recompute,
        };
    }
    found
}

/// The order, with copies back one pass earlier than they are needed, behind which they hide.
fn ahead(mut order: Vec<Action>) -> Vec<Action> {
    for index in 0..order.len() {
        let back = order[index];
        if back.kind != Kind::Reload {
            continue;
        }
        let other = |place: usize| order.get(place).filter(|other| other.microbatch != back.microbatch).map(|other| other.kind);
        let mut place = index;
        while place > 0 && other(place - 1) == Some(Kind::Offload) {
            place -= 1;
        }
        if place > 0 && other(place - 1).is_some_and(Kind::computes) {
            place -= 1;
        }
        order[place..=index].rotate_right(1);
    }
    order
}

/// The order, with as many of the microbatches in flight computed again as are too many. While one goes back it is whole.
fn recompute(order: &[Action], flight: usize, memory: usize) -> Vec<Action> {
    let again = flight - memory + 1;
    let passes = order.iter().flat_map(|&action| {
        let first = (action.kind == Kind::Backward && action.microbatch as usize % flight < again).then_some(Action { kind: Kind::Recompute, ..action });
        first.into_iter().chain([action])
    });
    passes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Costs, Memory, simulate, validate};

    fn built(p: usize, m: usize, memory: usize, offload: u64) -> Schedule {
        let mut parameters = Parameters::new(p, m, 1);
        parameters.options.insert("memory".to_owned(), memory.to_string());
        MPRESS.build(parameters, Times { forward: 1, input: 1, weight: 1, hop: 0, offload }).unwrap()
    }

    #[test]
    fn heavy_ranks_send_to_light_ones_and_what_is_left_is_copied_or_computed_again() {
        // Ranks of 8 hold 8 to 1 microbatches. With 6, 5 stay: rank 0 sends 3 and one is on its way: rank 7 with 1 has room for 5; rank 1 sends 2 and one, and
        // rank 6 with 2 has room for 4.
        use Relief::{Device, Host, None, Recompute};
        assert_eq!(reliefs(8, 32, 6, true), [Device(7), Device(6), None, None, None, None, None, None]);
        // With 4, 3 stay, and no rank has room for the 6 of rank 0, the 5 of rank 1 or the 4 of rank 2; rank 3 sends 2 and one is on its way, for rank 7 with 1.
        assert_eq!(reliefs(8, 32, 4, true), [Host, Host, Host, Device(7), None, None, None, None]);
        assert_eq!(reliefs(8, 32, 4, false), [Recompute, Recompute, Recompute, Device(7), None, None, None, None]);
    }

    #[test]
    fn no_rank_holds_more_than_the_limit() {
        for p in 2..=8 {
            for m in [1, 3, 8, 24] {
                for memory in 1..=p {
                    // Copies that hide (2 of them in 3 units).
                    for offload in [0, 1] {
                        let schedule = built(p, m, memory, offload);
                        validate(&schedule).unwrap();
                        let costs = Costs { offload, ..Costs::unit(&schedule) };
                        let run = simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).unwrap();
                        assert!(run.peak.iter().all(|peak| *peak <= memory as i64), "{p} {m} {memory} {offload}: {:?}", run.peak);
                    }
                }
            }
        }
    }

    #[test]
    fn copies_that_hide_cost_no_time() {
        let time = |memory: usize, offload: u64| {
            let schedule = built(8, 32, memory, offload);
            let costs = Costs { offload, ..Costs::even(&schedule, [4, 4, 4, 0]) };
            simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).unwrap().makespan
        };
        // 1F1B: (32+7)*12. Two copies of 1 in a forward pass of 4 hide; computing again what six ranks cannot keep does not.
        assert_eq!((time(8, 1), time(4, 1)), (39 * 12, 39 * 12));
        assert!(time(4, 30) > 39 * 12);
    }
}
