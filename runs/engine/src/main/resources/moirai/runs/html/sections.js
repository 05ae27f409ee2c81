// The page from top to bottom.
const KINDS = { VALID: "good", INVALID: "bad", UNKNOWN: "open" };

/** Pages that `moirai serve` shows lie beside an index of all runs; those that are opened as files do not. */
const isServed = location.protocol.startsWith("http");

const heading = () => {
  const { verdict, run } = data;
  const meaning = verdict.meaning || (verdict.word === "VALID" ? `everything that was seen fits ${run.expect}` : verdict.line.split(" · ").slice(2).join(" · "));
  const facts = [run.database, run.isolation ? "asked for " + run.isolation : "", run.promised ? "which it documents as " + run.promised : "", run.started.slice(0, 19).replace("T", " ") + (run.started ? " UTC" : ""), run.seed ? "seed " + run.seed : ""].filter(Boolean);
  return el("header", { class: KINDS[verdict.word] || "open" },
    el("div", { class: "bar" }, el("span", { class: "brand" }, "Moirai"), el("span", { class: "faint" }, run.name), isServed ? el("a", { href: "/" }, "all runs") : null, themeButton()),
    el("h1", {}, el("span", { class: "word" }, verdict.word), " ", verdict.line.replace(/^verdict: /, "").split(" · ").slice(1).join(" · ")),
    el("p", { class: "meaning" }, meaning.charAt(0).toUpperCase() + meaning.slice(1) + "."),
    verdict.next ? el("p", { class: "next" }, el("strong", {}, "What now? "), verdict.next) : null,
    el("p", { class: "faint" }, facts.join(" · ")),
    verdict.notes.map((note) => el("p", { class: "note" }, "Note: " + note)));
};

/** Light, dark, or what the system says. */
const themeButton = () => {
  const order = ["auto", "light", "dark"];
  let at = 0;
  const button = el("button", { type: "button", id: "theme", onclick: () => {
    at = (at + 1) % order.length;
    document.documentElement.setAttribute("data-theme", order[at]);
    button.textContent = "Colours: " + order[at];
  } }, "Colours: auto");
  return button;
};

const navigation = (sections) => el("nav", { "aria-label": "parts of the report" },
  sections.filter(Boolean).map((section) => el("a", { href: "#" + section.id }, section.querySelector("h2").textContent)));

const ladder = () => {
  const STATES = { holds: ["✓", "holds"], broken: ["✕", "broken"], unknown: ["?", "not known"] };
  const rung = (one) => el("li", { class: one.state },
    el("span", { class: "mark", "aria-hidden": "true" }, STATES[one.state][0]),
    el("span", { class: "level" }, one.level),
    el("span", { class: "state" }, STATES[one.state][1], one.by.length ? " by " + one.by.join(", ") : ""),
    el("span", { class: "tags" }, one.expected ? el("strong", {}, "expected") : "", one.promised ? el("strong", {}, "documented") : ""));
  return el("section", { id: "levels" }, el("h2", {}, "Levels"),
    el("p", { class: "hint" }, "From weak to strong. A level holds if nothing that was seen contradicts it, in this run."),
    el("ol", { class: "ladder" }, data.levels.filter((one) => one.common).map(rung)),
    data.hasUnexamined ? el("p", { class: "hint" }, "Some levels are not known because the verdict did not need them. With the history of this run, this decides them: ", el("code", {}, "moirai check RUN --every-level")) : null,
    el("details", {}, el("summary", {}, `All ${data.levels.length} levels`), el("ol", { class: "ladder" }, data.levels.map(rung))));
};

