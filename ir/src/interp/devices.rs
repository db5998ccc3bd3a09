//! N devices in the process, one thread each, that meet in collectives.
//!
//! Invariants: nothing hangs. Devices meet by group and by how often that group has met before; when members
//! come with different descriptions, when a member has ended or failed, or when every device waits and none can
//! go on, all waiting devices are woken with one error that names the ops and devices. The first failure is the
//! one that is reported.

use super::eval::{Communicator, EvalError};
use super::tensor::Tensor;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Most devices that are simulated: each takes a thread.
pub const MAX_DEVICES: usize = 4096;

/// Runs `work` on `count` devices at once and returns what each gave, in order of their ids.
///
/// # Errors
/// The first failure: what a device's work returned or panicked with, prefixed by the device; or what devices
/// disagreed on.
pub fn run_devices<T: Send>(count: usize, work: impl Fn(&dyn Communicator) -> Result<T, EvalError> + Sync) -> Result<Vec<T>, EvalError> {
    if count == 0 || count > MAX_DEVICES {
        return Err(format!("the number of devices must be from 1 to {MAX_DEVICES}, got {count}").into());
    }
    let room = Room { state: Mutex::new(State { devices: vec![Device::Running; count], ..State::default() }), changed: Condvar::new() };
    let results: Vec<Option<T>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count)
            .map(|id| {
                let (room, work) = (&room, &work);
                let body = move || {
                    let member = Member { room, id, count, met: Mutex::default() };
                    let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| work(&member)));
                    let failure = match outcome {
                        Ok(Ok(value)) => {
                            room.end(id, None);
                            return Some(value);
                        }
                        Ok(Err(error)) => error,
                        Err(panic) => format!("panicked: {}", panic_text(panic.as_ref())).into(),
                    };
                    room.end(id, Some(failure));
                    None
                };
                let thread = std::thread::Builder::new().name(format!("device {id}")).stack_size(16 << 20).spawn_scoped(scope, body);
                thread.map_err(|error| room.end(id, Some(format!("cannot start a thread: {error}").into()))).ok()
            })
            .collect();
        threads.into_iter().map(|thread| thread?.join().ok()?).collect()
    });
    if let Some(failure) = room.lock().failure.take() {
        return Err(failure);
    }
    results.into_iter().enumerate().map(|(id, result)| result.ok_or_else(|| format!("device {id} gave no result").into())).collect()
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// What a device is doing.
#[derive(Clone, Debug)]
enum Device {
    Running,
    /// At this collective, over this group.
    Waiting(String, Vec<i64>),
    Ended,
}

/// Tensors that members of a group have brought to one meeting, by place in the group.
struct Meeting {
    brought: Vec<Option<Tensor>>,
    /// Who came first, and with which description.
    first: (usize, String),
    /// Members that have taken the tensors.
    left: usize,
}

#[derive(Default)]
struct State {
    devices: Vec<Device>,
    meetings: BTreeMap<(Vec<i64>, u64), Meeting>,
    failure: Option<EvalError>,
}

struct Room {
    state: Mutex<State>,
    changed: Condvar,
}

impl Room {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, id: usize, failure: Option<EvalError>) {
        let mut state = self.lock();
        state.devices[id] = Device::Ended;
        match failure {
            Some(why) => {
                let message = format!("device {id}: {}", why.message);
                state.failure.get_or_insert(EvalError { message, ..why });
            }
            None => state.check_progress(),
        }
        self.changed.notify_all();
    }
}

impl State {
    /// Records a failure; the first one counts.
    fn fail(&mut self, why: String) {
        self.failure.get_or_insert(why.into());
    }

    /// Fails where somebody waits for a device that has ended, or where everybody waits for ever.
    fn check_progress(&mut self) {
        for (id, device) in self.devices.iter().enumerate() {
            let Device::Waiting(what, group) = device else { continue };
            if self.is_complete(group) {
                continue;
            }
            let gone = group.iter().find(|&&other| matches!(self.devices.get(other as usize), Some(Device::Ended) | None));
            if let Some(gone) = gone {
                let why = format!("device {id} waits at {what} over {group:?}, but device {gone} has ended without it");
                return self.fail(why);
            }
        }
        let stuck = self.devices.iter().all(|device| match device {
            Device::Running => false,
            Device::Waiting(_, group) => !self.is_complete(group),
            Device::Ended => true,
        });
        if !stuck {
            return;
        }
        let mut waiting = self.devices.iter().enumerate().filter_map(|(id, device)| match device {
            Device::Waiting(what, group) => Some((id, what, group)),
            _ => None,
        });
        let Some((id, what, group)) = waiting.next() else { return };
        let other = waiting.find(|(_, other, members)| (*other, *members) != (what, group));
        let why = match other {
            Some((other, there, members)) => {
                format!("devices disagree on a collective: device {id} waits at {what} over {group:?}, device {other} at {there} over {members:?}")
            }
            None => format!("device {id} waits at {what} over {group:?} and nobody can go on"),
        };
        self.fail(why);
    }

    /// Whether a meeting of this group has all that it needs: its members are about to go on.
    fn is_complete(&self, group: &[i64]) -> bool {
        let range = (group.to_vec(), 0)..=(group.to_vec(), u64::MAX);
        self.meetings.range(range).any(|(_, meeting)| meeting.brought.iter().all(Option::is_some))
    }
}

/// One device, as its program sees the others.
struct Member<'a> {
    room: &'a Room,
    id: usize,
    count: usize,
    /// How often each group has met.
    met: Mutex<BTreeMap<Vec<i64>, u64>>,
}

