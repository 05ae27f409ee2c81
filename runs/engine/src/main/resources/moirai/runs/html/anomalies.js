// The table of anomalies, and below it what is known of the one that is chosen.
const anomalies = () => {
  const panel = el("div", { id: "anomaly" });
  const bodies = data.anomalies.map((row) => anomalyRow(row, () => open(row.id, 0, -1)));

  const open = (id, witness, edge) => {
    const row = data.anomalies.find((one) => one.id === id);
    if (!row) return;
    if (bodies.some((body) => body.hidden && body.getAttribute("data-id") === id)) show(true);
    bodies.forEach((body) => {
      const isOpen = body.getAttribute("data-id") === id;
      body.classList.toggle("chosen", isOpen);
      body.querySelector("button").setAttribute("aria-expanded", isOpen);
    });
    showAnomaly(panel, row, Math.min(Math.max(0, witness), row.witnesses.length - 1), edge);
  };

  const fromAddress = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (!asked.has("a")) return false;
    open(asked.get("a"), Number(asked.get("w") || 1) - 1, Number(asked.get("e") || 0) - 1);
    panel.scrollIntoView();
    return true;
  };

  // What the level allows is no reason to fail: it is there for whoever asks, and not in the way of the others.
  const forbidden = data.anomalies.filter((row) => row.forbidden).length;
  const allowed = forbidden === 0 ? [] : bodies.filter((none, i) => !data.anomalies[i].forbidden);
  const show = (isShown) => {
    allowed.forEach((body) => (body.hidden = !isShown));
    others.setAttribute("aria-expanded", isShown);
    others.textContent = (isShown ? "Hide" : "Show") + " what this level allows: " + count(allowed.length);
  };
  const others = el("button", { type: "button", id: "allowed", onclick: () => show(allowed[0].hidden) });
  show(false);
  const section = el("section", { id: "anomalies" },
    el("h2", {}, "Anomalies"),
    data.anomalies.length === 0
      ? el("p", {}, "None was found.")
      : [
        el("p", { class: "hint" }, `${counted(data.anomalies.length, "distinct anomaly").replace("anomalys", "anomalies")}; ${forbidden === data.anomalies.length ? (forbidden === 1 ? "it is" : "all are") : count(forbidden) + " of them"} forbidden at ${data.run.expect}. Choose one to see it.`),
        el("div", { class: "scroll" }, el("table", { class: "rows" },
          el("thead", {}, el("tr", {}, ["Anomaly", "Found, over time", "First seen", "Last seen", "Faults then active", "Breaks"].map((head) => el("th", { scope: "col" }, head)))),
          el("tbody", {}, bodies))),
        data.shapesLeft ? el("p", { class: "hint", id: "shapes-left" }, `and at least ${count(data.anomaliesLeft)} more, of ${counted(data.shapesLeft, "other shape")}: harder to read than these, and of the same kinds. ${data.firstLeft.length < data.shapesLeft ? "Those seen first: " : ""}${data.firstLeft.join(", ")}`) : null,
        noRoom(),
        forbidden > 0 && forbidden < data.anomalies.length ? el("p", {}, others) : null,
        panel,
      ]);
  addEventListener("hashchange", fromAddress);
  return {
    section,
    start: () => {
      if (data.anomalies.length && !fromAddress()) open(data.anomalies[0].id, 0, -1);
    },
  };
};

/** What is left out so that the page stays small. */
const noRoom = () => {
  const { examples, windows } = data.noRoom;
  const left = [examples ? counted(examples, "example") : "", windows ? counted(windows, "picture") + " of the sessions around examples" : ""].filter(Boolean);
  return left.length ? el("p", { class: "hint", id: "no-room" }, `Left out, to keep this page under 3 MB: ${left.join(" and ")}. `, el("code", {}, "moirai explain"), " prints every example.") : null;
};

const anomalyRow = (row, onOpen) => {
  const active = Object.entries(row.active);
  const found = (row.atLeast ? "at least " : "") + count(row.count);
  const time = (nanos) => (data.series && nanos >= 0 ? bothTimes(nanos) : "–");
  const { edges } = row.witnesses[0];
  return el("tr", { "data-id": row.id },
    el("td", {}, el("button", { type: "button", class: "open", "aria-expanded": "false", onclick: onOpen }, row.name), row.forbidden ? "" : el("span", { class: "faint" }, " (allowed at this level)"),
      edges.length ? el("div", { class: "shape" }, circle(edges), el("span", {}, inWords(edges))) : el("br"),
      el("code", { class: "faint" }, row.id)),
    el("td", { "data-head": "found" }, found, data.series ? overTime(row) : null),
    el("td", { "data-head": "first seen" }, time(row.first)),
    el("td", { "data-head": "last seen" }, time(row.last)),
    el("td", { "data-head": "faults then active" }, active.length ? shortened(active.map(([name, times]) => `${name} (${times} of ${count(row.of)})`).join(", "), 160) : "none"),
    el("td", { "data-head": "breaks" }, row.breaks.join(", ")));
};

