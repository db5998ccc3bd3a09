// Draws the timelines that the page's data holds. Reading order: data, layout, drawing, pointing, moving.
"use strict";
const root = document.documentElement;
addEventListener("error", (event) => { root.dataset.error = String(event.message); });

const data = JSON.parse(document.getElementById("data").textContent);
const LEFT = 62, RIGHT = 104, TOP = 22, GAP = 10;
const panels = data.panels.map(prepare);
const units = Math.max(...panels.map((panel) => panel.makespan / panel.scale), 1e-12);
// What part of the axis is shown, in the reader's units.
let view = [0, units];
let pointed = null;

function prepare(panel) {
  const marks = panel.marks;
  for (const name of ["look", "chunk", "part"]) marks[name] = Uint8Array.from(marks[name]);
  for (const name of ["start", "end"]) marks[name] = Float64Array.from(marks[name], (time) => time / panel.scale);
  const messages = panel.messages;
  for (const name of ["start", "end"]) messages[name] = Float64Array.from(messages[name], (time) => time / panel.scale);
  panel.messagesOf = panel.ranks.map(() => []);
  panel.into = new Map();
  panel.outOf = new Map();
  const note = (map, mark, message) => { if (mark !== null) map.has(mark) ? map.get(mark).push(message) : map.set(mark, [message]); };
  for (let message = 0; message < messages.start.length; message++) {
    if (messages.end[message] > messages.start[message]) panel.messagesOf[messages.from[message]].push(message);
    note(panel.outOf, messages.maker[message], message);
    note(panel.into, messages.reader[message], message);
  }
  panel.hasStrip = panel.messagesOf.some((list) => list.length) || panel.ranks.some((rank) => marks.start.subarray(rank.marks[1], rank.marks[2]).some((start, index) => marks.end[rank.marks[1] + index] > start));
  panel.hasMemory = panel.ranks.some((rank) => rank.peak !== null);
  panel.rankOf = new Uint32Array(marks.start.length);
  panel.ranks.forEach((rank, index) => panel.rankOf.fill(index, rank.marks[0], rank.marks[2]));
  return panel;
}

// ---- layout

const most = Math.max(...panels.map((panel) => panel.ranks.length));
const BAR = most <= 16 ? 24 : most <= 64 ? 15 : most <= 256 ? 8 : 4;
const details = most <= 256;
const peak = Math.max(0, ...panels.flatMap((panel) => panel.ranks.map((rank) => rank.peak ?? 0)));

function heights(panel) {
  const strip = panel.hasStrip && details ? (BAR > 15 ? 5 : 3) : 0;
  const memory = panel.hasMemory && details ? (BAR > 15 ? 16 : 9) : 0;
  const gap = details ? GAP : 1;
  return { strip, memory, row: BAR + (strip ? strip + 1 : 0) + (memory ? memory + 2 : 0) + gap };
}

const main = document.getElementById("panels");
for (const panel of panels) {
  const section = document.createElement("section");
  const title = document.createElement("h2");
  title.textContent = panel.name;
  const facts = document.createElement("p");
  facts.textContent = [panel.facts, compared(panel), panel.costs].filter(Boolean).join(" · ");
  panel.canvas = document.createElement("canvas");
  panel.canvas.tabIndex = 0;
  panel.canvas.setAttribute("role", "img");
  panel.canvas.setAttribute("aria-label", `${panel.name}: ${panel.facts}`);
  section.append(title, facts, panel.canvas);
  main.append(section);
}

// How much less or more time than the first panel's.
function compared(panel) {
  if (panel === panels[0]) return "";
  const part = panel.makespan / panel.scale / (panels[0].makespan / panels[0].scale) - 1;
  return `${Math.abs(100 * part).toFixed(1)} % ${part <= 0 ? "less" : "more"} time than ${panels[0].name}`;
}