impl Communicator for Member<'_> {
    fn device(&self) -> i64 {
        self.id as i64
    }

    fn num_devices(&self) -> i64 {
        self.count as i64
    }

    fn exchange(&self, what: &str, group: &[i64], tensor: Tensor) -> Result<Vec<Tensor>, EvalError> {
        let place = group.iter().position(|&id| id == self.id as i64).ok_or_else(|| format!("device {} is not in the group {group:?}", self.id))?;
        if let Some(id) = group.iter().find(|&&id| id < 0 || id >= self.count as i64) {
            return Err(format!("the group {group:?} names device {id}, there are {}", self.count).into());
        }
        let turn = {
            let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            let count = met.entry(group.to_vec()).or_default();
            *count += 1;
            *count
        };
        let key = (group.to_vec(), turn);
        let mut state = self.room.lock();
        let size = group.len();
        let meeting = state.meetings.entry(key.clone()).or_insert_with(|| Meeting { brought: vec![None; size], first: (self.id, what.to_owned()), left: 0 });
        let (first, there) = meeting.first.clone();
        meeting.brought[place] = Some(tensor);
        let complete = meeting.brought.iter().all(Option::is_some);
        if there != what {
            state.fail(format!(
                "devices disagree on a collective over {group:?}: device {first} is at {there}, device {} at {what}",
                self.id
            ));
        }
        if !complete {
            state.devices[self.id] = Device::Waiting(what.to_owned(), group.to_vec());
            state.check_progress();
        }
        self.room.changed.notify_all();
        loop {
            if let Some(failure) = &state.failure {
                return Err(format!("stopped: {failure}").into());
            }
            let meeting = state.meetings.get_mut(&key).ok_or("the meeting is over")?;
            if meeting.brought.iter().all(Option::is_some) {
                let all: Vec<Tensor> = meeting.brought.iter().flatten().cloned().collect();
                meeting.left += 1;
                if meeting.left == size {
                    state.meetings.remove(&key);
                }
                state.devices[self.id] = Device::Running;
                return Ok(all);
            }
            state = self.room.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interp::Buffer;
    use crate::types::{ElementType, TensorType};

    fn number(value: i32) -> Tensor {
        Tensor::new(TensorType::scalar(ElementType::I32), Buffer::I32(vec![value]))
    }

    #[test]
    fn members_get_all_tensors_in_the_groups_order() {
        let results = run_devices(4, |devices| {
            let id = devices.device();
            let group = if id % 2 == 0 { [2, 0] } else { [1, 3] };
            let mut sums = Vec::new();
            // Many meetings of one group: nobody may mix up two of them.
            for round in 0..100 {
                let all = devices.exchange("gather", &group, number(round * 10 + id as i32))?;
                sums.push(all.iter().map(|tensor| tensor.to_i64s().unwrap()[0]).collect::<Vec<_>>());
            }
            Ok(sums)
        })
        .unwrap();
        for (id, rounds) in results.iter().enumerate() {
            for (round, got) in rounds.iter().enumerate() {
                let base = round as i64 * 10;
                let wanted = if id % 2 == 0 { [base + 2, base] } else { [base + 1, base + 3] };
                assert_eq!(*got, wanted);
            }
        }
    }

    fn failure(count: usize, work: impl Fn(&dyn Communicator) -> Result<(), EvalError> + Sync) -> String {
        run_devices(count, work).unwrap_err().message
    }

    #[test]
    fn different_ops_in_one_group_name_both_ops_and_devices() {
        let why = failure(2, |devices| {
            let what = if devices.device() == 0 { "all_reduce" } else { "all_gather" };
            devices.exchange(what, &[0, 1], number(0)).map(|_| ())
        });
        assert!(why.contains("devices disagree") && why.contains("at all_reduce") && why.contains("at all_gather"), "{why}");
    }

    #[test]
    fn different_groups_are_an_error_and_no_hang() {
        let why = failure(3, |devices| {
            let group: &[i64] = if devices.device() == 2 { &[1, 2] } else { &[0, 1] };
            devices.exchange("a", group, number(0))?;
            devices.exchange("b", &[0, 1, 2], number(0)).map(|_| ())
        });
        assert!(why.contains("devices disagree on a collective") && why.contains("at b over [0, 1, 2]") && why.contains("at a over [1, 2]"), "{why}");
    }

    #[test]
    fn a_device_that_ends_or_fails_or_panics_wakes_the_others() {
        let wait = |devices: &dyn Communicator| devices.exchange("sum", &[0, 1], number(0)).map(|_| ());
        let why = failure(2, |devices| if devices.device() == 1 { Ok(()) } else { wait(devices) });
        assert_eq!(why, "device 0 waits at sum over [0, 1], but device 1 has ended without it");
        let why = failure(2, |devices| if devices.device() == 1 { Err("no memory".into()) } else { wait(devices) });
        assert_eq!(why, "device 1: no memory");
        let why = failure(2, |devices| if devices.device() == 1 { panic!("fault") } else { wait(devices) });
        assert_eq!(why, "device 1: panicked: fault");
    }

    #[test]
    fn groups_outside_the_devices_are_errors() {
        assert!(failure(2, |devices| devices.exchange("a", &[0, 1, 2], number(0)).map(|_| ())).contains("names device 2"));
        assert!(failure(1, |devices| devices.exchange("a", &[1], number(0)).map(|_| ())).contains("not in the group"));
        assert!(failure(0, |_| Ok(())).contains("from 1 to"));
    }
}
