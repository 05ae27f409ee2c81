// The sessions around one witness: a lane for each, transactions as bars, faults behind them.
const timeline = (witness) => {
  const { window: around } = witness;
  const holder = el("div", { class: "timeline" });
  const detail = el("p", { class: "detail", "aria-live": "polite" }, "Click a transaction to read what it did.");
  const own = new Set(witness.txns.map((txn) => txn.id));
  // Those of the witness first: they are what the reader looks for.
  const isOwn = (session) => around.txns.some((txn) => txn.session === session && own.has(txn.id));
  const sessions = [...new Set(around.txns.map((txn) => txn.session))].sort((a, b) => isOwn(b) - isOwn(a) || a - b);
  const rows = layRows(around.txns, sessions);
  let from = around.from;
  let to = around.to;

  const render = () => {
    const width = Math.max(320, holder.clientWidth || 900);
    const pad = { left: Object.keys(data.places).length ? 108 : 78, right: 8, top: 22, bottom: 26 };
    const laneHeight = 24;
    const height = pad.top + rows.count * laneHeight + pad.bottom;
    const x = (nanos) => pad.left + ((nanos - from) / (to - from)) * (width - pad.left - pad.right);
    const { id, defs } = patterns();
    defs.append(svg("clipPath", { id: id + "clip" }, svg("rect", { x: pad.left, y: 0, width: width - pad.left - pad.right, height })));
    const across = timeTicks(from, to, width / 150);
    const picture = svg("svg", {
      viewBox: `0 0 ${width} ${height}`, width, height, tabindex: 0, role: "group", class: "zoomable", "data-from": from, "data-to": to,
      "aria-label": "sessions over time; + and − zoom, arrows move, 0 shows all",
    },
    defs,
    across.found.map((nanos) => [
      svg("line", { x1: x(nanos), x2: x(nanos), y1: pad.top - 4, y2: height - pad.bottom, class: "grid" }),
      svg("text", { x: x(nanos), y: height - 8, class: "tick middle" }, clock(nanos, across.step))]),
    sessions.map((session) => svg("text", { x: 4, y: pad.top + rows.first[session] * laneHeight + 16, class: "tick" + (isOwn(session) ? " strong" : "") }, "session " + session + (data.places[session] ? " " + data.places[session] : ""))),
    svg("g", { "clip-path": `url(#${id}clip)` },
      faultBars(around.faults, x, from, to, 2, height - pad.bottom - 2, id),
      around.txns.map((txn) => bar(txn, x, pad.top + rows.of[txn.id] * laneHeight, id))));
    drag(picture, (a, b) => {
      const nanos = (pixel) => from + ((pixel * (width / picture.clientWidth) - pad.left) / (width - pad.left - pad.right)) * (to - from);
      show(nanos(Math.min(a, b)), nanos(Math.max(a, b)));
    });
    picture.addEventListener("dblclick", reset);
    picture.addEventListener("keydown", zoomKeys(zoom, (dx) => show(from + dx * (to - from), to + dx * (to - from)), reset));
    const focused = holder.contains(document.activeElement) && !document.activeElement.closest("g.txn");
    holder.replaceChildren(picture);
    if (focused) picture.focus();
  };

  const bar = (txn, x, y, id) => {
    const start = x(txn.start);
    const width = Math.max(3, x(txn.end) - start);
    const label = `T${txn.id} ${OUTCOMES[txn.outcome].mark}`;
    const says = `T${txn.id}, ${sessionName(txn.session)}, ${moment(txn.start, 6)}, took ${length(txn.end - txn.start)}: ${txn.ops.join("; ")}; ${txn.ending}`;
    const tell = () => {
      detail.textContent = says;
    };
    // The visible part decides whether there is room for the name.
    const seen = Math.min(start + width, x(to)) - Math.max(start, x(from));
    return svg("g", {
      class: `txn ${txn.outcome} ${own.has(txn.id) ? "own" : ""}`, tabindex: own.has(txn.id) ? 0 : undefined, role: "button", "aria-label": says,
      onclick: tell, onfocus: tell,
    },
    svg("title", {}, says),
    svg("rect", { x: start, y, width, height: 20, rx: 3, class: "bar" }),
    txn.outcome === "fail" ? svg("rect", { x: start, y, width, height: 20, rx: 3, fill: `url(#${id}fail)` }) : null,
    seen > label.length * 7 ? svg("text", { x: Math.max(start, x(from)) + 4, y: y + 14 }, label) : null);
  };

  const show = (a, b) => {
    if (b - a < 1000) return;
    from = a;
    to = b;
    render();
  };
  const zoom = (by) => {
    const middle = (from + to) / 2;
    const half = ((to - from) / 2) * by;
    show(Math.max(around.from, middle - half), Math.min(around.to, middle + half));
  };
  const reset = () => show(around.from, around.to);
  const left = around.left ? ` ${counted(around.left, "transaction")} of this stretch, farther from its middle, ${around.left === 1 ? "is" : "are"} left out.` : "";
  const only = data.isWhole ? "" : " Only these are drawn: the history is too long to be held in memory. Its segments have the others.";
  const body = el("div", {},
    el("p", { class: "hint" }, "Bold frames: the transactions of this anomaly. Hatched: aborted. Dashed: no answer. Drag to zoom." + left + only, " ", zoomButtons(zoom, reset)),
    holder, detail);
  return { body, render };
};

/** Lanes: one for each session, more where its transactions overlap, as those without an answer do. */
const layRows = (txns, sessions) => {
  const of = {};
  const first = {};
  let next = 0;
  for (const session of sessions) {
    first[session] = next;
    const ends = [];
    for (const txn of txns.filter((one) => one.session === session).sort((a, b) => a.start - b.start)) {
      let lane = ends.findIndex((end) => end < txn.start);
      if (lane < 0) lane = ends.length;
      ends[lane] = txn.end;
      of[txn.id] = next + lane;
    }
    next += ends.length;
  }
  return { of, first, count: next };
};