const evidenceSection = () => {
  const seen = data.evidence;
  const rows = [
    ["committed", count(seen.committed), "transactions that the database acknowledged"],
    ["aborted", count(seen.aborted), "that it refused: these prove little"],
    ["no answer", count(seen.indeterminate), "nobody knows whether they took effect"],
    ["overlap", seen.overlap < 0 ? "unknown" : Math.floor(seen.overlap * 100) + " %", "of the committed ran beside another session's: alone, nothing can go wrong"],
    ["contended keys", count(seen.keysContended), (seen.keys < 0 ? "" : `of ${count(seen.keys)}, `) + "written by more than one session"],
    ["versions read", count(seen.versionsRead), "states of keys that somebody saw: what nobody reads cannot be judged"],
  ];
  rows.push(seen.acknowledged >= 0
    ? ["final reads", `${count(seen.lost)} lost`, `of ${count(seen.acknowledged)} acknowledged ${seen.writes}, when all faults were over`]
    : ["final reads", "none", `so it was not checked whether acknowledged ${seen.writes} are still there`]);
  return el("section", { id: "evidence" }, el("h2", {}, "Evidence"),
    el("p", {}, seen.lack ? "Too little to pass: " + seen.lack + "." : "How much this run could have noticed: a run that saw nothing proves nothing."),
    el("div", { class: "scroll" }, el("table", { class: "facts" }, el("tbody", {}, rows.map(([name, value, why]) =>
      el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, value), el("td", { class: "faint" }, why)))))),
    data.logFindings.length ? [el("h3", {}, "What the servers logged of failures"), el("ul", {}, data.logFindings.map((found) => el("li", {}, found)))] : null,
    seen.doubts.length ? [el("h3", {}, "What could not be decided"), el("ul", {}, seen.doubts.map((doubt) => el("li", {}, doubt)))] : null);
};

const FAULT_KINDS = { fault: "healed", own: "by the cluster itself", reads: "over", failed: "healed" };
const FAULT_RATES = ["Commits/s before → during", "Refused, no answer meanwhile"];

const faultSection = () => {
  if (data.faults.length + data.faultGroups.length === 0) return null;
  const table = (heads, rows) => el("div", { class: "scroll" }, el("table", { class: "rows" },
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, rows)));
  return el("section", { id: "faults" }, el("h2", {}, "Faults"),
    data.uptime ? el("p", {}, `Uptime: ${data.uptime}.`) : null,
    data.journalTrouble ? el("p", { class: "note" }, "The journal of faults could not be read: " + data.journalTrouble) : null,
    data.faultGroups.length
      ? [el("p", { class: "hint" }, "There were too many to list one by one: ", el("code", {}, "moirai nemesis journal"), " lists them. Each kind has a line above the charts."),
        table(["Faults", "How many", "Not healed", "Active", ...FAULT_RATES], data.faultGroups.map(faultGroup))]
      : table(["Fault", "Decided", "There from", "Healed", "Ready again", ...FAULT_RATES], data.faults.map(faultRow)));
};

const faultRates = (one) => {
  const rate = (ended) => (ended.seconds > 0 ? count(ended.ok / ended.seconds) : "–");
  return [el("td", {}, rate(one.before) + " → " + rate(one.during)), el("td", {}, `${count(one.during.fail)}, ${count(one.during.info)}`)];
};

const faultRow = (one) => el("tr", {},
  el("td", {}, one.fault + " " + one.target),
  el("td", {}, one.intent < 0 ? "–" : moment(one.intent)),
  el("td", {}, bothTimes(one.from)),
  el("td", {}, one.to < 0 ? el("strong", {}, "not healed") : [...bothTimes(one.to), ` (${FAULT_KINDS[one.kind]})`]),
  el("td", {}, one.ready < 0 ? "–" : moment(one.ready)),
  faultRates(one));

const faultGroup = (one) => el("tr", {},
  el("td", {}, faultKind(one)),
  el("td", {}, count(one.count)),
  el("td", {}, one.open ? el("strong", {}, count(one.open)) : "0"),
  el("td", {}, length(one.seconds * 1e9) + " in all"),
  faultRates(one));

