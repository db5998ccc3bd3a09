//! Gradients of every op against finite differences, in double precision.

mod attention;
mod bodies;
mod check;
mod control;
mod elementwise;
mod every_op;
mod indexing;
mod linear_algebra;
mod shapes;
mod shift;
mod windows;