function legend() {
  const used = new Map();
  for (const panel of panels) {
    const { look, chunk, start, end } = panel.marks;
    for (let mark = 0; mark < look.length; mark++) {
      if (end[mark] === start[mark]) continue;
      if (!used.has(look[mark])) used.set(look[mark], new Set());
      used.get(look[mark]).add(chunk[mark]);
    }
    if (panel.messagesOf.some((list) => list.length)) used.set(6, new Set([0]));
  }
  const box = document.getElementById("legend");
  const entry = (swatches, words) => {
    const span = document.createElement("span");
    span.append(...swatches, words);
    box.append(span);
  };
  const swatch = (name, colour) => {
    const item = document.createElement("i");
    item.className = name;
    if (colour) item.style.background = colour;
    return item;
  };
  for (const look of [...used.keys()].sort((a, b) => a - b)) {
    const { letter, words, shades } = data.looks[look];
    entry([...used.get(look)].sort((a, b) => a - b).map((chunk) => swatch("", shades[chunk][0])), `${letter} ${words}`.trim());
  }
  entry([swatch("wait")], "waiting");
  if (peak > 0) entry([swatch("held")], `${panels[0].memoryUnit} held`);
}

// ---- drawing

const shown = (number) => String(Number(number.toPrecision(6)));
const withUnit = (panel, number) => (panel.unit ? `${shown(number)} ${panel.unit}` : shown(number));

function colours() {
  const style = getComputedStyle(root);
  const names = ["page", "ink", "soft", "idle", "hatch", "grid", "memory", "memory-edge", "seam", "mark"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

function hatch(pen, colour) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const brush = tile.getContext("2d");
  brush.fillStyle = colour.idle;
  brush.fillRect(0, 0, 8, 8);
  brush.strokeStyle = colour.hatch;
  brush.lineWidth = 1;
  for (const shift of [-8, 0, 8]) {
    brush.beginPath();
    brush.moveTo(shift - 1, 9);
    brush.lineTo(shift + 9, -1);
    brush.stroke();
  }
  return pen.createPattern(tile, "repeat");
}

// The first mark of a range that ends after a time; marks that compute are in order of both ends.
function firstAfter(ends, from, to, time) {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ends[middle] <= time) from = middle + 1; else to = middle;
  }
  return from;
}

function draw() {
  const colour = colours();
  let drawn = 0, merged = 0;
  for (const panel of panels) {
    const size = heights(panel);
    const width = panel.canvas.parentElement.clientWidth, height = TOP + panel.ranks.length * size.row + 4;
    const dense = Math.min(devicePixelRatio || 1, 16000 / height);
    panel.canvas.width = Math.round(width * dense);
    panel.canvas.height = Math.round(height * dense);
    panel.canvas.style.height = `${height}px`;
    const pen = panel.canvas.getContext("2d");
    pen.scale(dense, dense);
    const plot = Math.max(width - LEFT - RIGHT, 50);
    const x = (time) => LEFT + ((time - view[0]) / (view[1] - view[0])) * plot;
    panel.geometry = { size, plot, x, width, height };
    pen.font = font(11);
    pen.textBaseline = "middle";
    axis(pen, panel, colour);
    const waiting = hatch(pen, colour);
    panel.ranks.forEach((rank, index) => {
      const y = TOP + index * size.row;
      if (BAR >= 8) {
        pen.fillStyle = colour.soft;
        pen.font = font(BAR > 15 ? 11 : Math.min(10, BAR + 2));
        pen.textAlign = "left";
        pen.fillText(`rank ${index}`, 0, y + BAR / 2);
        pen.fillText(`busy ${((100 * rank.busy) / Math.max(panel.makespan, 1)).toFixed(1)} %`, LEFT + plot + 8, y + BAR / 2);
        if (size.memory >= 12 && rank.peak !== null) pen.fillText(`at most ${shown(rank.peak)}`, LEFT + plot + 8, y + size.row - GAP - size.memory / 2);
      }
      pen.save();
      pen.beginPath();
      pen.rect(LEFT, 0, plot, height);
      pen.clip();
      pen.fillStyle = waiting;
      pen.fillRect(x(0), y, x(panel.makespan / panel.scale) - x(0), BAR);
      const [one, many] = boxes(pen, panel, rank, y, colour);
      drawn += one;
      merged += many;
      if (size.strip) strip(pen, panel, rank, index, y + BAR + 1, size.strip);
      if (size.memory) memory(pen, panel, rank, y + size.row - GAP - size.memory, size.memory, colour);
      pen.restore();
    });
    if (pointed && pointed.panel === panel) point(pen, panel, colour);
  }
  root.dataset.drawn = drawn;
  root.dataset.merged = merged;
  const note = merged ? `${merged.toLocaleString("en")} boxes are narrower than a point here: each point shows what share of its time each kind takes. Zoom in to see each.` : "";
  document.getElementById("note").textContent = note;
}

