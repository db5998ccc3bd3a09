"""Measures what XLA's partitioner and Shardy's passes send for the annotated modules of the bank, per device.

Usage: yardsticks.py MODULES [--filter TEXT] [--again]
MODULES is the folder that `shardwright cases testdata/bank --write-annotated MODULES` writes: MODEL/SET.mlir. The results go into
yardsticks.json beside this script: {"versions", "cases": {"MODEL/SET": {"module", "xla": {KIND: {"count", "wire_bytes"}} or null,
"shardy": the same or null, "notes"}}}. A module whose text is already measured is left out (--again measures it anew). Needs jax.

Wire bytes are what one device sends under a bandwidth-optimal algorithm in a group of n: all-reduce 2(n-1)/n of its size, all-gather
(n-1)/n of the result, reduce-scatter and all-to-all (n-1)/n of the operand, collective-permute the operand. A loop's condition and
body count once an iteration where the number of iterations is known, else once; every branch counts. XLA compiles for its CPU
devices with Shardy, and what is counted is the compiled HLO: on CPUs it makes no reduce-scatter, and reduces bf16 as f32. Shardy's
passes are propagation, explicit reshards and collectives, as in its own export pipeline; collectives that a manual computation
brings along count for both. Where Shardy does not lower a module whole there is no number (null, with a note): a pass fails or aborts, a reshard
stays, or an op keeps a sharded dimension along which its shards need elements of each other (a factor of kind `permutation`: windows, slices,
padding, concatenation), for which these passes insert nothing.
"""
import argparse, json, multiprocessing, os, pathlib, re, sys
from math import prod

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8 " + os.environ.get("XLA_FLAGS", "")
os.environ["JAX_PLATFORMS"] = "cpu"
import jax, jaxlib, numpy as np
from jax._src.interpreters import mlir as jax_mlir
from jax._src.lib import xla_client
from jax._src.lib.mlir import ir, passmanager

