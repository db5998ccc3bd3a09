"""Random StableHLO programs with random sdy annotations, for `generate.py`.

`program(seed)` is the same text for the same seed. Programs have no dead ops: Shardy's driver erases those at a moment
of its own, which decides conflicts by what is not part of the program.
"""

import random
import re

MESHES = [
    [("x", 2), ("y", 2)],
    [("x", 4), ("y", 2)],
    [("x", 2), ("y", 2), ("z", 2)],
    [("x", 8)],
    [("x", 2), ("y", 3)],
    [("x", 4), ("y", 4)],
]
SHAPES = [[8, 8], [8, 16], [16, 8], [4, 8, 8], [8, 4, 16], [16], [6, 8], [12, 4], [8, 6, 4]]
OPS = (
    "add add multiply unary unary constant scalar transpose reshape reshape broadcast concatenate slice pad reverse select "
    "product product batched_product reduce constraint dangling barrier optimization_barrier loop branch dynamic_slice"
).split()


def tensor(shape, element="f32"):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.mesh = self.random.choice(MESHES)
        self.priorities = self.random.random() < 0.4
        self.lines = []
        self.values = []

    def sharding(self, shape, plain=False, closed=None):
        pool = []
        for name, size in self.mesh:
            if size in (4, 8) and self.random.random() < 0.25:
                pool.append(f'"{name}":(1)2')
                if self.random.random() < 0.5:
                    pool.append(f'"{name}":(2){size // 2}')
            else:
                pool.append(f'"{name}"')
        self.random.shuffle(pool)
        dims = []
        for _ in shape:
            axes = []
            while pool and self.random.random() > 0.35 and len(axes) < 2:
                if axes and pool[-1].split(":")[0] == axes[-1].split(":")[0]:
                    break
                axes.append(pool.pop())
            is_open = self.random.random() < 0.5 if closed is None else not closed
            text = "{" + ", ".join(axes + (["?"] if is_open else [])) + "}"
            if self.priorities and not plain and (axes or is_open) and self.random.random() < 0.6:
                text += f"p{self.random.choice([0, 1, 1, 2])}"
            dims.append(text)
        replicated = f", replicated={{{pool.pop()}}}" if pool and self.random.random() < 0.12 else ""
        return f"<@m, [{', '.join(dims)}]{replicated}>"

    def emit(self, text, *shapes, keep=False):
        """Adds an op with results of these shapes (`None`: not a float tensor); returns its first result."""
        name = f"%v{len(self.lines)}"
        self.lines.append((name, len(shapes), text, keep))
        for index, shape in enumerate(shapes):
            if shape is not None:
                self.values.append((f"{name}#{index}" if len(shapes) > 1 else name, shape))
        return name

    def pick(self, fits=lambda shape: True):
        found = [value for value in self.values if fits(value[1])]
        recent = found[-8:] if self.random.random() < 0.7 else found
        return self.random.choice(recent) if found else None

    def constant(self, value, element):
        return self.emit(f"stablehlo.constant dense<{value}> : tensor<{element}>", None)

    def step(self):
        op = self.random.choice(OPS)
        x, shape = self.pick()
        ty, rank = tensor(shape), len(shape)
        same = self.pick(lambda other: other == shape)[0]
        dim = self.random.randrange(rank) if rank else None
        if op in ("add", "multiply"):
            self.emit(f"stablehlo.{op} {x}, {same} : {ty}", shape)
        elif op == "unary":
            self.emit(f"stablehlo.{self.random.choice(['tanh', 'negate', 'exponential'])} {x} : {ty}", shape)
        elif op == "constant":
            one = self.emit(f"stablehlo.constant dense<1.0> : {ty}", shape)
            self.emit(f"stablehlo.add {x}, {one} : {ty}", shape)
        elif op == "scalar":
            spread = self.emit(f"stablehlo.broadcast_in_dim {self.constant('3.0', 'f32')}, dims = [] : (tensor<f32>) -> {ty}", shape)
            self.emit(f"stablehlo.multiply {x}, {spread} : {ty}", shape)
        elif op == "select":
            less = self.emit(f"stablehlo.compare LT, {x}, {same} : ({ty}, {ty}) -> {tensor(shape, 'i1')}", None)
            self.emit(f"stablehlo.select {less}, {x}, {same} : {tensor(shape, 'i1')}, {ty}", shape)
        elif op == "reshape":
            left, dims = 1, []
            for size in shape:
                left *= size
            while left > 1 and len(dims) < 3:
                dims.append(self.random.choice([size for size in range(2, left + 1) if left % size == 0][:8]))
                left //= dims[-1]
            dims += [left] if left > 1 else []
            self.random.shuffle(dims)
            self.emit(f"stablehlo.reshape {x} : ({ty}) -> {tensor(dims)}", dims)
        elif op == "broadcast" and rank < 3:
            at = self.random.randint(0, rank)
            to = shape[:at] + [self.random.choice([2, 4, 8])] + shape[at:]
            dims = [index if index < at else index + 1 for index in range(rank)]
            self.emit(f"stablehlo.broadcast_in_dim {x}, dims = {dims} : ({ty}) -> {tensor(to)}", to)
        elif op == "product" and rank == 2:
            y = self.pick(lambda other: len(other) == 2 and other[0] == shape[1])
            if y:
                to = [shape[0], y[1][1]]
                self.emit(f"stablehlo.dot_general {x}, {y[0]}, contracting_dims = [1] x [0] : ({ty}, {tensor(y[1])}) -> {tensor(to)}", to)
        elif op == "batched_product" and rank == 3:
            y = self.pick(lambda other: len(other) == 3 and other[0] == shape[0] and other[2] == shape[2])
            to = [shape[0], shape[1], y[1][1]]
            dims = "batching_dims = [0] x [0], contracting_dims = [2] x [2]"
            self.emit(f"stablehlo.dot_general {x}, {y[0]}, {dims} : ({ty}, {tensor(y[1])}) -> {tensor(to)}", to)
        elif op == "constraint":
            self.emit(f"sdy.sharding_constraint {x} {self.sharding(shape, plain=True)} : {ty}", shape)
        elif op == "dangling":
            self.emit(f"sdy.sharding_constraint {x} {self.sharding(shape, plain=True, closed=True)} : {ty}", None, keep=True)
        elif op == "barrier":
            way = self.random.choice(["FORWARD", "BACKWARD", "NONE"])
            self.emit(f"sdy.propagation_barrier {x} allowed_direction={way} : {ty}", shape)
        elif op == "optimization_barrier":
            y = self.pick()
            self.emit(f"stablehlo.optimization_barrier {x}, {y[0]} : {ty}, {tensor(y[1])}", shape, y[1])
        elif rank:
            self.ranked_step(op, x, same, shape, dim)

    def ranked_step(self, op, x, same, shape, dim):
        ty, rank = tensor(shape), len(shape)
        to = list(shape)
        if op == "transpose":
            order = self.random.sample(range(rank), rank)
            to = [shape[index] for index in order]
            self.emit(f"stablehlo.transpose {x}, dims = {order} : ({ty}) -> {tensor(to)}", to)
        elif op == "concatenate" and shape[dim] <= 32:
            to[dim] *= 2
            self.emit(f"stablehlo.concatenate {x}, {same}, dim = {dim} : ({ty}, {ty}) -> {tensor(to)}", to)
        elif op == "slice" and shape[dim] >= 2:
            to[dim] //= 2
            self.emit(f"stablehlo.slice {x} [{', '.join(f'0:{size}' for size in to)}] : ({ty}) -> {tensor(to)}", to)
        elif op == "pad":
            to[dim] += 2
            edge = [int(index == dim) for index in range(rank)]
            zero = self.constant("0.0", "f32")
            self.emit(f"stablehlo.pad {x}, {zero}, low = {edge}, high = {edge}, interior = {[0] * rank} : ({ty}, tensor<f32>) -> {tensor(to)}", to)
        elif op == "reverse":
            self.emit(f"stablehlo.reverse {x}, dims = [{dim}] : {ty}", shape)
        elif op == "reduce":
            del to[dim]
            zero = self.constant("0.0", "f32")
            self.emit(f"stablehlo.reduce({x} init: {zero}) applies stablehlo.add across dimensions = [{dim}] : ({ty}, tensor<f32>) -> {tensor(to)}", to)
        elif op == "dynamic_slice" and shape[dim] >= 2:
            to[dim] //= 2
            start = self.constant("0", "i32")
            types = ", ".join([ty] + ["tensor<i32>"] * rank)
            self.emit(f"stablehlo.dynamic_slice {', '.join([x] + [start] * rank)}, sizes = {to} : ({types}) -> {tensor(to)}", to)
        elif op == "branch":
            which = self.constant("0", "i32")
            self.emit(
                f'"stablehlo.case"({which}) ({{\n    stablehlo.return {x} : {ty}\n  }}, {{\n'
                f"    %e = stablehlo.exponential {same} : {ty}\n    stablehlo.return %e : {ty}\n  }}) : (tensor<i32>) -> {ty}",
                shape,
            )
        elif op == "loop":
            start, one, end = (self.constant(value, "i32") for value in ("0", "1", "5"))
            body = self.random.choice([f"stablehlo.add %b, {same}", "stablehlo.multiply %b, %b"])
            self.emit(
                f"stablehlo.while(%a = {start}, %b = {x}) : tensor<i32>, {ty}\n  cond {{\n"
                f"    %c = stablehlo.compare LT, %a, {end} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n  }} do {{\n"
                f"    %n = stablehlo.add %a, {one} : tensor<i32>\n    %w = {body} : {ty}\n    stablehlo.return %n, %w : tensor<i32>, {ty}\n  }}",
                None,
                shape,
            )