const REASONS = { ww: ["overwritten", "overwritten"], wr: ["read", "reads"], rw: ["missed write", "missed writes"], "rw-predicate": ["missed in a range", "missed in ranges"], rr: ["later read", "later reads"], process: ["order of a session", "orders of sessions"], realtime: ["order in time", "orders in time"] };

/** What tells a shape from others of the same name: 3 transactions: 2 missed writes, 1 read. */
const inWords = (edges) => {
  const counts = new Map();
  edges.forEach((edge) => counts.set(edge.type, (counts.get(edge.type) || 0) + 1));
  const kinds = [...counts].map(([kind, number]) => `${number} ${(REASONS[kind] || [kind, kind])[number === 1 ? 0 : 1]}`);
  return `${counted(new Set(edges.flatMap((edge) => [edge.from, edge.to])).size, "transaction")}: ${kinds.join(", ")}`;
};

/** A small picture of a shape: transactions on a circle, and the reasons in their order, with the strokes of the large one. */
const circle = (edges) => {
  const ids = [...new Set(edges.flatMap((edge) => [edge.from, edge.to]))];
  const center = { x: 27, y: 20 };
  const places = new Map(ids.map((id, i) => {
    const angle = (2 * Math.PI * i) / ids.length - Math.PI / (ids.length === 2 ? 1 : 2);
    return [id, { x: center.x + 21 * Math.cos(angle), y: center.y + 15 * Math.sin(angle) }];
  }));
  const arc = (edge) => {
    const [a, b] = [places.get(edge.from), places.get(edge.to)];
    // Bent to the left of its direction, so that an arrow and its answer lie beside each other.
    const bend = ids.length === 2 ? 0.45 : 0.12;
    const middle = { x: (a.x + b.x) / 2 + (b.y - a.y) * bend, y: (a.y + b.y) / 2 - (b.x - a.x) * bend };
    return svg("path", { class: "line " + edge.type, d: `M${a.x.toFixed(1)} ${a.y.toFixed(1)}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${b.x.toFixed(1)} ${b.y.toFixed(1)}` });
  };
  return svg("svg", { width: 54, height: 40, viewBox: "0 0 54 40", "aria-hidden": "true", class: "circle" },
    edges.map(arc), [...places.values()].map(({ x, y }) => svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 3.5 })));
};

/** A small picture of how many there were when, over the time of the run. */
const overTime = (row) => {
  const { fromNanos, widthNanos, counts } = row.over;
  const { first, last } = data.series;
  const size = { width: 120, height: 26 };
  const most = Math.max(1, ...counts);
  const x = (nanos) => ((nanos - first) / Math.max(1, last - first)) * size.width;
  const bars = counts.map((number, i) => {
    if (number === 0) return "";
    const start = Math.max(0, Math.min(size.width - 1.5, x(fromNanos + i * widthNanos)));
    const width = Math.max(1.5, x(fromNanos + (i + 1) * widthNanos) - x(fromNanos + i * widthNanos));
    const height = Math.max(2, (number / most) * (size.height - 2));
    return `M${start.toFixed(1)} ${size.height}v${-height.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}z`;
  });
  const says = `at most ${count(most)} in ${length(widthNanos)}`;
  return svg("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, class: "over", role: "img", "aria-label": says },
    svg("title", {}, says), svg("path", { d: `M0 ${size.height - 0.5}H${size.width}`, class: "grid" }), svg("path", { d: bars.join("") }));
};

const showAnomaly = (panel, row, index, edge) => {
  const witness = row.witnesses[index];
  const evidence = el("div", { class: "evidence", "aria-live": "polite" });
  const onEdge = (i) => showEvidence(evidence, witness, i, () => `#a=${encodeURIComponent(row.id)}&w=${index + 1}&e=${i + 1}`);
  const drawn = graph(witness, onEdge);
  const lanes = witness.window ? timeline(witness) : null;
  const others = row.witnesses.map((none, i) =>
    el("button", { type: "button", "aria-pressed": i === index ? "true" : "false", onclick: () => showAnomaly(panel, row, i, -1) }, `example ${i + 1}`));
  panel.replaceChildren(el("div", {},
    el("h3", {}, `${row.phenomenon}: ${row.name}`),
    el("p", {}, row.meaning),
    whenOf(witness),
    el("p", { class: "examples" }, others.length > 1 ? others : null),
    el("div", { class: "columns" },
      el("div", {}, el("h4", {}, witness.edges.length ? "Who had to come before whom" : "The transactions"),
        witness.edges.length ? el("p", { class: "hint" }, witness.edges.length > 1 ? "Each arrow points to what must come later. They form a circle, so no order explains what was seen. " : "The arrow points to what came later. Why that is wrong is in the proof below. ", zoomButtons(drawn.zoom, drawn.reset)) : null,
        drawn.holder, legendOf(witness)),
      el("div", {}, el("h4", {}, "Evidence"), evidence)),
    el("h4", {}, "Proof"), el("ol", { class: "proof" }, witness.proof.map((sentence) => el("li", {}, sentence))),
    el("h4", {}, "Statements, side by side"), statements(witness),
    lanes ? [el("h4", {}, "The sessions around it"), lanes.body] : null,
    serverLog(witness),
    cases(row),
    issue(row, witness),
    el("h4", {}, "Records"),
    el("p", {}, witness.links.length ? witness.links.map((one) => [link(one), " "]) : "The history beside this page has them.",
      el("span", { class: "faint" }, witness.count > witness.txns.length ? ` ${witness.txns.length} of its ${witness.count} transactions are drawn.` : ""))));
  drawn.render();
  if (lanes) lanes.render();
  if (witness.edges.length) drawn.choose(Math.max(0, Math.min(edge, witness.edges.length - 1)));
  else evidence.replaceChildren(el("p", {}, "What these transactions saw is in the proof below: no edge is needed."));
  panel.redraw = () => {
    drawn.render();
    if (lanes) lanes.render();
  };
};

