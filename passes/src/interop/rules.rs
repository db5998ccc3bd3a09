//! Rules that plans must keep: constraints as filters.
//!
//! nnScaler (Lin et al., OSDI 2024) lets people who know their model narrow the space of plans by constraints before anything is searched. Here a rule is a comparison of a property of plans with a number, joined by `and`, `or`, `not`:
//!
//! ```text
//! stages <= 8 and every data = 2 and not any recomputed > 0
//! ```
//!
//! Properties of plans: `stages`, `devices`, `shared` (stages that share their devices with another), `bytes` (of the fullest device), `samples`. After `every` or `any`, of stages: `nodes`, `data`, `tensor`, `width` (devices), `recomputed` (nodes), `seconds`, `bytes`, `first` and `last` (numbers of nodes, from 0).
//! What a rule says of variants and degrees alone, every planner keeps by itself, for [`Rule::narrowed`] takes them from the problem. By the rest, planners that price whole plans search on; dynamic programs, which do not, say so where their plan breaks it.
//! Invariants: a rule that does not parse names the word at fault; narrowing never takes what a plan that keeps the rule could use.

use super::objective::Evaluation;
use super::plan::Plan;
use super::problem::{Problem, Setting, Variant};
use shardwright_ir::nearest::did_you_mean;

/// See the head of the file.
#[derive(Clone, PartialEq, Debug)]
pub enum Rule {
    /// Both.
    And(Box<Rule>, Box<Rule>),
    /// One of them.
    Or(Box<Rule>, Box<Rule>),
    /// Not that.
    Not(Box<Rule>),
    /// Of the plan.
    Plan(&'static str, Compare, f64),
    /// Of every stage.
    Every(&'static str, Compare, f64),
    /// Of some stage.
    Any(&'static str, Compare, f64),
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

const OF_PLANS: &[&str] = &["stages", "devices", "shared", "bytes", "samples"];
const OF_STAGES: &[&str] = &["nodes", "data", "tensor", "width", "recomputed", "seconds", "bytes", "first", "last"];
const SIGNS: &[(&str, Compare)] =
    &[("=", Compare::Equal), ("!=", Compare::Unequal), ("<", Compare::Less), ("<=", Compare::AtMost), (">", Compare::More), (">=", Compare::AtLeast)];

impl Compare {
    fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Compare::Equal => left == right,
            Compare::Unequal => left != right,
            Compare::Less => left < right,
            Compare::AtMost => left <= right,
            Compare::More => left > right,
            Compare::AtLeast => left >= right,
        }
    }
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    /// The word at fault and what was wanted.
    pub fn parse(text: &str) -> Result<Rule, String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut reader = Reader { words: &words, at: 0 };
        let rule = reader.any()?;
        match words.get(reader.at) {
            None => Ok(rule),
            Some(word) => Err(format!("`{word}` is left over: rules are joined by `and` and `or`")),
        }
    }
    /// Whether a plan keeps it.
    pub fn holds(&self, problem: &Problem, plan: &Plan, evaluation: &Evaluation) -> bool {
        let of_stage = |index: usize, property: &str| -> f64 {
            let (stage, cost) = (&plan.stages[index], evaluation.stages[index]);
            match property {
                "nodes" => stage.nodes.len() as f64,
                "data" => stage.data as f64,
                "tensor" => stage.tensor as f64,
                "width" => stage.devices.len() as f64,
                "recomputed" => plan.choices(problem, index).filter(|(_, variant)| variant.recompute).count() as f64,
                "seconds" => cost.seconds,
                "bytes" => cost.bytes,
                "first" => stage.nodes[0] as f64,
                _ => stage.nodes[stage.nodes.len() - 1] as f64,
            }
        };
        match self {
            Rule::And(one, other) => one.holds(problem, plan, evaluation) && other.holds(problem, plan, evaluation),
            Rule::Or(one, other) => one.holds(problem, plan, evaluation) || other.holds(problem, plan, evaluation),
            Rule::Not(rule) => !rule.holds(problem, plan, evaluation),
            Rule::Every(property, compare, number) => (0..plan.stages.len()).all(|stage| compare.holds(of_stage(stage, property), *number)),
            Rule::Any(property, compare, number) => (0..plan.stages.len()).any(|stage| compare.holds(of_stage(stage, property), *number)),
            Rule::Plan(property, compare, number) => {
                let value = match *property {
                    "stages" => plan.stages.len() as f64,
                    "devices" => plan.devices() as f64,
                    "shared" => (plan.stages.len() - plan.groups().iter().filter(|group| group.len() == 1).count()) as f64,
                    "bytes" => evaluation.bytes,
                    _ => plan.samples as f64,
                };
                compare.holds(value, *number)
            }
        }
    }
    /// The problem with this rule, and without what no plan that keeps it can use: degrees, variants that are computed again, replicas and devices beyond a bound, memory beyond one.
    ///
    /// # Errors
    /// The node that is left without a variant: no plan keeps the rule.
    pub fn narrowed(&self, problem: &Problem) -> Result<Problem, String> {
        let mut all = Vec::new();
        self.conjuncts(&mut all);
        let mut setting: Setting = problem.setting().clone();
        let most = |compare: Compare, number: f64| match compare {
            Compare::AtMost | Compare::Equal => Some(number),
            Compare::Less => Some((number - 1.0).ceil()),
            _ => None,
        };
        let (mut degrees, mut plain) = (Vec::new(), false);
        for rule in all {
            match *rule {
                Rule::Every("tensor", compare, number) => degrees.push((compare, number)),
                Rule::Every("recomputed", compare, number) => plain |= most(compare, number).is_some_and(|most| most < 1.0),
                Rule::Every("data", compare, number) => {
                    if let Some(most) = most(compare, number) {
                        setting.most_data = setting.most_data.min(most.max(1.0) as usize);
                    }
                }
                Rule::Plan("devices", compare, number) => {
                    if let Some(most) = most(compare, number) {
                        setting.devices = setting.devices.min(most.max(1.0) as usize);
                    }
                }
                Rule::Plan("bytes", Compare::AtMost | Compare::Less, number) => setting.memory = setting.memory.min(number.max(f64::MIN_POSITIVE)),
                _ => {}
            }
        }
        let keep = |variant: &Variant| degrees.iter().all(|(compare, number)| compare.holds(variant.tensor as f64, *number)) && !(plain && variant.recompute);
        setting.rule = Some(self.clone());
        problem.only(keep)?.with(setting)
    }
    /// The rules that all must hold.
    fn conjuncts<'r>(&'r self, all: &mut Vec<&'r Rule>) {
        match self {
            Rule::And(one, other) => {
                one.conjuncts(all);
                other.conjuncts(all);
            }
            rule => all.push(rule),
        }
    }
}