const performanceSection = () => {
  const { series } = data;
  if (!series) return null;
  const middle = (slice) => series.from + (slice + 0.5) * series.slice;
  shared.all = [series.first, Math.max(series.last, series.first + 1)];
  [shared.from, shared.to] = shared.all;
  const kinds = ["ok", "fail", "info"];
  const micros = (row) => 10 ** ((row + 0.5) / series.rowsADecade);
  const quantiles = Object.values(series.quantiles).flat().filter((value) => value > 0);
  const latencies = { log: true, from: Math.max(1, micros(lowest(series.cells))), to: () => micros(highest(series.cells) + 2), label: (value) => length(value * 1e3) };
  const lineOf = (values, x, y) => {
    let pen = "M";
    return values.map((value, i) => {
      if (value <= 0) { pen = "M"; return ""; }
      const step = pen + x(middle(i)).toFixed(1) + " " + y(value).toFixed(1);
      pen = "L";
      return step;
    }).join("");
  };
  // The first and the last point may stand for a part of their stretch, or for more.
  const secondsOf = (slice) => (slice === 0 ? series.edges[0] : slice === series.slices - 1 ? series.edges[1] : series.slice / 1e9) || 1e-9;
  const perSecond = (counts) => counts.map((number, slice) => number / secondsOf(slice));
  const rates = kinds.map((kind) => perSecond(series[kind]));
  const peaks = Object.entries(series.peaks);
  const fastest = peaks.flatMap(([, peak]) => peak.max.map((number) => number / (series.beat / 1e9)));
  const total = series.causes.slice(0, 5).map((one) => ({ ...one, rates: perSecond(one.counts) }));
  const stepped = (values, x, y) => values.map((value, slice) => (slice ? "L" : "M") + x(middle(slice)).toFixed(1) + " " + y(value).toFixed(1)).join("");
  const band = (peak, x, y) => {
    const place = (number, slice) => x(middle(slice)).toFixed(1) + " " + y(number / (series.beat / 1e9)).toFixed(1);
    return "M" + peak.max.map(place).join("L") + "L" + peak.min.map(place).reverse().join("L") + "Z";
  };
  const shapes = data.anomalies.filter((row) => row.count >= 10).sort((a, b) => b.count - a.count).slice(0, 5);
  return el("section", { id: "performance" }, el("h2", {}, "Performance"),
    el("p", { class: "hint" }, `Drag over a chart to zoom all of them, double-click to see all. ${data.faultGroups.length ? "Bars above: faults" : "Hatched: faults"}. ▼: anomalies, where first seen. `, peaks.length ? `Each point stands for ${length(series.slice)}. ` : "",
      zoomButtons((by) => zoomBy(by, 0), () => zoomAll(...shared.all))),
    chart({ title: "Latency of each transaction", scale: latencies, anomalies: true, legend: kinds.map((kind) => ["dot " + kind, OUTCOMES[kind].name]),
      draw: (x, y) => ["fail", "ok", "info"].map((kind) => scatter(series.cells[kinds.indexOf(kind)], kind, (column) => x(middle((column + 0.5) * series.columnPoints - 0.5)), (row) => y(micros(row)), Math.max(0.3, Math.min(1, (x(middle(series.columnPoints)) - x(middle(0))) / 5)))) }),
    chart({ title: "Latency of commits, quantiles", scale: { ...latencies, from: Math.max(1, Math.min(...quantiles, 1e6) / 2), to: () => Math.max(...quantiles, 2) * 1.5 }, legend: Object.keys(series.quantiles).map((name) => ["line " + name, name]),
      draw: (x, y) => Object.entries(series.quantiles).map(([name, values]) => svg("path", { d: lineOf(values, x, y), class: "line " + name })) }),
    chart({ title: "Transactions per second" + (peaks.length ? `, with the slowest and the fastest ${length(series.beat)} of each point` : ""), scale: { from: 0, to: () => Math.max(1, ...rates.flat(), ...fastest) * 1.05, label: (value) => count(value) }, anomalies: true,
      legend: kinds.map((kind) => ["line " + kind, OUTCOMES[kind].name]),
      draw: (x, y) => [peaks.map(([kind, peak]) => svg("path", { class: "band " + kind, d: band(peak, x, y) })),
        rates.map((values, i) => svg("path", { class: "line " + kinds[i], d: stepped(values, x, y) }))] }),
    shapes.length ? chart({ title: `Anomalies in each ${length(shapes[0].over.widthNanos)}, by shape`,
      scale: { from: 0, to: () => Math.max(1, ...shapes.flatMap((row) => row.over.counts)) * 1.05, label: (value) => (Number.isInteger(value) ? count(value) : "") },
      legend: shapes.map((row, i) => ["line c" + i, `${row.name}, ${row.id.slice(0, 4)} (${count(row.count)})`]),
      draw: (x, y) => shapes.map((row, i) => svg("path", { class: "line c" + i, d: row.over.counts.map((number, at) => (at ? "L" : "M") + x(row.over.fromNanos + (at + 0.5) * row.over.widthNanos).toFixed(1) + " " + y(number).toFixed(1)).join("") })) }) : null,
    total.length ? chart({ title: "Aborts and missing answers by cause, per second",
      scale: { from: 0, to: () => Math.max(1, ...total.flatMap((one) => one.rates)) * 1.05, label: (value) => count(value) },
      legend: total.map((one, i) => ["line c" + i, `${shortened(one.name, 24)} (${count(one.total)})`]),
      draw: (x, y) => total.map((one, i) => svg("path", { class: "line c" + i, d: stepped(one.rates, x, y) })) }) : null,
    series.causes.length ? el("div", { class: "scroll" }, el("table", { class: "facts" }, el("thead", {}, el("tr", {}, ["Cause (SQLSTATE)", "How many", "Meant"].map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, series.causes.map((one) => el("tr", {}, el("th", { scope: "row" }, one.name), el("td", { class: "number" }, count(one.total)), el("td", {}, OUTCOMES[one.outcome].name)))))) : null,
    series.causesLeft ? el("p", { class: "hint", id: "causes-left" }, `and ${counted(series.causesLeft, "more cause")}, of ${counted(series.causesLeftTotal, "transaction")} together`) : null);
};

const lowest = (cells) => Math.min(...cells.flatMap((one) => one.filter((none, i) => i % 3 === 1)), 200) - 1;
const highest = (cells) => Math.max(...cells.flatMap((one) => one.filter((none, i) => i % 3 === 1)), 1);

/** Marks of one outcome: dots, crosses, pluses; three paths by how many transactions a mark stands for. */
const scatter = (cells, kind, x, y, size) => {
  const r = (pixels) => Math.round(pixels * size * 10) / 10;
  const shapes = {
    ok: (a, b) => `M${a} ${b}h0`,
    fail: (a, b) => `M${a - r(2)} ${b - r(2)}l${r(4)} ${r(4)}m0 ${-r(4)}l${-r(4)} ${r(4)}`,
    info: (a, b) => `M${a - r(3)} ${b}h${r(6)}m${-r(3)} ${-r(3)}v${r(6)}`,
  };
  const paths = ["", "", ""];
  for (let i = 0; i < cells.length; i += 3) {
    const many = cells[i + 2] > 30 ? 2 : cells[i + 2] > 3 ? 1 : 0;
    paths[many] += shapes[kind](Math.round(x(cells[i]) * 10) / 10, Math.round(y(cells[i + 1]) * 10) / 10);
  }
  return paths.map((d, many) => (d ? svg("path", { d, class: `dots ${kind} many${many}` }) : null));
};

const configSection = () => {
  const { run } = data;
  const rows = [["database", run.database], ["isolation asked for", run.isolation], ["expected", run.expect], ["documented as", run.promised], ["workload", run.workload], ["seed", run.seed], ["started", run.started]].filter(([, value]) => value);
  return el("section", { id: "again" }, el("h2", {}, "Run it again"),
    run.again ? [el("div", { class: "copyable" }, copyButton(run.again), el("pre", { class: "command" }, el("code", {}, run.again))),
      el("p", { class: "hint" }, "The same plans and faults from the same seed; a live database interleaves them anew each time. In a working copy of Moirai that is not installed, its name is scripts/moirai there, or java -jar moirai.jar.")] : el("p", {}, "Nobody recorded the command of this history."),
    el("div", { class: "scroll" }, el("table", { class: "facts" }, el("tbody", {}, rows.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value)))))),
    data.links.length ? [el("h3", {}, "Records beside this page"), el("ul", { class: "links" }, data.links.map((one) => el("li", {}, link(one))))] : null,
    el("details", {}, el("summary", {}, "The verdict as the terminal says it"), el("pre", {}, data.verdict.text)));
};

const found = anomalies();
const sections = [found.section, ladder(), evidenceSection(), faultSection(), performanceSection(), configSection()];
document.getElementById("page").append(heading(), navigation(sections), el("main", { id: "main", tabindex: -1 }, sections.filter(Boolean)));
found.start();
shared.charts.forEach((draw) => draw());
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  shared.charts.forEach((draw) => draw());
  document.getElementById("anomaly")?.redraw?.();
});