const font = (size) => `${size}px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, "DejaVu Sans", sans-serif`;

function axis(pen, panel, colour) {
  const { plot, x, height } = panel.geometry;
  const least = ((view[1] - view[0]) * 80) / plot;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= least * (1 - 1e-9)) ?? 10 * power;
  pen.textAlign = "center";
  for (let tick = Math.ceil(view[0] / step - 1e-9); tick * step <= view[1] * (1 + 1e-12); tick++) {
    const at = x(tick * step);
    pen.fillStyle = colour.grid;
    pen.fillRect(at - 0.5, TOP - 6, 1, height);
    pen.fillStyle = colour.soft;
    pen.fillText(withUnit(panel, tick * step), at, 8);
  }
}

// Draws the boxes of a rank; gives how many by themselves, and how many of which several share a point.
function boxes(pen, panel, rank, y, colour) {
  const { x, plot } = panel.geometry;
  const { look, chunk, part, start, end } = panel.marks;
  const [first, beside] = rank.marks;
  const from = firstAfter(end, first, beside, view[0]);
  let to = from;
  let longest = 0;
  for (; to < beside && start[to] < view[1]; to++) longest += end[to] - start[to];
  if (to === from) return [0, 0];
  const points = plot / (view[1] - view[0]);
  if ((longest / (to - from)) * points < 1) {
    shares(pen, panel, from, to, y, BAR);
    return [0, to - from];
  }
  pen.textAlign = "center";
  for (let mark = from; mark < to; mark++) {
    const left = x(start[mark]), right = x(end[mark]);
    const [fill, ink] = data.looks[look[mark]].shades[chunk[mark]];
    const height = part[mark] ? BAR / 2 : BAR;
    const top = part[mark] === 2 ? y + height : y;
    pen.fillStyle = fill;
    const seam = right - left > 3 ? 0.7 : 0;
    pen.fillRect(left, top, Math.max(right - left - seam, 0.5), height - (part[mark] === 1 ? seam : 0));
    const label = panel.marks.label[mark];
    if (!label || height < 8) continue;
    const size = Math.min(height > 15 ? 11 : 9, height - 1);
    const room = right - left - 2;
    const wide = label.length * 0.6;
    const fits = wide * size <= room ? size : wide * 8 <= room ? 8 : 0;
    if (!fits) continue;
    pen.font = font(fits);
    pen.fillStyle = ink;
    pen.fillText(label, (left + right) / 2, top + height / 2 + 0.5);
  }
  return [to - from, 0];
}

// For each point of the width, the share of time that each look takes, stacked from the bottom.
function shares(pen, panel, from, to, y, height) {
  const { x, plot } = panel.geometry;
  const { look, part, start, end } = panel.marks;
  const count = Math.ceil(plot) + 1;
  const rows = new Map();
  for (let mark = from; mark < to; mark++) {
    if (!rows.has(look[mark])) rows.set(look[mark], new Float64Array(count));
    const row = rows.get(look[mark]);
    const left = Math.max(x(start[mark]) - LEFT, 0), right = Math.min(x(end[mark]) - LEFT, plot);
    const weight = part[mark] ? 0.5 : 1;
    for (let point = Math.floor(left); point < right; point++) row[point] += weight * Math.max(Math.min(right, point + 1) - Math.max(left, point), 0);
  }
  const floor = new Float64Array(count);
  for (const key of [...rows.keys()].sort((a, b) => a - b)) {
    const row = rows.get(key);
    pen.fillStyle = data.looks[key].shades[0][0];
    for (let point = 0; point < count; point++) {
      if (!row[point]) continue;
      pen.fillRect(LEFT + point, y + height * (1 - floor[point] - row[point]), 1, height * row[point]);
      floor[point] += row[point];
    }
  }
}

