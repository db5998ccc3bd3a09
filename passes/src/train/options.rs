//! What makes a training step of a forward model, and its text form `OPTIMIZER[:key=value,…]`.
//!
//! Invariants: what [`TrainOptions::parse`] accepts is legal by itself; only the model can refuse it then. Defaults are torch's
//! (`torch.optim.SGD`, `Adam`, `AdamW`; `torch.amp.GradScaler`).

use shardwright_ir::ElementType;
use shardwright_ir::nearest::did_you_mean;

/// How parameters are updated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// `p - lr g`.
    Sgd,
    /// SGD along a running sum of gradients.
    Momentum {
        /// What remains of the sum at each step.
        momentum: f64,
        /// Whether the step looks ahead along the sum (Nesterov).
        nesterov: bool,
    },
    /// Adam: running means of the gradient and of its square, corrected for their start at zero.
    Adam {
        /// Decay of the mean of gradients.
        beta1: f64,
        /// Decay of the mean of squares.
        beta2: f64,
        /// Added to the root.
        eps: f64,
        /// Whether weight decay is of the parameter itself (AdamW), not part of the gradient.
        decoupled: bool,
    },
}

/// What is minimised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// Cross-entropy of logits against integer labels.
    CrossEntropy,
    /// Cross-entropy of the logits at each position against the label at the next one.
    NextToken,
    /// Mean squared error against a target.
    Mse,
    /// An output of the model with one element.
    Output(String),
}

/// Which factor the loss has in the backward pass, so that small gradients do not vanish in f16.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LossScale {
    /// This one.
    Fixed(f64),
    /// Doubled after so many good steps; halved, and the step left out, when a gradient is not finite.
    Dynamic,
}

/// How a training step is made.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainOptions {
    /// The optimizer.
    pub rule: Rule,
    /// Learning rate.
    pub lr: f64,
    /// Weight decay.
    pub weight_decay: f64,
    /// Whether vectors and scalars decay too.
    pub decay_vectors: bool,
    /// The loss.
    pub loss: Loss,
    /// The output that the loss is taken of; the first if not given.
    pub output: Option<String>,
    /// The dimension of the logits that counts classes; the last if not given.
    pub class_dim: Option<usize>,
    /// The label that stands for none.
    pub ignore: i64,
    /// Globs of inputs that are parameters; what has a weight file if there are none.
    pub parameters: Vec<String>,
    /// Globs of inputs that are no parameters though these globs say so.
    pub frozen: Vec<String>,
    /// Steps over the model between two updates.
    pub microbatches: i64,
    /// Globs of inputs that every microbatch takes whole.
    pub whole: Vec<String>,
    /// Type of products and activations; parameters stay as they are.
    pub precision: Option<ElementType>,
    /// Whether the optimizer keeps an f32 copy of each narrower parameter, and updates that.
    pub master: bool,
    /// The loss scale.
    pub scale: LossScale,
    /// Largest norm of all gradients together.
    pub clip: Option<f64>,
    /// Whether the step is to be cut into a pipeline's pieces: it has its loop though there be one microbatch, and its ops keep the marks of their stages, those of the backward pass too.
    pub in_stages: bool,
    /// Globs of inputs that randomness is drawn from: each microbatch has its own value of them.
    pub seeds: Vec<String>,
    /// Keys that were given and change nothing beside the others, each with the reason.
    pub idle: Vec<(&'static str, &'static str)>,
}

/// Keys of the text form, each with what it says: what help and messages list.
pub const KEYS: &[(&str, &str)] = &[
    ("lr", "learning rate (1e-3)"),
    ("momentum", "momentum: what remains of the running sum (0.9)"),
    ("nesterov", "momentum: look ahead along the sum (false)"),
    ("beta1", "adam, adamw: decay of the mean of gradients (0.9)"),
    ("beta2", "adam, adamw: decay of the mean of squares (0.999)"),
    ("eps", "adam, adamw: added to the root (1e-8)"),
    ("weight-decay", "weight decay (0; adamw 0.01)"),
    ("decay", "what decays: all, or matrices (all but vectors and scalars)"),
    ("loss", "cross-entropy, next-token, mse, or the name of an output (cross-entropy)"),
    ("output", "the output that the loss is taken of (the first)"),
    ("class-dim", "the dimension of the logits that counts classes (the last)"),
    ("ignore", "the label that stands for none (-100)"),
    ("parameters", "glob of inputs that are learned; may stand several times (what has a weight file)"),
    ("frozen", "glob of inputs that are not learned; may stand several times"),
    ("microbatches", "how many batches of the model's size make one step (1)"),
    ("whole", "glob of inputs that every microbatch takes whole; may stand several times"),
    ("seed", "glob of integer inputs that randomness is drawn from, so that each microbatch draws its own; may stand several times"),
    ("precision", "type of products and activations: f32, bf16 or f16 (f32); parameters keep theirs"),
    ("master", "parameters narrower than f32 have an f32 copy among the optimizer's states, which is updated in their place (false)"),
    ("scale", "factor of the loss in the backward pass: a number or dynamic (1; f16 dynamic)"),
    ("clip", "largest norm of all gradients together (none)"),
];

