//! A rewrite rule: what is looked for, under which conditions, and what it equals.
//!
//! Invariants: variables are numbered; every variable that a statement reads is bound by an earlier one (the reader of the
//! text checks it), so that matching never meets an unbound one except where it binds it.

use super::value::Val;

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name, unique in its set.
    pub name: String,
    /// What it says, in words.
    pub about: String,
    /// Whether it waits for the second round: a rule whose forms are larger, and pay only with others.
    pub late: bool,
    /// What it does, in order.
    pub statements: Vec<Statement>,
    /// Names of class variables; ones made by the reader for nested patterns begin with `?.`.
    pub vars: Vec<String>,
    /// Names of value variables.
    pub values: Vec<String>,
}

/// In a pattern, any elementwise op of as many operands.
pub const ELEMENTWISE: &str = "elementwise";

/// One step of a rule.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Binds by matching e-nodes.
    Find(Find),
    /// Goes on only where the condition holds.
    Where(Expr),
    /// Binds a value.
    LetValue(usize, Expr),
    /// Adds a term; for each element of the lists in it where the flag is set, which binds a list.
    LetTerm {
        /// Whether for each element.
        each: bool,
        /// The variable.
        var: usize,
        /// What it stands for.
        term: Term,
    },
    /// Adds a term and says that it equals a class; for each element where the flag is set.
    Make {
        /// Whether for each element of a list variable.
        each: bool,
        /// The class.
        var: usize,
        /// What it equals.
        term: Term,
    },
}

/// An e-node to be found.
#[derive(Clone, Debug)]
pub struct Find {
    /// Whether all matches are gathered into lists instead of one being tried after the other.
    pub each: bool,
    /// The class that the e-node is in; bound before or by this.
    pub var: usize,
    /// Name of the op.
    pub op: String,
    /// Variables of the operands' classes.
    pub args: Vec<usize>,
    /// A variable for the list of all further operands, one or more.
    pub rest: Option<usize>,
    /// Attributes: an expression to equal, or an unbound value variable to bind.
    pub fields: Vec<(String, Expr)>,
    /// A variable with whose e-node all attributes that `fields` does not name must be equal.
    pub like: Option<usize>,
    /// Condition on each match of `each`.
    pub with: Option<Expr>,
}

/// An op to be added.
#[derive(Clone, Debug)]
pub enum Term {
    /// A class that is there.
    Var(usize),
    /// All classes of a list variable; only as an argument.
    Spread(usize),
    /// A constant of equal elements.
    Splat(Expr, TypeOf),
    /// An op.
    Op {
        /// Its name, or the variable whose e-node's row, attributes and regions it has.
        head: Head,
        /// Its operands.
        args: Vec<Term>,
        /// Attributes, instead of those copied.
        fields: Vec<(String, Expr)>,
        /// The result's type, where it must be given.
        ty: Option<TypeOf>,
    },
}

/// What a new op is.
#[derive(Clone, Debug)]
pub enum Head {
    /// By its name.
    Name(String),
    /// Like the e-node that a variable was bound to.
    Copy(usize),
}

/// A type: that of a class, or its element type with other dimensions.
#[derive(Clone, Debug)]
pub struct TypeOf {
    /// The class.
    pub var: usize,
    /// Other dimensions.
    pub dims: Option<Expr>,
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A constant.
    Const(Val),
    /// A value variable.
    Value(usize),
    /// A class variable.
    Var(usize),
    /// `[…]`.
    List(Vec<Expr>),
    /// A function, or an operator by its sign.
    Call(String, Vec<Expr>),
}