function strip(pen, panel, rank, index, y, height) {
  const { x } = panel.geometry;
  const { messages, marks } = panel;
  pen.globalAlpha = 0.75;
  const bar = (look, start, end) => {
    if (end === start || end < view[0] || start > view[1]) return;
    pen.fillStyle = data.looks[look].shades[0][0];
    pen.fillRect(x(start), y, Math.max(x(end) - x(start), 0.7), height);
  };
  for (let mark = rank.marks[1]; mark < rank.marks[2]; mark++) bar(marks.look[mark], marks.start[mark], marks.end[mark]);
  for (const message of panel.messagesOf[index]) bar(6, messages.start[message], messages.end[message]);
  pen.globalAlpha = 1;
}

function memory(pen, panel, rank, y, height, colour) {
  if (rank.peak === null || !peak) return;
  const { x } = panel.geometry;
  const level = (held) => y + height - (held / peak) * height;
  const steps = new Path2D();
  steps.moveTo(x(0), y + height);
  let last = 0, before = y + height;
  const place = (change) => x(rank.memory[change] / panel.scale);
  for (let change = 0; change < rank.memory.length;) {
    const at = place(change);
    let highest = 0;
    // What changes within half a point is drawn as its highest, so that no peak is lost.
    for (; change < rank.memory.length && place(change) < at + 0.5; change += 2) highest = Math.max(highest, last = rank.memory[change + 1]);
    steps.lineTo(at, before);
    steps.lineTo(at, level(highest));
    steps.lineTo(at, before = level(last));
  }
  const end = x(panel.makespan / panel.scale);
  steps.lineTo(end, level(last));
  steps.lineTo(end, y + height);
  steps.closePath();
  pen.fillStyle = colour.memory;
  pen.fill(steps);
  pen.strokeStyle = colour["memory-edge"];
  pen.lineWidth = 0.8;
  pen.stroke(steps);
}

// The pointed time, and lines from what a box waits for, and to who waits for it.
function point(pen, panel, colour) {
  const { x, size, height, plot } = panel.geometry;
  pen.save();
  pen.beginPath();
  pen.rect(LEFT, 0, plot, height);
  pen.clip();
  if (pointed.mark !== null) {
    const { marks, messages } = panel;
    const y = (mark) => TOP + panel.rankOf[mark] * size.row + BAR / 2;
    pen.strokeStyle = colour.mark;
    pen.lineWidth = 1.4;
    const line = (message) => {
      const [maker, reader] = [messages.maker[message], messages.reader[message]];
      if (maker === null || reader === null) return;
      const ends = [x(marks.end[maker]), y(maker), x(marks.start[reader]), y(reader)];
      pen.beginPath();
      pen.moveTo(ends[0], ends[1]);
      pen.lineTo(ends[2], ends[3]);
      pen.stroke();
      pen.beginPath();
      pen.arc(ends[2], ends[3], 2.5, 0, 7);
      pen.fillStyle = colour.mark;
      pen.fill();
    };
    (panel.into.get(pointed.mark) ?? []).forEach(line);
    (panel.outOf.get(pointed.mark) ?? []).forEach(line);
    const top = TOP + panel.rankOf[pointed.mark] * size.row;
    pen.strokeRect(x(marks.start[pointed.mark]), top + 0.7, x(marks.end[pointed.mark]) - x(marks.start[pointed.mark]), BAR - 1.4);
  }
  pen.restore();
}

// ---- pointing

const tip = document.getElementById("tip");

function markAt(panel, place) {
  const { size, plot } = panel.geometry;
  const index = Math.floor((place.y - TOP) / size.row);
  const rank = panel.ranks[index];
  const inside = (place.y - TOP) % size.row;
  if (!rank || inside < 0 || place.x < LEFT || place.x > LEFT + plot) return null;
  const { start, end, part } = panel.marks;
  const time = view[0] + ((place.x - LEFT) / plot) * (view[1] - view[0]);
  if (inside < BAR) {
    const mark = firstAfter(end, rank.marks[0], rank.marks[1], time);
    if (mark >= rank.marks[1] || start[mark] > time) return null;
    return part[mark] === 1 && inside > BAR / 2 ? mark + 1 : mark;
  }
  for (let mark = rank.marks[1]; mark < rank.marks[2] && size.strip && inside < BAR + size.strip + 1; mark++) {
    if (start[mark] <= time && time < end[mark]) return mark;
  }
  return null;
}