/// Names of the optimizers.
pub const OPTIMIZERS: &[&str] = &["sgd", "momentum", "adam", "adamw"];

impl TrainOptions {
    /// What an optimizer's name alone says.
    ///
    /// # Errors
    /// Where there is no such optimizer.
    pub fn of(optimizer: &str) -> Result<TrainOptions, String> {
        let adam = |decoupled| Rule::Adam { beta1: 0.9, beta2: 0.999, eps: 1e-8, decoupled };
        let (rule, weight_decay) = match optimizer {
            "sgd" => (Rule::Sgd, 0.0),
            "momentum" => (Rule::Momentum { momentum: 0.9, nesterov: false }, 0.0),
            "adam" => (adam(false), 0.0),
            "adamw" => (adam(true), 0.01),
            other => {
                let hint = did_you_mean(other, OPTIMIZERS.iter().copied());
                return Err(format!("unknown optimizer `{other}`{hint}; there are {}", OPTIMIZERS.join(", ")));
            }
        };
        Ok(TrainOptions {
            rule,
            lr: 1e-3,
            weight_decay,
            decay_vectors: true,
            loss: Loss::CrossEntropy,
            output: None,
            class_dim: None,
            ignore: -100,
            parameters: Vec::new(),
            frozen: Vec::new(),
            microbatches: 1,
            whole: Vec::new(),
            precision: None,
            master: false,
            scale: LossScale::Fixed(1.0),
            clip: None,
            in_stages: false,
            seeds: Vec::new(),
            idle: Vec::new(),
        })
    }

    /// Reads `OPTIMIZER[:key=value,…]`; [`KEYS`] are the keys.
    ///
    /// # Errors
    /// Names the key that is unknown, stands twice, does not go with the optimizer, or whose value is out of range.
    pub fn parse(text: &str) -> Result<TrainOptions, String> {
        let (optimizer, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut options = TrainOptions::of(optimizer.trim())?;
        let mut seen: Vec<&str> = Vec::new();
        for pair in rest.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| format!("training option `{pair}` must have the form key=value"))?;
            let (key, value) = (key.trim(), value.trim());
            let repeats = ["parameters", "frozen", "whole", "seed"].contains(&key);
            if !repeats && seen.contains(&key) {
                return Err(format!("training option `{key}` is given twice"));
            }
            seen.push(key);
            options.set(optimizer, key, value)?;
        }
        if options.precision == Some(ElementType::F16) && !seen.contains(&"scale") {
            options.scale = LossScale::Dynamic;
        }
        if matches!(options.loss, Loss::Output(_)) && options.output.is_some() {
            return Err("`output` names what a loss is taken of; here `loss` names an output that is the loss itself".to_owned());
        }
        options.idle = options.idle_keys(&seen);
        Ok(options)
    }

    /// Which of the given keys change nothing, and why.
    fn idle_keys(&self, given: &[&str]) -> Vec<(&'static str, &'static str)> {
        let labelled = matches!(self.loss, Loss::CrossEntropy | Loss::NextToken);
        let rules: [(&'static str, bool, &'static str); 6] = [
            ("ignore", labelled, "only cross-entropy and next-token have labels"),
            ("class-dim", labelled, "only cross-entropy and next-token have classes"),
            ("decay", self.weight_decay > 0.0, "nothing decays without `weight-decay`"),
            ("nesterov", !matches!(self.rule, Rule::Momentum { momentum: 0.0, .. }), "the momentum is 0"),
            ("whole", self.microbatches > 1, "there is one microbatch, which takes all inputs whole"),
            ("seed", self.microbatches > 1, "there is one microbatch, which takes the seed as it is given"),
        ];
        rules.into_iter().filter(|(key, used, _)| !used && given.contains(key)).map(|(key, _, why)| (key, why)).collect()
    }

    fn set(&mut self, optimizer: &str, key: &str, value: &str) -> Result<(), String> {
        let number = |least: f64, most: f64| in_range(key, value, least, most);
        let wrong = || format!("training option `{key}` does not go with `{optimizer}`");
        match key {
            "lr" => self.lr = number(0.0, f64::MAX)?,
            "weight-decay" => self.weight_decay = number(0.0, f64::MAX)?,
            "clip" => self.clip = Some(number(f64::MIN_POSITIVE, f64::MAX)?),
            "momentum" | "nesterov" => {
                let Rule::Momentum { momentum, nesterov } = &mut self.rule else { return Err(wrong()) };
                if key == "momentum" { *momentum = number(0.0, 1.0)? } else { *nesterov = flag(key, value)? }
            }
            "beta1" | "beta2" | "eps" => {
                let Rule::Adam { beta1, beta2, eps, .. } = &mut self.rule else { return Err(wrong()) };
                match key {
                    "beta1" => *beta1 = number(0.0, 1.0 - f64::EPSILON)?,
                    "beta2" => *beta2 = number(0.0, 1.0 - f64::EPSILON)?,
                    _ => *eps = number(0.0, f64::MAX)?,
                }
            }
            "decay" => {
                self.decay_vectors = match value {
                    "all" => true,
                    "matrices" => false,
                    _ => return Err(one_of(key, value, "all or matrices")),
                }
            }
            "loss" => {
                self.loss = match value {
                    "" => return Err(one_of(key, value, "cross-entropy, next-token, mse or the name of an output")),
                    "cross-entropy" => Loss::CrossEntropy,
                    "next-token" => Loss::NextToken,
                    "mse" => Loss::Mse,
                    name => Loss::Output(name.to_owned()),
                }
            }
            "output" => self.output = Some(value.to_owned()),
            "class-dim" => self.class_dim = Some(value.parse().map_err(|_| one_of(key, value, "a number from 0 on"))?),
            "ignore" => self.ignore = value.parse().map_err(|_| one_of(key, value, "an integer"))?,
            "parameters" => self.parameters.push(value.to_owned()),
            "frozen" => self.frozen.push(value.to_owned()),
            "whole" => self.whole.push(value.to_owned()),
            "seed" => self.seeds.push(value.to_owned()),
            "microbatches" => {
                const MOST: i64 = 1 << 20;
                self.microbatches = value.parse().ok().filter(|count| (1..=MOST).contains(count)).ok_or_else(|| one_of(key, value, &format!("a number from 1 to {MOST}")))?;
            }
            "precision" => {
                self.precision = match value {
                    "f32" => None,
                    "bf16" => Some(ElementType::BF16),
                    "f16" => Some(ElementType::F16),
                    _ => return Err(one_of(key, value, "f32, bf16 or f16")),
                }
            }
            "master" => self.master = flag(key, value)?,
            "scale" => self.scale = if value == "dynamic" { LossScale::Dynamic } else { LossScale::Fixed(number(f64::MIN_POSITIVE, f64::MAX)?) },
            _ => {
                let known = || KEYS.iter().map(|(name, _)| *name);
                return Err(format!("unknown training option `{key}`{}; there are {}", did_you_mean(key, known()), known().collect::<Vec<_>>().join(", ")));
            }
        }
        Ok(())
    }
}

