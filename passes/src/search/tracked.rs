//! A state of a model whose price is kept as choices change: what a change costs is read off the edges and rows that it touches.
//!
//! Forbidden pairs and overfilled memory are counted beside the cost, so that searches may walk through invalid states. Invariant: the price
//! is what [`Tracked::new`] would compute anew, exactly (costs are whole numbers, see [`Model`]).

use super::model::Model;

/// What a state is worth, or what a change is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Price {
    /// Sum of finite costs, in the model's units.
    pub cost: f64,
    /// Forbidden pairs.
    pub forbidden: i64,
    /// Memory beyond the capacities, over all rows.
    pub over: i128,
}

impl Price {
    /// Nothing forbidden, nothing overfilled.
    pub fn is_valid(&self) -> bool {
        self.forbidden == 0 && self.over == 0
    }
    /// Both together.
    pub fn add(&mut self, other: Price) {
        self.cost += other.cost;
        self.forbidden += other.forbidden;
        self.over += other.over;
    }
    fn add_pair(&mut self, cost: f64, sign: i64) {
        match cost.is_finite() {
            true => self.cost += cost * sign as f64,
            false => self.forbidden += sign,
        }
    }
}

/// See the file's head.
#[derive(Clone, Debug)]
pub struct Tracked<'m> {
    model: &'m Model,
    state: Vec<u32>,
    free: Vec<i64>,
    price: Price,
}

impl<'m> Tracked<'m> {
    /// Prices a state of the model (one choice a node, by the model's numbers) as a whole.
    pub fn new(model: &'m Model, state: Vec<u32>) -> Tracked<'m> {
        let free = model.free_rows(&state);
        let mut price = Price::default();
        state.iter().zip(&model.costs).for_each(|(choice, costs)| price.add_pair(costs[*choice as usize], 1));
        for edge in &model.edges {
            let [first, second] = edge.nodes.map(|node| node as usize);
            price.add_pair(edge.costs[0][state[first] as usize * model.costs[second].len() + state[second] as usize], 1);
        }
        price.over = free.iter().map(|free| i128::from((-free).max(0))).sum();
        Tracked { model, state, free, price }
    }
    /// The choices.
    pub fn state(&self) -> &[u32] {
        &self.state
    }
    /// What they are worth.
    pub fn price(&self) -> Price {
        self.price
    }

    /// What the price would change by if the node took this choice. Time: the node's edges and rows.
    pub fn change(&self, node: usize, choice: u32) -> Price {
        let (model, now) = (self.model, self.state[node]);
        let mut change = Price::default();
        if now == choice {
            return change;
        }
        change.add_pair(model.costs[node][choice as usize], 1);
        change.add_pair(model.costs[node][now as usize], -1);
        for neighbor in &model.neighbors[node] {
            let other = neighbor.other as usize;
            let (matrix, columns, at) = (model.matrix(neighbor.edge, node), model.costs[other].len(), self.state[other] as usize);
            change.add_pair(matrix[choice as usize * columns + at], 1);
            change.add_pair(matrix[now as usize * columns + at], -1);
        }
        for piece in &model.pieces[node] {
            let more = piece.usages[choice as usize] - piece.usages[now as usize];
            if more != 0 {
                let over = |free: i64| i128::from((-free).max(0));
                change.over += self.free[piece.rows.0 as usize..piece.rows.1 as usize].iter().map(|free| over(free - more) - over(*free)).sum::<i128>();
            }
        }
        change
    }

    /// Lets the node take this choice; what the price changed by.
    pub fn take(&mut self, node: usize, choice: u32) -> Price {
        let change = self.change(node, choice);
        self.model.use_memory(&mut self.free, node, choice, 1);
        self.model.use_memory(&mut self.free, node, self.state[node], -1);
        self.state[node] = choice;
        self.price.add(change);
        change
    }
}
