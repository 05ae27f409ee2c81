// Charts over the run's time. All of them show the same stretch: dragging over one zooms all.
const shared = { from: 0, to: 1, all: [0, 1], charts: [] };

const zoomAll = (from, to) => {
  const least = (shared.all[1] - shared.all[0]) / 60;
  if (to - from < least) [from, to] = [(from + to - least) / 2, (from + to + least) / 2];
  shared.from = Math.max(shared.all[0], from);
  shared.to = Math.min(shared.all[1], to);
  shared.charts.forEach((draw) => draw());
};

/** Shows a part of the stretch that is shown now: its middle moved and its width scaled. */
const zoomBy = (scale, move) => {
  const width = shared.to - shared.from;
  const next = Math.min(width * scale, shared.all[1] - shared.all[0]);
  let from = shared.from + width / 2 - next / 2 + move * width;
  from = Math.max(shared.all[0], Math.min(shared.all[1] - next, from));
  zoomAll(from, from + next);
};

const zoomButtons = (onZoom, onReset) =>
  el("span", { class: "zoom" },
    el("button", { type: "button", "aria-label": "zoom in", title: "zoom in (+)", onclick: () => onZoom(0.5) }, "+"),
    el("button", { type: "button", "aria-label": "zoom out", title: "zoom out (−)", onclick: () => onZoom(2) }, "−"),
    el("button", { type: "button", "aria-label": "show all", title: "show all (0)", onclick: onReset }, "all"));

/** Keys of everything that zooms: + − 0 and the arrows. */
const zoomKeys = (onZoom, onMove, onReset) => (event) => {
  const act = {
    "+": () => onZoom(0.5), "=": () => onZoom(0.5), "-": () => onZoom(2), "0": onReset,
    ArrowLeft: () => onMove(-0.25, 0), ArrowRight: () => onMove(0.25, 0),
    ArrowUp: () => onMove(0, -0.25), ArrowDown: () => onMove(0, 0.25),
  }[event.key];
  if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
    act();
    event.preventDefault();
  }
};

/** The kinds of faults have lines of their own above a chart if there are too many faults to hatch the chart. */
const FAULT_LINE = 11;

const faultLines = (x, from, to, left) =>
  data.faultGroups.map((group, i) => {
    const y = 4 + i * FAULT_LINE;
    let path = "";
    for (let at = 0; at < group.millis.length; at += 2) {
      const begin = group.millis[at] * 1e6;
      const end = group.millis[at + 1] < 0 ? to : group.millis[at + 1] * 1e6;
      if (begin <= to && end >= from) {
        const start = x(Math.max(from, begin));
        const width = Math.max(1, x(Math.min(to, end)) - start).toFixed(1);
        path += `M${start.toFixed(1)} ${y}h${width}v8h-${width}z`;
      }
    }
    return svg("g", { class: "lane" }, svg("path", { d: path }), svg("text", { x: left + 3, y: y + 8 }, faultKind(group)));
  });

const faultKind = (group) => group.fault + (group.kind === "own" ? ", by the cluster itself" : "");

/** Faults as hatched bars with their names, as far as there is room. */
const faultBars = (faults, x, from, to, top, height, id) =>
  faults.map((fault, i) => {
    const start = Math.max(from, fault.from);
    const end = fault.to < 0 ? to : Math.min(to, Math.max(fault.to, fault.from));
    if (fault.from > to || end < from) return null;
    const width = Math.max(2, x(end) - x(start));
    const name = fault.fault + " " + fault.target;
    return svg("g", { class: "fault " + fault.kind },
      svg("title", {}, name + ", " + moment(fault.from) + (fault.to < 0 ? ", not healed" : " to " + moment(fault.to))
        + (fault.ready < 0 ? "" : ", ready again at " + moment(fault.ready))),
      svg("rect", { x: x(start), y: top, width, height, class: "bar" }),
      fault.ready < from || fault.ready > to ? null : svg("line", { x1: x(fault.ready), x2: x(fault.ready), y1: top, y2: top + height, class: "ready" }),
      svg("rect", { x: x(start), y: top, width, height, fill: "url(#" + id + "fault)" }),
      width > 20 ? svg("text", { x: x(start) + 3, y: top + 11 + (i % 4) * 12 }, shortened(name, Math.max(9, Math.floor(width / 6.4)))) : null);
  });

/**
 * One chart. `scale` has from, to, log, and label(value); `draw(x, y)` gives the marks; `legend` names them.
 */