fn in_range(key: &str, value: &str, least: f64, most: f64) -> Result<f64, String> {
    let number: f64 = value.parse().map_err(|_| one_of(key, value, "a number"))?;
    if (least..=most).contains(&number) { Ok(number) } else { Err(one_of(key, value, &format!("from {least} to {most}"))) }
}

fn flag(key: &str, value: &str) -> Result<bool, String> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(one_of(key, value, "true or false")),
    }
}

fn one_of(key: &str, value: &str, legal: &str) -> String {
    format!("training option `{key}` must be {legal}, got `{value}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optimizer_and_its_options_are_read() {
        let options = TrainOptions::parse("adamw:lr=3e-4,beta2=0.95,decay=matrices,loss=next-token,parameters=*.weight,parameters=*.bias,clip=1").unwrap();
        assert_eq!(options.rule, Rule::Adam { beta1: 0.9, beta2: 0.95, eps: 1e-8, decoupled: true });
        assert_eq!((options.lr, options.weight_decay, options.decay_vectors, options.clip), (3e-4, 0.01, false, Some(1.0)));
        assert_eq!((options.loss, options.parameters.len()), (Loss::NextToken, 2));
        assert_eq!(TrainOptions::parse("sgd:precision=f16").unwrap().scale, LossScale::Dynamic);
    }

    #[test]
    fn keys_that_change_nothing_are_known() {
        let idle = |text: &str| TrainOptions::parse(text).unwrap().idle.into_iter().map(|(key, _)| key).collect::<Vec<_>>();
        assert_eq!(idle("sgd:loss=mse,ignore=3,class-dim=1,decay=matrices,whole=x"), ["ignore", "class-dim", "decay", "whole"]);
        assert_eq!(idle("momentum:momentum=0,nesterov=true,seed=s"), ["nesterov", "seed"]);
        assert_eq!(idle("adamw:ignore=3,class-dim=1,decay=matrices,whole=x,microbatches=2"), [""; 0]);
    }

    #[test]
    fn what_cannot_be_is_refused_by_its_key() {
        let error = |text: &str| TrainOptions::parse(text).unwrap_err();
        assert!(error("adm").contains("unknown optimizer `adm`; did you mean `adam`?"));
        assert!(error("sgd:beta1=0.9").contains("`beta1` does not go with `sgd`"));
        assert!(error("adam:beta1=1").contains("`beta1` must be from 0 to"));
        assert!(error("adam:lr=1,lr=2").contains("`lr` is given twice"));
        assert!(error("adam:lr=nan").contains("`lr` must be from 0"));
        assert!(error("adam:microbatch=2").contains("did you mean `microbatches`?"));
        assert!(error("adam:clip").contains("must have the form key=value"));
        assert!(error("sgd:loss=l,output=y").contains("an output that is the loss itself"));
    }
}