KINDS = ("all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "collective_broadcast")
TIMEOUT = 1200  # seconds


def sent(kind, group, result, operand):
    """Bytes on the wire of one collective."""
    part = (group - 1) / group
    return {"all_reduce": 2 * part * result, "all_gather": part * result, "reduce_scatter": part * operand, "all_to_all": part * operand}.get(kind, operand)


class Totals(dict):
    def note(self, kind, times, wire):
        total = self.setdefault(kind, {"count": 0, "wire_bytes": 0.0})
        total["count"] += times
        total["wire_bytes"] += times * wire


# ---- XLA: the compiled HLO's text

HLO_WIDTH = dict(pred=1, s4=1, u4=1, s8=1, u8=1, f8e4m3fn=1, f8e5m2=1, s16=2, u16=2, f16=2, bf16=2, s32=4, u32=4, f32=4, s64=8, u64=8, f64=8, c64=8, c128=16)


def compiled_hlo(text, count):
    devices = jax.devices()[:count]
    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = 1, count
    options.device_assignment = xla_client.DeviceAssignment.create(np.arange(count).reshape(1, count))
    build = options.executable_build_options
    build.num_replicas, build.num_partitions, build.device_assignment = 1, count, options.device_assignment
    build.use_spmd_partitioning = build.use_shardy_partitioner = True
    build.debug_options.xla_backend_optimization_level = 0
    build.debug_options.xla_llvm_disable_expensive_passes = True
    arguments = len(re.findall(r"%arg\d+:", re.search(r"func\.func public @main\((.*?)\)\s*->", text, re.S)[1]))
    build.allow_spmd_sharding_propagation_to_parameters = [True] * max(arguments, 1)
    build.allow_spmd_sharding_propagation_to_output = [True]
    return devices[0].client.compile_and_load(text, xla_client.DeviceList(tuple(devices)), options).hlo_modules()[0].to_string()


def hlo_bytes(shape):
    found = re.findall(r"\b([a-z]+\d*[a-z0-9]*)\[([\d,]*)\]", shape)
    return sum(HLO_WIDTH[kind] * prod(int(size) for size in dims.split(",") if size) for kind, dims in found if kind in HLO_WIDTH)


def hlo_group(line, count):
    """Devices that exchange with one another, from any of the three ways in which HLO writes them."""
    if found := re.search(r"replica_groups=\{\{([\d,]+)\}", line):
        return len(found[1].split(","))
    if found := re.search(r"replica_groups=\[(\d+),(\d+)\]<=", line):
        return int(found[2])
    if found := re.search(r"replica_groups=mesh\[(.*?)\] \{(.*?)\}", line):
        sizes = dict(re.findall(r"'([^']+)'=(\d+)", found[1]))
        return prod(int(sizes[axis]) for axis in re.findall(r"'([^']+)'", found[2]))
    return count


def measure_xla(text, count):
    computations, name, entry = {}, None, None
    for line in re.sub(r"/\*.*?\*/", "", compiled_hlo(text, count)).splitlines():
        if head := re.match(r"(?:ENTRY )?%?([\w.\-]+) \(.*\{$", line):
            name = head[1]
            computations[name] = []
            entry = name if line.startswith("ENTRY") else entry
        elif name and line.strip():
            computations[name].append(line)
    instruction = re.compile(r"\s*(?:ROOT )?%?([\w.\-]+) = (\([^=]*?\)|\S+) ([\w\-]+)\((.*?)\)")
    shapes = {found[1]: found[2] for lines in computations.values() for line in lines if (found := instruction.match(line))}
    totals = Totals()

    def visit(computation, times):
        for line in computations.get(computation, []):
            found = instruction.match(line)
            if not found:
                continue
            _, shape, op, operands = found.groups()
            kind = op.removesuffix("-start").replace("-", "_")
            if kind in KINDS and not op.endswith("-done"):
                result = hlo_bytes(shape)
                if op.endswith("-start") and kind != "all_reduce":
                    result //= 2  # operand and result
                names = [operand.strip().split(" ")[-1].lstrip("%") for operand in operands.split(",")]
                operand = sum(hlo_bytes(shapes.get(name, name)) for name in names)
                totals.note(kind, times, sent(kind, hlo_group(line, count), result, operand))
            if op == "while":
                trips = re.search(r'known_trip_count"?:\{"?n"?:"?(\d+)', line)
                inner = times * (int(trips[1]) if trips else 1)
                for part in ("condition", "body"):
                    visit(re.search(part + r"=%?([\w.\-]+)", line)[1], inner)
            elif op in ("call", "conditional", "async-start"):
                for called in re.findall(r"(?:to_apply|calls|true_computation|false_computation)=%?([\w.\-]+)", line):
                    visit(called, times)
                for branches in re.findall(r"branch_computations=\{([^}]*)\}", line):
                    for called in branches.split(","):
                        visit(called.strip().lstrip("%"), times)

    visit(entry, 1)
    return totals


# ---- Shardy: the module after its passes

PASSES = [
    ("sdy-propagation-pipeline", ""), ("sdy-insert-explicit-reshards", "enable-full-version=true"), ("canonicalize", ""),
    ("sdy-reshard-to-collectives", ""), ("canonicalize", ""), ("cse", ""), ("canonicalize", ""),
    ("sdy-populate-op-sharding-rules", ""),
]
ON_FUNCTIONS = {"sdy-populate-op-sharding-rules", "sdy-insert-explicit-reshards", "sdy-reshard-to-collectives", "canonicalize", "cse"}
MLIR_WIDTH = dict(i1=1, i4=1, ui4=1, i8=1, ui8=1, i16=2, ui16=2, f16=2, bf16=2, i32=4, ui32=4, f32=4, i64=8, ui64=8, f64=8)
MOVED = dict(all_gather="gathering_axes", all_reduce="reduction_axes", reduce_scatter="reduce_scatter_axes", all_to_all="params")


def constant(value):
    """The integer that a value is, through what does not change it; `None` for others."""
    while isinstance(value.owner, ir.Operation) or hasattr(value.owner, "operation"):
        op = value.owner.operation
        if op.name in ("stablehlo.constant", "sdy.constant"):
            return int(ir.DenseIntElementsAttr(op.attributes["value"])[0])
        if op.name not in ("sdy.reshard", "sdy.data_flow_edge", "stablehlo.convert"):
            return None
        value = op.operands[0]
    return None


def trip_count(loop):
    """Iterations of a `stablehlo.while` that counts from a constant up to another; 1 for others."""
    cond, body = (region.blocks[0] for region in loop.regions)
    test = cond.operations[len(cond.operations) - 1].operands[0]
    if not hasattr(test.owner, "operation") or test.owner.operation.name != "stablehlo.compare":
        return 1
    compare = test.owner.operation
    counter, limit = compare.operands
    position = {str(argument): index for index, argument in enumerate(cond.arguments)}
    if " LT" not in str(compare.attributes["comparison_direction"]) or str(counter) not in position:
        return 1
    index = position[str(counter)]
    if str(limit) in position:
        limit = loop.operands[position[str(limit)]]
    stepped = body.operations[len(body.operations) - 1].operands[index]
    while hasattr(stepped.owner, "operation") and stepped.owner.operation.name in ("sdy.reshard", "sdy.data_flow_edge"):
        stepped = stepped.owner.operation.operands[0]
    if not hasattr(stepped.owner, "operation") or stepped.owner.operation.name != "stablehlo.add":
        return 1
    start, end, step = constant(loop.operands[index]), constant(limit), constant(stepped.owner.operation.operands[1])
    return max(0, -(-(end - start) // step)) if None not in (start, end, step) and step > 0 else 1


def mlir_bytes(ty):
    shape, pair, element = re.match(r"tensor<((?:\d+x)*)(complex<)?(\w+)>+$", ty).groups()
    return prod(int(size) for size in shape.split("x") if size) * MLIR_WIDTH[element] * (2 if pair else 1)


def sharding_of(value, arguments):
    """The text of a value's sharding; empty where it has none."""
    if hasattr(value.owner, "operation"):
        op = value.owner.operation
        if "sdy.sharding" not in op.attributes:
            return ""
        position = [str(result) for result in op.results].index(str(value)) if len(op.results) > 1 else 0
        return re.findall(r"<@[\w.\-]+, \[.*?\](?:, \w+=\{.*?\})*>", str(op.attributes["sdy.sharding"]))[position]
    return arguments.get(value, "")


def check_lowered(op, arguments):
    """Refuses an op that is sharded along a dimension with a factor of kind `permutation`."""
    rule = str(op.attributes["sdy.sharding_rule"])
    moved = re.search(r"permutation=\{(.*?)\}", rule)
    if not moved:
        return
    moved = set(re.split(r",\s*", moved[1]))
    tensors = re.findall(r"\[(.*?)\]", rule[: rule.index("{")])
    for factors, value in zip(tensors, [*op.operands, *op.results]):
        sharding = sharding_of(value, arguments)
        dims = re.match(r".*?\[(.*?)\]", sharding)
        for dim, axes in zip(re.split(r",\s*", factors), re.findall(r"\{(.*?)\}", dims[1] if dims else "")):
            if '"' in axes and moved & set(re.findall(r"[a-y](?![_\d])|z_\d+|z", dim)):
                raise ValueError(f"{op.name} needs elements of other shards: {rule} with {sharding}")


def measure_shardy(text, _):
    context = jax_mlir.make_ir_context()
    context.allow_unregistered_dialects = True
    with context:
        module = ir.Module.parse(text)
        for name, options in PASSES:
            one = f"{name}{{{options}}}" if options else name
            one = f"func.func({one})" if name in ON_FUNCTIONS else one
            passmanager.PassManager.parse(f"builtin.module({one})").run(module.operation)
        functions, sizes = {}, {}
        for op in module.body.operations:
            if op.operation.name == "func.func":
                functions[ir.StringAttr(op.attributes["sym_name"]).value] = op.operation
            elif op.operation.name == "sdy.mesh":
                sizes.update((axis, int(size)) for axis, size in re.findall(r'"([^"]+)"=(\d+)', str(op.attributes["mesh"])))
        ways = lambda axes: prod(int(part) if part else sizes[axis] for axis, part in re.findall(r'"([^"]+)"(?::\(\d+\)(\d+))?', axes))
        totals, arguments = Totals(), {}
        for function in functions.values():
            attributes = function.attributes["arg_attrs"] if "arg_attrs" in function.attributes else []
            for argument, attribute in zip(function.regions[0].blocks[0].arguments, attributes):
                arguments[argument] = str(attribute["sdy.sharding"]) if "sdy.sharding" in attribute else ""

        def visit(op, times):
            name = op.name
            kind = name.removeprefix("sdy.")
            if name == "sdy.reshard":
                raise ValueError("a reshard is left")
            if name.startswith("sdy.") and kind in KINDS:
                dims = re.match(r".*?<@[\w.\-]+, (\[.*?\])(?:, (?:replicated|unreduced)=.*)?>$", str(op.attributes["out_sharding"]))[1]
                result = mlir_bytes(str(op.results[0].type)) / ways(dims)
                group = ways(str(op.attributes[MOVED[kind]])) if kind in MOVED else 1
                operand = result * group if kind == "reduce_scatter" else result
                totals.note(kind, times, sent(kind, group, result, operand))
            if name.startswith("stablehlo.") and name.removeprefix("stablehlo.") in KINDS:
                kind = name.removeprefix("stablehlo.")
                result, operand = (sum(mlir_bytes(str(value.type)) for value in values) for values in (op.results, op.operands))
                group = ir.RankedTensorType(op.attributes["replica_groups"].type).shape[1] if "replica_groups" in op.attributes else 1
                totals.note(kind, times, sent(kind, group, result, operand))
            if "sdy.sharding_rule" in op.attributes:
                check_lowered(op, arguments)
            if name == "func.call":
                visit(functions[ir.FlatSymbolRefAttr(op.attributes["callee"]).value], times)
            inner = times * trip_count(op) if name == "stablehlo.while" else times
            for region in op.regions:
                for block in region.blocks:
                    for each in block.operations:
                        visit(each.operation, inner)

        visit(functions["main"], 1)
        return totals


# ---- the bank


def fingerprint(text):
    """64-bit FNV-1a."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


class Worker:
    """Measures in a process of its own, which is started anew after one that dies: Shardy's checks abort the process."""

    def __init__(self, measure):
        self.measure, self.process = measure, None

    def __call__(self, text, count):
        if self.process is None:
            self.pipe, theirs = multiprocessing.Pipe()
            self.process = multiprocessing.get_context("fork").Process(target=serve, args=(self.measure, theirs), daemon=True)
            self.process.start()
            theirs.close()
        self.pipe.send((text, count))
        try:
            if self.pipe.poll(TIMEOUT):
                return self.pipe.recv()
            why = f"no answer in {TIMEOUT} s"
            self.process.kill()
        except EOFError:
            why = None
        self.process.join()
        why = why or f"aborted with status {self.process.exitcode}"
        self.process = None
        return None, why


def serve(measure, pipe):
    os.nice(10)
    while True:
        text, count = pipe.recv()
        try:
            pipe.send((measure(text, count), None))
        except Exception as error:  # what a partitioner says of a module goes into the notes
            pipe.send((None, str(error).strip().splitlines()[0][:200]))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("modules", type=pathlib.Path)
    arguments.add_argument("--filter", default="", help="only cases whose MODEL/SET contains this")
    arguments.add_argument("--again", action="store_true", help="measure also what is already measured")
    arguments.add_argument("--only", choices=("xla", "shardy"), help="measure only one of the two anew")
    arguments = arguments.parse_args()
    file = pathlib.Path(__file__).with_name("yardsticks.json")
    known = json.loads(file.read_text())["cases"] if file.exists() else {}
    texts = {f"{path.parent.name}/{path.stem}": path.read_text() for path in arguments.modules.glob("*/*.mlir")}
    measure = dict(xla=Worker(measure_xla), shardy=Worker(measure_shardy))
    # Large ones last: XLA takes minutes for them.
    for name in sorted((name for name in texts if arguments.filter in name), key=lambda name: (len(texts[name]) > 1_000_000, name)):
        text = texts[name]
        module = fingerprint(text)
        before = known.get(name) if known.get(name, {}).get("module") == module else None
        if before and not arguments.again:
            continue
        count = prod(int(size) for size in re.findall(r'"[^"]+"=(\d+)', re.search(r"sdy\.mesh @[\w.\-]+ = <\[(.*?)\]", text)[1]))
        found, notes = {}, {}
        for who, how in measure.items():
            if before and arguments.only not in (None, who):
                found[who], why = before[who], before.get("notes", {}).get(who)
            else:
                found[who], why = how(text, count)
            notes |= {who: why} if why else {}
        known[name] = dict(module=module, **found, **({"notes": notes} if notes else {}))
        total = lambda sent: "-" if sent is None else round(sum(kind["wire_bytes"] for kind in sent.values()))
        print(f"{name}: xla {total(found['xla'])}, shardy {total(found['shardy'])}", *notes.values(), flush=True)
        versions = dict(jax=jax.__version__, jaxlib=jaxlib.__version__)
        lines = [f"  {json.dumps(key)}: {json.dumps(known[key])}" for key in sorted(known)]
        beside = file.with_suffix(".new")
        beside.write_text(f'{{"versions": {json.dumps(versions)}, "cases": {{\n' + ",\n".join(lines) + "\n}}\n")
        beside.replace(file)


if __name__ == "__main__":
    main()
