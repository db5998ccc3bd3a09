//! The functions of `shardwright.h` served inside this process: a thread is a device, and threads meet as the interpreter's devices do.
//!
//! Code that was compiled in this process calls them by the addresses of [`symbols`], inside [`as_device`]. Invariants: members are
//! combined and joined in the group's order, as by the C runtime; a fault is kept until the program returns, and from then on nothing is
//! exchanged, so that no thread waits for one that failed.

use super::tables::Meetings;
use shardwright_dialects::combine::fold;
use shardwright_dialects::strided::{concat, slice_box};
use shardwright_ir::interp::eval::Communicator;
use shardwright_ir::interp::{EvalError, Tensor};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::types::{ElementType, TensorType};
use std::cell::RefCell;

/// The device that this thread is.
struct Current {
    communicator: *const dyn Communicator,
    meetings: *const Meetings,
    fault: Option<EvalError>,
}

thread_local! {
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
}

/// Runs compiled code on this thread as one of the devices.
///
/// # Errors
/// The first fault of a collective that it called.
pub fn as_device<R>(communicator: &dyn Communicator, meetings: &Meetings, run: impl FnOnce() -> R) -> Result<R, EvalError> {
    let communicator: *const (dyn Communicator + '_) = communicator;
    // SAFETY: only the lifetime changes; the pointer is read by what `run` calls on this thread, and gone when `run` has returned.
    let communicator: *const (dyn Communicator + 'static) = unsafe { std::mem::transmute(communicator) };
    CURRENT.set(Some(Current { communicator, meetings, fault: None }));
    let result = run();
    match CURRENT.take().and_then(|current| current.fault) {
        Some(fault) => Err(fault),
        None => Ok(result),
    }
}

/// Every function by the name that compiled code calls it by.
pub fn symbols() -> [(&'static str, *mut ()); 7] {
    [
        ("sw_all_reduce", all_reduce as *mut ()),
        ("sw_all_gather", all_gather as *mut ()),
        ("sw_reduce_scatter", reduce_scatter as *mut ()),
        ("sw_all_to_all", all_to_all as *mut ()),
        ("sw_permute", permute as *mut ()),
        ("sw_broadcast", broadcast as *mut ()),
        ("sw_device_id", device_id as *mut ()),
    ]
}

extern "C" fn device_id() -> i32 {
    let id = with(|current| Ok(device(current)));
    id.and_then(|id| i32::try_from(id).ok()).unwrap_or(0)
}

extern "C" fn all_reduce(from: *const u8, to: *mut u8, element: i32, reduction: i32, group: i32, count: i64) {
    serve((from, &[count]), (to, &[count]), element, |call, own| {
        let group = call.group(group)?;
        let parts = call.meet(&format!("all_reduce {reduction}"), &group, own)?;
        combine(parts, reduction)
    });
}

extern "C" fn all_gather(from: *const u8, to: *mut u8, element: i32, group: i32, outer: i64, inner: i64) {
    serve((from, &[outer, inner]), (to, &[outer, inner, members(group)]), element, |call, own| {
        let group = call.group(group)?;
        let parts = call.meet(&format!("all_gather {outer} {inner}"), &group, shaped(own, &[outer, inner])?)?;
        Ok(concat(&parts, 1))
    });
}

extern "C" fn reduce_scatter(from: *const u8, to: *mut u8, element: i32, reduction: i32, group: i32, outer: i64, inner: i64) {
    serve((from, &[outer, inner, members(group)]), (to, &[outer, inner]), element, |call, own| {
        let group = call.group(group)?;
        let members = group.len() as i64;
        let parts = call.meet(&format!("reduce_scatter {reduction} {outer} {inner}"), &group, shaped(own, &[outer, members, inner])?)?;
        let place = call.place(&group)?;
        combine(parts.iter().map(|part| slice_box(part, &[0, place, 0], &[outer, 1, inner])).collect(), reduction)
    });
}

#[expect(clippy::too_many_arguments, reason = "the interface of shardwright.h")]
extern "C" fn all_to_all(from: *const u8, to: *mut u8, element: i32, group: i32, split_outer: i64, split_inner: i64, concat_outer: i64, concat_inner: i64) {
    let members = members(group);
    serve((from, &[split_outer, split_inner, members]), (to, &[concat_outer, concat_inner, members]), element, |call, own| {
        let group = call.group(group)?;
        let members = group.len() as i64;
        let what = format!("all_to_all {split_outer} {split_inner} {concat_outer} {concat_inner}");
        let parts = call.meet(&what, &group, shaped(own, &[split_outer, members, split_inner])?)?;
        let place = call.place(&group)?;
        let own = parts.iter().map(|part| shaped(slice_box(part, &[0, place, 0], &[split_outer, 1, split_inner]), &[concat_outer, concat_inner]));
        Ok(concat(&own.collect::<Result<Vec<_>, _>>()?, 1))
    });
}

extern "C" fn permute(from: *const u8, to: *mut u8, element: i32, pairs: i32, count: i64) {
    serve((from, &[count]), (to, &[count]), element, |call, own| {
        let pairs = call.pairs(pairs)?;
        let all: Vec<i64> = (0..call.communicator().num_devices()).collect();
        let zeros = Tensor::new(own.ty.clone(), shardwright_ir::interp::Buffer::zeros(own.ty.element, own.data.len()));
        let sent = call.meet(&format!("permute {pairs:?}"), &all, own)?;
        let source = pairs.iter().find(|(_, target)| *target == device(call)).map(|(source, _)| *source);
        Ok(source.and_then(|source| sent.get(usize::try_from(source).ok()?).cloned()).unwrap_or(zeros))
    });
}

extern "C" fn broadcast(from: *const u8, to: *mut u8, element: i32, group: i32, count: i64) {
    serve((from, &[count]), (to, &[count]), element, |call, own| match call.own_group(group)? {
        Some(group) => call.meet("broadcast", &group, own)?.into_iter().next().ok_or_else(|| "the group is empty".into()),
        None => Ok(Tensor::new(own.ty.clone(), shardwright_ir::interp::Buffer::zeros(own.ty.element, own.data.len()))),
    });
}

impl Current {
    fn communicator(&self) -> &dyn Communicator {
        // SAFETY: see [`as_device`].
        unsafe { &*self.communicator }
    }
    fn meetings(&self) -> &Meetings {
        // SAFETY: see [`as_device`].
        unsafe { &*self.meetings }
    }
    fn own_group(&self, group: i32) -> Result<Option<Vec<i64>>, EvalError> {
        let groups = usize::try_from(group).ok().and_then(|group| self.meetings().groups.get_index(group)).ok_or_else(|| format!("there is no table of groups {group}"))?;
        Ok(groups.iter().find(|row| row.contains(&device(self))).cloned())
    }
    fn group(&self, group: i32) -> Result<Vec<i64>, EvalError> {
        self.own_group(group)?.ok_or_else(|| format!("device {} is in no group of table {group}", device(self)).into())
    }
    fn pairs(&self, pairs: i32) -> Result<Vec<(i64, i64)>, EvalError> {
        let found = usize::try_from(pairs).ok().and_then(|pairs| self.meetings().pairs.get_index(pairs));
        found.cloned().ok_or_else(|| format!("there is no table of pairs {pairs}").into())
    }
    fn place(&self, group: &[i64]) -> Result<i64, EvalError> {
        group.iter().position(|&id| id == device(self)).map(|place| place as i64).ok_or_else(|| "not a member".into())
    }
    fn meet(&self, what: &str, group: &[i64], own: Tensor) -> Result<Vec<Tensor>, EvalError> {
        self.communicator().exchange(&format!("{what} of {}", own.ty), group, own)
    }
}

fn device(current: &Current) -> i64 {
    current.communicator().device()
}

/// Runs on the device of this thread; a fault is kept, and nothing runs after one.
fn with<T>(run: impl FnOnce(&Current) -> Result<T, EvalError>) -> Option<T> {
    CURRENT.with_borrow_mut(|current| {
        let current = current.as_mut().filter(|current| current.fault.is_none())?;
        match run(current) {
            Ok(value) => Some(value),
            Err(fault) => {
                current.fault = Some(fault);
                None
            }
        }
    })
}

/// How many devices are in this device's group; 0 in none.
fn members(group: i32) -> i64 {
    with(|current| Ok(current.own_group(group)?.map_or(0, |group| group.len() as i64))).unwrap_or(0)
}

/// Reads the buffer `from`, and writes what `exchange` makes of it to the other; zeros after a fault. Buffers have as many elements as the product of
/// their extents.
fn serve((from, extents): (*const u8, &[i64]), (to, made): (*mut u8, &[i64]), element: i32, exchange: impl FnOnce(&Current, Tensor) -> Result<Tensor, EvalError>) {
    let Some(&element) = usize::try_from(element).ok().and_then(|number| ElementType::ALL.get(number)) else { return };
    let bytes = |extents: &[i64]| extents.iter().product::<i64>().max(0) as usize * element.byte_size();
    let (source, target) = (bytes(extents), bytes(made));
    // SAFETY: the program has buffers of these sizes, which it leaves alone until this call ends; no pointer is read where there are no elements.
    let (source, target) = unsafe {
        let source = if source == 0 { &[] } else { std::slice::from_raw_parts(from, source) };
        (source, if target == 0 { &mut [][..] } else { std::slice::from_raw_parts_mut(to, target) })
    };
    let result = with(|current| {
        let count = (source.len() / element.byte_size()) as i64;
        let result = exchange(current, Tensor::from_bytes(TensorType::new(element, &[count]), source)?)?.to_bytes();
        if result.len() == target.len() { Ok(result) } else { Err(format!("a collective gives {} bytes, its buffer has {}", result.len(), target.len()).into()) }
    });
    match result {
        Some(result) => target.copy_from_slice(&result),
        None => target.fill(0),
    }
}

/// The tensor with other dimensions of as many elements.
fn shaped(tensor: Tensor, dims: &[i64]) -> Result<Tensor, EvalError> {
    let ty = tensor.ty.with_dims(dims);
    if ty.num_elements() != tensor.ty.num_elements() {
        return Err(format!("{} has not the elements of {ty}", tensor.ty).into());
    }
    Ok(Tensor { ty, data: tensor.data })
}

/// The members' tensors combined in their order.
fn combine(parts: Vec<Tensor>, reduction: i32) -> Result<Tensor, EvalError> {
    use ReduceKind::{And, Max, Min, Or, Product, Sum};
    let kind = [Sum, Product, Max, Min, And, Or].get(usize::try_from(reduction).unwrap_or(usize::MAX)).copied();
    let mut parts = parts.into_iter();
    let first = parts.next().ok_or("the group is empty")?;
    let ty = first.ty.clone();
    let mut sum = std::sync::Arc::unwrap_or_clone(first.data);
    for part in parts {
        let done = match kind {
            Some(kind) => fold(kind, ty.element, &mut sum, &part.data),
            None => reduction == 6 && exclusive_or(&ty, &mut sum, &part),
        };
        if !done {
            return Err(format!("no reduction of kind {reduction} on elements of {}", ty.element).into());
        }
    }
    Ok(Tensor::new(ty, sum))
}

/// Bit by bit, which is the same for integers of every width. False for other types.
fn exclusive_or(ty: &TensorType, sum: &mut shardwright_ir::interp::Buffer, part: &Tensor) -> bool {
    if ty.element.is_float() || ty.element.is_complex() {
        return false;
    }
    let left = Tensor::new(ty.clone(), sum.clone()).to_bytes();
    let bytes: Vec<u8> = left.iter().zip(part.to_bytes()).map(|(a, b)| a ^ b).collect();
    match Tensor::from_bytes(ty.clone(), &bytes) {
        Ok(made) => {
            *sum = std::sync::Arc::unwrap_or_clone(made.data);
            true
        }
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::back::native::tables::element_number;
    use shardwright_ir::interp::run_devices;

    fn called(own: &[i32], made: usize, call: impl FnOnce(*const u8, *mut u8, i32)) -> Vec<i32> {
        let mut made = vec![-1i32; made];
        call(own.as_ptr().cast(), made.as_mut_ptr().cast(), element_number(ElementType::I32) as i32);
        made
    }

    #[test]
    fn threads_meet_as_the_header_says() {
        let mut meetings = Meetings::default();
        let (both, swapped) = (meetings.group(vec![vec![0, 1]]), meetings.group(vec![vec![1, 0]]));
        let pair = meetings.pair(vec![(0, 1)]);
        let results = run_devices(2, |devices| {
            let id = devices.device() as i32;
            // Device 0 has [[0, 1], [2, 3]], device 1 [[10, 11], [12, 13]].
            let own: Vec<i32> = (0..4).map(|at| 10 * id + at).collect();
            as_device(devices, &meetings, || {
                vec![
                    called(&own, 4, |from, to, element| all_reduce(from, to, element, 0, both, 4)),
                    called(&own, 4, |from, to, element| all_reduce(from, to, element, 6, both, 4)),
                    called(&own, 8, |from, to, element| all_gather(from, to, element, swapped, 2, 2)),
                    called(&own, 2, |from, to, element| reduce_scatter(from, to, element, 0, both, 2, 1)),
                    called(&own, 4, |from, to, element| all_to_all(from, to, element, both, 2, 1, 1, 2)),
                    called(&own, 4, |from, to, element| permute(from, to, element, pair, 4)),
                    called(&own, 4, |from, to, element| broadcast(from, to, element, swapped, 4)),
                    vec![device_id()],
                ]
            })
        });
        let results = results.unwrap();
        let (zero, one) = (&results[0], &results[1]);
        let wanted_zero: [&[i32]; 8] =
            [&[10, 12, 14, 16], &[10, 10, 14, 14], &[10, 11, 0, 1, 12, 13, 2, 3], &[10, 14], &[0, 2, 10, 12], &[0, 0, 0, 0], &[10, 11, 12, 13], &[0]];
        let wanted_one: [&[i32]; 8] =
            [&[10, 12, 14, 16], &[10, 10, 14, 14], &[10, 11, 0, 1, 12, 13, 2, 3], &[12, 16], &[1, 3, 11, 13], &[0, 1, 2, 3], &[10, 11, 12, 13], &[1]];
        assert_eq!(*zero, wanted_zero);
        assert_eq!(*one, wanted_one);
    }

    #[test]
    fn threads_that_disagree_end_with_an_error() {
        let mut meetings = Meetings::default();
        let both = meetings.group(vec![vec![0, 1]]);
        let result = run_devices(2, |devices| {
            let kind = devices.device() as i32;
            as_device(devices, &meetings, || called(&[1], 1, |from, to, element| all_reduce(from, to, element, kind, both, 1)))
        });
        assert!(result.unwrap_err().message.contains("devices disagree on a collective"));
    }

    #[test]
    fn threads_serve_every_function_of_the_header() {
        let header = include_str!("runtime/shardwright.h");
        let called = header.split("What the tables say").next().unwrap();
        symbols().iter().for_each(|(name, _)| assert!(called.contains(&format!(" {name}(")), "{name}"));
        let functions = called.lines().filter(|line| line.starts_with("void sw_") || line.starts_with("int32_t sw_"));
        assert_eq!(functions.count(), symbols().len());
    }
}