/** When the transactions of an example began and ended, by the clock that logs of servers show. */
const whenOf = (witness) => {
  const from = timeOfDay(Math.min(...witness.txns.map((txn) => txn.start)));
  const to = timeOfDay(Math.max(...witness.txns.map((txn) => txn.end)));
  return from && to ? el("p", { class: "hint when" }, `This example: from ${from.replace(" UTC", "")} to ${to}. A log of the server shows what else happened then.`) : null;
};

/** What the servers logged meanwhile, if Moirai started them. */
const serverLog = (witness) => {
  const lines = witness.log || [];
  return lines.length === 0 ? null : [
    el("h4", {}, "What the servers logged around it"),
    el("pre", { class: "log" }, lines.map((line) => `${line.node}  ${line.text}`).join("\n"))];
};

const showEvidence = (panel, witness, i, address) => {
  const edge = witness.edges[i];
  const op = (id, place) => {
    const txn = witness.txns.find((one) => one.id === id);
    const what = place < 0 || !txn ? "" : txn.ops[place];
    return el("li", {}, `T${id}`, txn ? el("span", { class: "faint" }, ` ${sessionName(txn.session)}, ${data.series ? moment(txn.start, 6) + " to " + moment(txn.end, 6) : "no times"}`) : "",
      what ? [el("br"), el("code", {}, what)] : "");
  };
  panel.setAttribute("data-edge", i);
  panel.replaceChildren(
    el("p", { class: "head" }, svg("svg", { width: 20, height: 20, viewBox: "-10 -10 20 20", "aria-hidden": "true" },
      svg("g", { class: "badge " + edge.type }, svg("circle", { r: 9 }), svg("text", { y: 4 }, i + 1))),
    ` T${edge.from} comes before T${edge.to}`),
    el("p", {}, "because " + edge.because + "."),
    el("ul", { class: "ops" }, op(edge.from, edge.fromOp), op(edge.to, edge.toOp)),
    el("p", { class: "hint" }, `${edge.type}${edge.key ? " on " + edge.key : ""}: ${EDGES[edge.type] || ""}.`),
    el("p", {}, el("a", { href: address() }, "link to this edge")));
};

const legendOf = (witness) => {
  const kinds = [...new Set(witness.edges.map((edge) => edge.type))];
  return kinds.length ? el("p", { class: "legend" }, kinds.map((kind) =>
    el("span", { class: "key" }, swatch("line " + kind), el("strong", {}, kind), " " + (EDGES[kind] || "")))) : null;
};

const statements = (witness) =>
  el("div", { class: "scroll" }, el("table", { class: "statements" },
    el("thead", {}, el("tr", {}, witness.columns.map((id) => el("th", { scope: "col" }, `T${id}`, el("br"), el("span", { class: "faint" }, sessionName(witness.txns.find((txn) => txn.id === id).session)))))),
    el("tbody", {}, witness.table.map(([column, text]) => el("tr", {}, witness.columns.map((none, i) => el("td", {}, i === column ? el("code", {}, text) : "")))))),
  el("p", { class: "hint" }, data.series ? "Time runs down. Begin and end were measured; the steps between are spread evenly." : "No times were recorded: each transaction stands by itself."));

/** The shrunk cases of this shape; if there is none, those that show the same phenomenon. */
const smallest = (row) => {
  const same = data.cases.filter((one) => one.shape === row.id);
  return (same.length ? same : data.cases.filter((one) => one.claim === row.phenomenon)).slice(0, 3);
};

/** The shrunk cases of this kind: SQL for terminals, a test, and the command that makes it happen again. */
const cases = (row) => {
  const kept = smallest(row);
  return kept.length === 0 ? null : [
    el("h4", {}, "The smallest case of it"),
    kept.map((one) => el("details", {},
      el("summary", {}, `${one.id}: ${counted(one.txns, "transaction")}`),
      one.files.map((file) => [
        el("h5", {}, link(file)),
        file.text ? el("div", { class: "copyable" }, copyButton(file.text), el("pre", {}, file.text)) : null])))];
};