function tell(panel, mark, event) {
  const { marks, messages } = panel;
  const rows = [["rank", panel.rankOf[mark]], ["from", withUnit(panel, marks.start[mark])], ["to", withUnit(panel, marks.end[mark])]];
  rows.push(["takes", withUnit(panel, marks.end[mark] - marks.start[mark])]);
  for (const message of panel.into.get(mark) ?? []) {
    rows.push(["needs", `${messages.what[message]} of rank ${messages.from[message]}, there at ${withUnit(panel, messages.end[message])}`]);
  }
  for (const message of panel.outOf.get(mark) ?? []) rows.push(["sends to", `rank ${messages.to[message]}`]);
  tip.replaceChildren();
  const title = document.createElement("b");
  title.textContent = marks.name[mark];
  const table = document.createElement("table");
  for (const cells of rows) {
    const row = table.insertRow();
    cells.forEach((cell) => { row.insertCell().textContent = cell; });
  }
  tip.append(title, ` ${data.looks[marks.look[mark]].words}`, table);
  tip.hidden = false;
  tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
}

// ---- moving

let asked = false;
function redraw() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => { asked = false; draw(); });
}

function show(from, to) {
  const length = Math.min(Math.max(to - from, units * 1e-6), units);
  const start = Math.min(Math.max(from, 0), units - length);
  view = [start, start + length];
  redraw();
}

function zoom(factor, time = (view[0] + view[1]) / 2) {
  show(time - (time - view[0]) * factor, time + (view[1] - time) * factor);
}

for (const panel of panels) {
  const canvas = panel.canvas;
  const timeAt = (event) => view[0] + ((event.offsetX - LEFT) / panel.geometry.plot) * (view[1] - view[0]);
  let held = null;
  canvas.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.006), timeAt(event));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const by = (event.deltaX / panel.geometry.plot) * (view[1] - view[0]);
      show(view[0] + by, view[1] + by);
    }
  }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => { held = { x: event.clientX, view: [...view] }; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointerup", () => { held = null; });
  canvas.addEventListener("pointermove", (event) => {
    if (held) {
      tip.hidden = true;
      const by = ((held.x - event.clientX) / panel.geometry.plot) * (held.view[1] - held.view[0]);
      show(held.view[0] + by, held.view[1] + by);
      return;
    }
    const mark = markAt(panel, { x: event.offsetX, y: event.offsetY });
    const before = pointed ? pointed.mark : null;
    pointed = mark === null ? null : { panel, mark };
    if (mark === null) tip.hidden = true; else tell(panel, mark, event);
    if (before !== mark) redraw();
  });
  canvas.addEventListener("pointerleave", () => { pointed = null; tip.hidden = true; redraw(); });
  canvas.addEventListener("dblclick", () => show(0, units));
}

function theme(name) {
  root.dataset.theme = name;
  redraw();
}

const act = {
  "+": () => zoom(0.6), "=": () => zoom(0.6), "-": () => zoom(1 / 0.6), "0": () => show(0, units),
  ArrowLeft: () => show(view[0] - (view[1] - view[0]) / 8, view[1] - (view[1] - view[0]) / 8),
  ArrowRight: () => show(view[0] + (view[1] - view[0]) / 8, view[1] + (view[1] - view[0]) / 8),
  t: () => theme(root.dataset.theme === "dark" ? "light" : "dark"),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !act[event.key]) return;
  event.preventDefault();
  act[event.key]();
});
for (const [id, key] of [["in", "+"], ["out", "-"], ["fit", "0"], ["theme", "t"]]) document.getElementById(id).addEventListener("click", act[key]);
addEventListener("resize", redraw);
const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));

legend();
root.dataset.theme = dark.matches ? "dark" : "light";
draw();
