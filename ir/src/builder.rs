//! Making ops at the end of a region, types inferred.
//!
//! Invariants: every op made here has passed its row's arity check and inference; new ops carry the
//! builder's location.

use crate::attrs::Attrs;
use crate::diag::Loc;
use crate::module::{Func, OpId, OpState, Region, Value};
use crate::op::{InferCtx, Inference, OpInfo};
use crate::types::{TensorType, Type};

/// Appends ops to one region.
pub struct Builder<'f> {
    /// The function.
    pub func: &'f mut Func,
    /// The region that ops are appended to.
    pub region: Region,
    /// Location of new ops.
    pub loc: Loc,
}

impl<'f> Builder<'f> {
    /// A builder at the end of the function's body.
    pub fn at_end(func: &'f mut Func) -> Builder<'f> {
        let region = func.body();
        Builder { func, region, loc: Loc::Unknown }
    }

    /// A builder at the end of another region of the same function.
    pub fn in_region(&mut self, region: Region) -> Builder<'_> {
        let loc = self.loc.clone();
        Builder { func: self.func, region, loc }
    }

    /// The tensor type of a value.
    pub fn ty(&self, value: Value) -> &TensorType {
        self.func.tensor_type(value)
    }

    /// Makes an op whose result types are inferred. Errors where the row refuses the operands or attributes.
    pub fn op(&mut self, info: &'static OpInfo, operands: &[Value], attrs: Attrs, regions: &[Region]) -> Result<OpId, String> {
        let types = match info.infer {
            Inference::Infer(infer) => {
                infer(&InferCtx { func: self.func, operands, attrs: &attrs, regions }).map_err(|why| format!("{}: {why}", info.name))?
            }
            Inference::Given(_) => return Err(format!("{}: result types must be given", info.name)),
        };
        self.op_of_types(info, operands, attrs, regions, types)
    }

    /// Makes an op with these result types.
    pub fn op_of_types(
        &mut self,
        info: &'static OpInfo,
        operands: &[Value],
        attrs: Attrs,
        regions: &[Region],
        types: Vec<Type>,
    ) -> Result<OpId, String> {
        if !info.operands.accepts(operands.len()) {
            return Err(format!("{} takes {} operands, got {}", info.name, info.operands, operands.len()));
        }
        let state = OpState { attrs, regions: regions.to_vec(), loc: self.loc.clone(), ..OpState::new(info, operands, types) };
        let op = self.func.append(self.region, state);
        (info.verify)(&self.func.view(op)).map_err(|why| format!("{}: {why}", info.name))?;
        Ok(op)
    }

    /// [`Builder::op`] for an op of one result.
    pub fn value(&mut self, info: &'static OpInfo, operands: &[Value], attrs: Attrs) -> Result<Value, String> {
        let op = self.op(info, operands, attrs, &[])?;
        Ok(self.func.result(op))
    }

    /// [`Builder::op_of_types`] for an op of one result.
    pub fn value_of_type(&mut self, info: &'static OpInfo, operands: &[Value], attrs: Attrs, ty: TensorType) -> Result<Value, String> {
        let op = self.op_of_types(info, operands, attrs, &[], vec![ty.into()])?;
        Ok(self.func.result(op))
    }
}
