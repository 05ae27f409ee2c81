// What everything else uses: the data, elements, numbers and times in words. Texts of a history only ever become text
// nodes or attributes; nothing is parsed as HTML.
const data = JSON.parse(document.getElementById("data").textContent);

const fill = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== "") node.append(child);
  }
  return node;
};
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const count = (number) => Math.round(number).toLocaleString("en-US");
const counted = (number, noun) => count(number) + " " + noun + (number === 1 ? "" : "s");
const seconds = (nanos, digits = 3) => (nanos / 1e9).toFixed(digits) + " s";

/** A length of time in a unit that suits it. */
const length = (nanos) => {
  const minutes = Math.round(nanos / 60e9);
  if (minutes >= 60) return `${count(Math.floor(minutes / 60))} h` + (minutes % 60 ? ` ${minutes % 60} min` : "");
  if (nanos >= 999.5e9) return minutes + " min";
  for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) {
    if (nanos >= size) return (nanos / size).toPrecision(3).replace(/\.?0+$/, (end) => (end.includes(".") ? "" : end)) + " " + unit;
  }
  return Math.round(nanos) + " ns";
};

/** Where lines of a scale stand: 1, 2 or 5 times a power of ten, about as many as asked for. */
const ticks = (from, to, about) => {
  const raw = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) || 10);
  const found = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push(at);
  return { found, step };
};

/** Whether the run took so long that seconds alone are hard to read. */
const isLong = Boolean(data.series) && data.series.last - data.series.first > 600e9;

/** Hours, minutes and seconds, for long runs: 11:59:58.250. */
const hours = (nanos, digits) => {
  const units = 10 ** digits;
  const all = Math.round((nanos / 1e9) * units);
  const two = (number) => String(number).padStart(2, "0");
  const fraction = digits ? "." + String(all % units).padStart(digits, "0") : "";
  const whole = Math.floor(all / units);
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${fraction}`;
};

/** A time on the run's clock. */
const moment = (nanos, digits = 3) => (isLong ? hours(nanos, digits) : seconds(nanos, digits));

/** When the run began by the clock of the day, in milliseconds; not a number if nobody knows. */
const began = Date.parse(data.run.started);
const dayOf = (nanos) => new Date(began + nanos / 1e6).toISOString().slice(0, 10);
const isOfOneDay = !data.series || Number.isNaN(began) || dayOf(data.series.first) === dayOf(data.series.last);

/** The same time by the clock of the day, to be laid beside the log of a server: 13:55:35.402 UTC; with the date in runs of several days. */
const timeOfDay = (nanos) => {
  if (!data.series || Number.isNaN(began) || nanos < 0) return "";
  const text = new Date(began + nanos / 1e6).toISOString();
  return text.slice(isOfOneDay ? 11 : 0, 23).replace("T", " ") + " UTC";
};

/** A time on the run's clock, and below it by the clock of the day. */
const bothTimes = (nanos) => {
  const day = timeOfDay(nanos);
  return [moment(nanos), day ? [el("br"), el("span", { class: "faint time" }, day)] : null];
};

/** A time on the run's clock, with as many digits as the distance to its neighbours needs. */
const clock = (nanos, step) => {
  const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step / 1e9) - 1e-9)));
  return isLong ? hours(nanos, digits) : (nanos / 1e9).toFixed(digits) + " s";
};

/** Like ticks, for times: from a minute on the steps are those of a clock. */
const timeTicks = (from, to, about) => {
  const raw = (to - from) / about;
  const step = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400].map((one) => one * 1e9).find((one) => one >= raw);
  if (!isLong || raw < 10e9 || !step) return ticks(from, to, about);
  const found = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push(at);
  return { found, step };
};

const shortened = (text, most) => (text.length <= most ? text : text.slice(0, most - 1) + "…");

const OUTCOMES = {
  ok: { name: "committed", mark: "✓" },
  fail: { name: "aborted", mark: "✕" },
  info: { name: "no answer", mark: "?" },
};

/** A session with the node at which it was, if there was more than one. */
const sessionName = (session) => "session " + session + (data.places[session] ? " at " + data.places[session] : "");

/** A button that copies a text and says so. */
const copyButton = (text, what = "Copy") => {
  const said = el("span", { class: "said", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = "copied";
    } catch {
      // Pages from files may not be allowed to: then it is selected, to be copied by hand.
      const shown = button.parentNode.querySelector("code, pre");
      if (shown) getSelection().selectAllChildren(shown);
      said.textContent = "selected: press Ctrl+C";
    }
  };
  const button = el("button", { type: "button", class: "copy", onclick: copy }, what);
  return el("span", { class: "copying" }, button, said);
};

/** A link to a record beside the page. */
const link = (one) => el("a", { href: one.href }, one.name);

/** Patterns that tell marks apart without colour, once for each picture; a page has many. */
let pictures = 0;
const patterns = () => {
  const id = "p" + pictures++;
  const lines = (name, path) =>
    svg("pattern", { id: id + name, width: 6, height: 6, patternUnits: "userSpaceOnUse" },
      svg("path", { d: path, class: "hatch-" + name }));
  return { id, defs: svg("defs", {}, lines("fail", "M-1 1l2-2M0 6l6-6M5 7l2-2"), lines("fault", "M-1 5l2 2M0 0l6 6M5-1l2 2")) };
};