struct Reader<'w> {
    words: &'w [&'w str],
    at: usize,
}

impl<'w> Reader<'w> {
    fn next(&mut self, wanted: &str) -> Result<&'w str, String> {
        let word = self.words.get(self.at).copied().ok_or_else(|| format!("the rule ends where {wanted} is wanted"))?;
        self.at += 1;
        Ok(word)
    }
    fn takes(&mut self, word: &str) -> bool {
        let there = self.words.get(self.at) == Some(&word);
        self.at += usize::from(there);
        there
    }
    fn any(&mut self) -> Result<Rule, String> {
        let mut rule = self.all()?;
        while self.takes("or") {
            rule = Rule::Or(Box::new(rule), Box::new(self.all()?));
        }
        Ok(rule)
    }
    fn all(&mut self) -> Result<Rule, String> {
        let mut rule = self.one()?;
        while self.takes("and") {
            rule = Rule::And(Box::new(rule), Box::new(self.one()?));
        }
        Ok(rule)
    }
    fn one(&mut self) -> Result<Rule, String> {
        if self.takes("not") {
            return Ok(Rule::Not(Box::new(self.one()?)));
        }
        if self.takes("(") {
            let rule = self.any()?;
            return if self.takes(")") { Ok(rule) } else { Err("a parenthesis is not closed".to_owned()) };
        }
        let (make, known): (fn(&'static str, Compare, f64) -> Rule, _) = if self.takes("every") {
            (Rule::Every, OF_STAGES)
        } else if self.takes("any") {
            (Rule::Any, OF_STAGES)
        } else {
            (Rule::Plan, OF_PLANS)
        };
        let word = self.next("a property")?;
        let property = known.iter().copied().find(|property| *property == word).ok_or_else(|| {
            let hint = did_you_mean(word, known.iter().copied());
            format!("`{word}` is no property{hint}; there are {} of plans, and after `every` or `any` {} of stages", OF_PLANS.join(", "), OF_STAGES.join(", "))
        })?;
        let sign = self.next("a comparison")?;
        let compare = SIGNS.iter().find(|(text, _)| *text == sign).ok_or_else(|| format!("`{sign}` is no comparison: =, !=, <, <=, > or >="))?.1;
        let number = self.next("a number")?;
        let value = number.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(|| format!("`{number}` is no number"))?;
        Ok(make(property, compare, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interop::objective::Objective;
    use crate::interop::tests::random;
    use crate::interop::{Options, evaluate, exhaustive::EXHAUSTIVE, piper::PIPER};
    use shardwright_ir::rng::Rng;

    #[test]
    fn faults_name_the_word() {
        let fault = |text: &str| Rule::parse(text).expect_err("a fault");
        assert_eq!(fault("stages <="), "the rule ends where a number is wanted");
        assert_eq!(fault("stages ~ 3"), "`~` is no comparison: =, !=, <, <=, > or >=");
        assert_eq!(fault("stages <= 3 devices = 2"), "`devices` is left over: rules are joined by `and` and `or`");
        assert_eq!(fault("( stages <= 3"), "a parenthesis is not closed");
        assert!(fault("every dat = 3").starts_with("`dat` is no property; did you mean `data`"), "{}", fault("every dat = 3"));
    }

    /// `and` binds before `or`.
    #[test]
    fn rules_are_read_as_they_are_written() {
        let parts = |text: &str| Rule::parse(text).expect("legal");
        assert_eq!(parts("stages = 1 or stages = 2 and devices > 3"), parts("stages = 1 or (stages = 2 and devices > 3)"));
        assert_ne!(parts("stages = 1 or stages = 2 and devices > 3"), parts("(stages = 1 or stages = 2) and devices > 3"));
    }

    /// The best plan of a narrowed problem is one of the whole problem that keeps the rule, and no plan that keeps it is better.
    #[test]
    fn a_narrowed_problem_has_the_best_plan_that_keeps_the_rule() {
        let rule = Rule::parse("every tensor = 1 and every data <= 2 and every recomputed = 0 and devices <= 3").expect("legal");
        let mut planned = 0;
        for seed in 0..80 {
            let problem = random(&mut Rng::new(seed), 3, Objective::PerSample, &[1, 2], 2);
            let narrowed = rule.narrowed(&problem);
            let Ok(found) = narrowed.and_then(|narrowed| PIPER.plan(&narrowed, &Options::default()).map(|found| (narrowed, found))) else { continue };
            let (narrowed, found) = found;
            let all = EXHAUSTIVE.plan(&narrowed, &Options::default()).expect("fits");
            assert!((found.evaluation.seconds - all.evaluation.seconds).abs() < 1e-9);
            assert!(rule.holds(&narrowed, &found.plan, &evaluate(&narrowed, &found.plan).expect("a plan")), "seed {seed}");
            planned += 1;
        }
        assert!(planned > 20, "{planned}");
    }

    /// What no narrowing says: of all plans the best that keeps it, and none where none does.
    #[test]
    fn plans_that_break_a_rule_do_not_count() {
        let two = Rule::parse("stages = 2 and any data > 1").expect("legal");
        let mut planned = 0;
        for seed in 0..60 {
            let problem = random(&mut Rng::new(seed), 3, Objective::PerSample, &[1], 1);
            let ruled = two.narrowed(&problem).expect("nothing is taken");
            if let Ok(found) = EXHAUSTIVE.plan(&ruled, &Options::default()) {
                assert_eq!(found.plan.stages.len(), 2);
                assert!(found.plan.stages.iter().any(|stage| stage.data > 1));
                planned += 1;
            }
            if let Ok(found) = PIPER.plan(&ruled, &Options::default()) {
                assert!(found.evaluation.keeps);
            }
        }
        assert!(planned > 5, "{planned}");
    }
}