const chart = ({ title, scale, draw, legend, anomalies }) => {
  const holder = el("div", { class: "chart" });
  const pad = { left: 62, right: 24, top: Math.max(26, 12 + data.faultGroups.length * FAULT_LINE), bottom: 26 };
  const height = 194 + pad.top;
  const render = () => {
    const width = Math.max(300, holder.clientWidth || 900);
    const { from, to } = shared;
    const x = (nanos) => pad.left + ((nanos - from) / (to - from)) * (width - pad.left - pad.right);
    const place = (value) => (scale.log ? Math.log10(Math.max(value, 1e-9)) : value);
    const low = place(scale.from);
    const high = place(scale.to());
    const y = (value) => height - pad.bottom - ((place(value) - low) / (high - low || 1)) * (height - pad.top - pad.bottom);
    const { id, defs } = patterns();
    const clip = svg("clipPath", { id: id + "clip" },
      svg("rect", { x: pad.left, y: 0, width: width - pad.left - pad.right, height }));
    const across = timeTicks(from, to, width / 110);
    const up = scale.log
      ? Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (none, i) => 10 ** (Math.ceil(low) + i))
      : ticks(low, high, 4).found;
    const picture = svg("svg", {
      viewBox: `0 0 ${width} ${height}`, width, height, tabindex: 0, role: "img", class: "zoomable", "data-from": from, "data-to": to,
      "aria-label": title + " over time; + and − zoom, arrows move, 0 shows all",
    },
    defs.append(clip) || defs,
    up.map((value) => [
      svg("line", { x1: pad.left, x2: width - pad.right, y1: y(value), y2: y(value), class: "grid" }),
      svg("text", { x: pad.left - 6, y: y(value) + 4, class: "tick end" }, scale.label(value))]),
    across.found.map((nanos) => svg("text", { x: x(nanos), y: height - 8, class: "tick middle" }, clock(nanos, across.step))),
    svg("g", { "clip-path": `url(#${id}clip)` },
      data.faultGroups.length ? faultLines(x, from, to, pad.left) : faultBars(data.faults, x, from, to, 2, height - pad.bottom - 2, id),
      anomalies ? data.anomalies.filter((row) => row.first > 0).map((row) =>
        svg("g", { class: "found" }, svg("title", {}, row.id + " first seen at " + moment(row.first)),
          svg("path", { d: `M${x(row.first)} ${height - pad.bottom}l-5 -9h10z` }))) : null,
      draw(x, y)));
    drag(picture, (a, b) => {
      const nanos = (pixel) => from + ((pixel * (width / picture.clientWidth) - pad.left) / (width - pad.left - pad.right)) * (to - from);
      zoomAll(nanos(Math.min(a, b)), nanos(Math.max(a, b)));
    });
    picture.addEventListener("dblclick", () => zoomAll(...shared.all));
    picture.addEventListener("keydown", zoomKeys((by) => zoomBy(by, 0), (dx) => zoomBy(1, dx), () => zoomAll(...shared.all)));
    const hadFocus = holder.contains(document.activeElement);
    holder.replaceChildren(picture);
    if (hadFocus) picture.focus();
  };
  shared.charts.push(render);
  return el("figure", {}, el("figcaption", {}, el("strong", {}, title), " ",
    legend.map(([style, name]) => el("span", { class: "key" }, swatch(style), name))), holder);
};

/** A sample of a mark for a legend. */
const swatch = (style) => svg("svg", { width: 26, height: 12, "aria-hidden": "true" },
  style.startsWith("line") ? svg("path", { d: "M1 6H25", class: style }) : svg("rect", { x: 7, y: 0, width: 12, height: 12, class: style }));

/** Calls with both ends of a stretch that was dragged over with the mouse. */
const drag = (picture, onDone) => {
  picture.addEventListener("pointerdown", (down) => {
    if (down.pointerType !== "mouse" || down.button !== 0) return;
    const box = picture.getBoundingClientRect();
    const start = down.clientX - box.left;
    const scale = picture.viewBox.baseVal.width / box.width;
    const mark = svg("rect", { y: 0, height: "100%", class: "selection" });
    picture.append(mark);
    const move = (event) => {
      const now = event.clientX - box.left;
      mark.setAttribute("x", Math.min(start, now) * scale);
      mark.setAttribute("width", Math.abs(now - start) * scale);
    };
    const up = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      mark.remove();
      const end = event.clientX - box.left;
      if (Math.abs(end - start) > 5) onDone(start, end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  });
};
