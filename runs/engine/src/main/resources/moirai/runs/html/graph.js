// The graph of one witness: transactions with their ops, and an arrow for each reason why one precedes another. Java
// has placed everything, twice: wide, and tall for narrow screens.
const EDGES = {
  ww: "overwrote: the second wrote right after the first",
  wr: "was read: the second read what the first wrote",
  rw: "was missed: the first read a state without what the second wrote",
  "rw-predicate": "was missed: the first searched a range without what the second added",
  rr: "saw a later state",
  process: "same session, earlier",
  realtime: "had ended before the other began",
};

const graph = (witness, onEdge) => {
  const holder = el("div", { class: "graph" });
  let view = null;
  let chosen = -1;
  const render = () => {
    const layout = holder.clientWidth < 720 ? witness.tall : witness.wide;
    if (!view || view.layout !== layout) view = { layout, x: 0, y: 0, w: layout.width, h: layout.height };
    const natural = Math.min(holder.clientWidth || 900, layout.width);
    const picture = svg("svg", {
      viewBox: `${view.x} ${view.y} ${view.w} ${view.h}`, width: natural, height: (natural * layout.height) / layout.width,
      class: "cycle", tabindex: 0, role: "group",
      "aria-label": "transactions and why each precedes the next; + and − zoom, arrows move, 0 shows all",
    },
    layout.nodes.map((node, i) => drawNode(node, witness.txns[i], witness)),
    layout.edges.map((edge, i) => drawEdge(edge, i, layout)));
    picture.addEventListener("keydown", zoomKeys(zoom, move, reset));
    picture.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2);
    }, { passive: false });
    picture.addEventListener("pointerdown", pan);
    const focused = document.activeElement && holder.contains(document.activeElement) ? document.activeElement.getAttribute("data-edge") || "all" : "";
    holder.replaceChildren(picture);
    if (focused === "all") picture.focus();
    else if (focused) holder.querySelector(`[data-edge="${focused}"]`)?.focus();
  };

  const drawNode = (node, txn) => {
    const line = (i) => node.y + 38 + i * 18;
    const most = Math.floor((node.w - 48) / 7.3);
    return svg("g", { class: "node " + txn.outcome },
      svg("title", {}, `T${txn.id}, ${sessionName(txn.session)}: ${txn.ops.join("; ")}; ${txn.ending}`),
      svg("rect", { x: node.x, y: node.y, width: node.w, height: node.h, rx: 6 }),
      svg("text", { x: node.x + 10, y: node.y + 19, class: "name" }, "T" + txn.id,
        svg("tspan", { class: "faint" }, "  " + sessionName(txn.session))),
      txn.ops.map((op, i) => {
        const marks = badges(txn, i);
        return [
          marks.length ? svg("rect", { x: node.x + 3, y: line(i) - 12, width: node.w - 6, height: 17, rx: 3, class: "shown " + (marks.includes(chosen) ? "chosen" : "") }) : null,
          svg("text", { x: node.x + 10, y: line(i), class: marks.length ? "op strong" : "op" }, shortened(op, most)),
          marks.map((edge, at) => badge(edge, node.x + node.w - 14 - 18 * at, line(i) - 4))];
      }),
      txn.more > 0 ? svg("text", { x: node.x + 10, y: line(txn.ops.length), class: "op faint" }, `… ${txn.more} more`) : null,
      svg("text", { x: node.x + 10, y: node.y + node.h - 10, class: "ending" }, OUTCOMES[txn.outcome].mark + " " + shortened(txn.ending, most)));
  };

  /** The arrows for which an op is evidence. */
  const badges = (txn, op) => witness.edges.map((edge, i) => i).filter((i) => {
    const edge = witness.edges[i];
    return (edge.from === txn.id && edge.fromOp === op) || (edge.to === txn.id && edge.toOp === op);
  });

  const badge = (edge, x, y) => svg("g", { class: "badge " + witness.edges[edge].type },
    svg("circle", { cx: x, cy: y, r: 8 }), svg("text", { x, y: y + 4 }, edge + 1));

  const drawEdge = (place, i) => {
    const edge = witness.edges[i];
    const label = `${i + 1} ${edge.type}`;
    const width = label.length * 7.5 + 14;
    const choose = () => {
      chosen = i;
      onEdge(i);
      render();
    };
    return svg("g", {
      class: `edge ${edge.type} ${i === chosen ? "chosen" : ""}`, tabindex: 0, role: "button", "data-edge": i,
      "aria-pressed": i === chosen ? "true" : "false", "aria-label": `edge ${i + 1}, T${edge.from} ${edge.type} T${edge.to}: show its evidence`,
      onclick: choose,
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") {
          choose();
          event.preventDefault();
          event.stopPropagation();
        }
      },
    },
    svg("title", {}, `T${edge.from} before T${edge.to}, because ${edge.because}`),
    svg("path", { d: place.path, class: "hit" }),
    svg("path", { d: place.path, class: "line " + edge.type }),
    svg("path", { d: "M0 0L-11 -5.5L-11 5.5Z", transform: `translate(${place.x} ${place.y}) rotate(${place.angle})`, class: "head" }),
    svg("rect", { x: place.lx - width / 2, y: place.ly - 11, width, height: 22, rx: 11, class: "label" }),
    svg("text", { x: place.lx, y: place.ly + 4, class: "label" }, label));
  };

  const zoom = (by) => {
    const { layout } = view;
    const scale = Math.max(0.2, Math.min(3, (view.w * by) / layout.width)) / (view.w / layout.width);
    view = { layout, x: view.x + (view.w * (1 - scale)) / 2, y: view.y + (view.h * (1 - scale)) / 2, w: view.w * scale, h: view.h * scale };
    render();
  };
  const move = (dx, dy) => {
    view.x += dx * view.w;
    view.y += dy * view.h;
    render();
  };
  const reset = () => {
    view = null;
    render();
  };
  const pan = (down) => {
    if (down.button !== 0 || down.pointerType === "touch" || down.target.closest(".edge")) return;
    const { x, y } = view;
    const scale = view.w / holder.querySelector("svg").clientWidth;
    const go = (event) => {
      view.x = x - (event.clientX - down.clientX) * scale;
      view.y = y - (event.clientY - down.clientY) * scale;
      holder.querySelector("svg").setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    };
    const end = () => {
      removeEventListener("pointermove", go);
      removeEventListener("pointerup", end);
    };
    addEventListener("pointermove", go);
    addEventListener("pointerup", end);
  };
  return { holder, render, zoom, reset, choose: (i) => { chosen = i; onEdge(i); render(); } };
};
