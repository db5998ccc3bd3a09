//! Gradients of every op against finite differences, in double precision.

mod check;
mod control;
mod elementwise;
mod every_op;
mod shapes;
mod shift;