def program(seed):
    made = Program(seed)
    shapes = made.random.sample(SHAPES, 3)
    args = []
    for index in range(made.random.randint(1, 4)):
        shape = list(made.random.choice(shapes))
        args.append((f"%arg{index}", shape, made.sharding(shape) if made.random.random() < 0.7 else None))
        made.values.append((f"%arg{index}", shape))
    for _ in range(made.random.randint(3, 12)):
        made.step()
    last = made.values[len(args) :][-4:] or made.values[:1]
    results = [(name, shape, made.sharding(shape) if made.random.random() < 0.25 else None) for name, shape in made.random.sample(last, min(len(last), 2))]
    needed, kept = {name.split("#")[0] for name, _, _ in results}, []
    for name, count, text, keep in reversed(made.lines):
        if keep or name in needed:
            needed.update(re.findall(r"%v\d+", text))
            kept.append(f"  {name}{f':{count}' if count > 1 else ''} = {text}")

    def typed(name, shape, sharding):
        return f"{name}{tensor(shape)}" + (f" {{sdy.sharding = #sdy.sharding{sharding}}}" if sharding else "")

    axes = ", ".join(f'"{name}"={size}' for name, size in made.mesh)
    head = ", ".join(typed(f"{name}: ", shape, sharding) for name, shape, sharding in args)
    tail = ", ".join(typed("", shape, sharding) for _, shape, sharding in results)
    end = f"  return {', '.join(name for name, _, _ in results)} : {', '.join(tensor(shape) for _, shape, _ in results)}"
    return "\n".join([f"sdy.mesh @m = <[{axes}]>", f"func.func @main({head}) -> ({tail}) {{", *reversed(kept), end, "}"]) + "\n"
