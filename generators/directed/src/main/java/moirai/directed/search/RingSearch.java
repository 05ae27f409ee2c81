package moirai.directed.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Scenario;
import moirai.directed.solving.Circuit;

/**
 * All cycles through all transactions of one encoding in one order.
 *
 * <p>An edge goes from a statement of a transaction to one of the next. First it is asked whether any edges close the
 * ring at all, which most rings fail; then edges are chosen one by one, and a choice that leaves no execution is
 * dropped with all that would follow. Nothing is added to the formula, so one encoding serves all rings. Where it does
 * not matter which execution is shown, each that the solver finds is looked through for all cycles in it, and only
 * those that none shows are asked for: on the published benchmarks a question answers for several cycles.
 */
final class RingSearch {

    private final Encoding encoding;
    private final Circuit circuit;
    private final Wanted wanted;
    private final List<Integer> order;
    private final List<Feeding> feedings = new ArrayList<>();
    private final List<List<Edge>> edges = new ArrayList<>();
    private final int[] anyEdge;
    private final List<Anomaly> found = new ArrayList<>();

    /** Beginnings of rings that occur in some execution. */
    private final Set<List<Edge>> closed = new HashSet<>();

    /** Any of the reasons makes the edge. */
    private record Edge(int out, int in, List<Conflict> reasons, int literal) {}

    /** What is looked for, and how. */
    record Wanted(int lengthMax, Counting counting, Pruning pruning, Showing showing) {}

    /** The order names each transaction of the encoding once. */
    RingSearch(Encoding encoding, List<Integer> order, Wanted wanted) {
        this.encoding = encoding;
        this.circuit = encoding.circuit();
        this.order = List.copyOf(order);
        this.wanted = wanted;
        this.anyEdge = new int[order.size()];
        for (int hop = 0; hop < order.size(); hop++) {
            List<Edge> here = edges(order.get(hop), order.get((hop + 1) % order.size()));
            edges.add(here);
            anyEdge[hop] = circuit.or(here.stream().mapToInt(Edge::literal).toArray());
            feedings.add(new Feeding(encoding.queries(order.get(hop)).stream()
                    .map(encoding::statement)
                    .toList()));
        }
    }

    private List<Edge> edges(int from, int to) {
        var here = new ArrayList<Edge>();
        for (int out : encoding.queries(from)) {
            for (int in : encoding.queries(to)) {
                List<Conflict> reasons = wanted.counting().leadingTo(encoding.statement(in));
                List<List<Conflict>> kinds = wanted.counting().areReasonsTold()
                        ? reasons.stream().map(List::of).toList()
                        : List.of(reasons);
                for (List<Conflict> kind : kinds) {
                    int literal = circuit.or(kind.stream()
                            .mapToInt(reason -> encoding.conflict(reason, out, in))
                            .toArray());
                    if (literal != Circuit.FALSE) {
                        here.add(new Edge(out, in, kind, literal));
                    }
                }
            }
        }
        return here;
    }

    /** The anomalies whose keys are not known yet; adds the keys of all cycles that were asked for. */
    List<Anomaly> find(Set<String> known) {
        if (isNaive() || canClose(List.of(), known)) {
            choose(new ArrayList<>(), known);
        }
        if (wanted.showing() == Showing.ANY) {
            found.sort(Comparator.comparing(Anomaly::key).thenComparing(Anomaly::cycle));
        }
        return found;
    }

    private boolean isNaive() {
        return wanted.pruning() == Pruning.NONE;
    }

    private void choose(List<Edge> chosen, Set<String> known) {
        int hop = chosen.size();
        if (hop == order.size()) {
            close(chosen, known);
            return;
        }
        for (Edge edge : edges.get(hop)) {
            chosen.add(edge);
            boolean isShort = order.size() + inside(chosen) <= wanted.lengthMax();
            if (isNaive() || (isShort && (hop == order.size() - 1 || canClose(chosen, known)))) {
                choose(chosen, known);
            }
            chosen.removeLast();
        }
    }

    /** Whether the chosen edges are part of a ring, as far as one question tells. */
    private boolean canClose(List<Edge> chosen, Set<String> known) {
        if (closed.contains(chosen)) {
            return true;
        }
        boolean canClose = circuit.isSatisfiable(assumptions(chosen));
        if (canClose) {
            gather(known);
        }
        return canClose;
    }

    /** Where any execution will do, the newest model is one for all cycles in it. */
    private void gather(Set<String> known) {
        if (wanted.showing() == Showing.ANY && !isNaive()) {
            List<List<Edge>> there = edges.stream()
                    .map(here -> here.stream()
                            .filter(edge -> circuit.holds(edge.literal()))
                            .toList())
                    .toList();
            Scenario scenario = encoding.reader().scenario(encoding.instances());
            gather(new ArrayList<>(), there, known, scenario);
        }
    }

    private void gather(List<Edge> chosen, List<List<Edge>> there, Set<String> known, Scenario scenario) {
        if (order.size() + inside(chosen) > wanted.lengthMax()) {
            return;
        }
        if (chosen.size() < order.size()) {
            for (Edge edge : there.get(chosen.size())) {
                chosen.add(edge);
                gather(chosen, there, known, scenario);
                chosen.removeLast();
            }
        } else if (inside(chosen) > 0) {
            for (int hop = 1; hop < chosen.size(); hop++) {
                closed.add(List.copyOf(chosen.subList(0, hop)));
            }
            if (known.add(key(chosen))) {
                found.add(anomaly(chosen, scenario));
            }
        }
    }

    /** In how many transactions the cycle leaves at another statement than it enters, as far as chosen. */
    private int inside(List<Edge> chosen) {
        int inside = 0;
        for (int hop = chosen.size() == order.size() ? 0 : 1; hop < chosen.size(); hop++) {
            inside += in(chosen, hop) == chosen.get(hop).out() ? 0 : 1;
        }
        return inside;
    }

    private int[] assumptions(List<Edge> chosen) {
        int[] assumptions = Arrays.copyOf(anyEdge, anyEdge.length);
        for (int hop = 0; hop < chosen.size(); hop++) {
            assumptions[hop] = chosen.get(hop).literal();
        }
        return assumptions;
    }

    private void close(List<Edge> chosen, Set<String> known) {
        int inside = inside(chosen);
        boolean isWanted = inside > 0 && chosen.size() + inside <= wanted.lengthMax();
        if (isWanted && known.add(key(chosen)) && circuit.isSatisfiable(assumptions(chosen))) {
            found.add(anomaly(chosen));
            gather(known);
        }
    }

    private String key(List<Edge> chosen) {
        var nodes = new ArrayList<CycleKey.Node>();
        for (int hop = 0; hop < chosen.size(); hop++) {
            Edge edge = chosen.get(hop);
            String reason =
                    edge.reasons().size() > 1 ? "" : edge.reasons().getFirst().sign();
            nodes.add(new CycleKey.Node(txn(hop), label(in(chosen, hop)), label(edge.out()) + reason));
        }
        return CycleKey.of(nodes);
    }

    private int in(List<Edge> chosen, int hop) {
        return chosen.get((hop + chosen.size() - 1) % chosen.size()).in();
    }

    private String label(int query) {
        return encoding.statement(query).label();
    }

    private String txn(int hop) {
        return encoding.instances().get(order.get(hop)).type().name();
    }

    /** The newest model is one of the chosen edges. */
    private Anomaly anomaly(List<Edge> chosen) {
        var reader = encoding.reader();
        if (wanted.showing() == Showing.READABLE) {
            circuit.grant(assumptions(chosen), wishes(chosen, reader.wishes()));
        }
        return anomaly(chosen, reader.scenario(encoding.instances()));
    }

    private Anomaly anomaly(List<Edge> chosen, Scenario scenario) {
        var hops = new ArrayList<Anomaly.Hop>();
        boolean isInternal = true;
        for (int hop = 0; hop < chosen.size(); hop++) {
            Edge edge = chosen.get(hop);
            int in = in(chosen, hop);
            hops.add(new Anomaly.Hop(order.get(hop), txn(hop), label(in), label(edge.out()), conflict(edge)));
            isInternal &= in == edge.out()
                    || feedings.get(hop).feeds(label(Math.min(in, edge.out())), label(Math.max(in, edge.out())));
        }
        return new Anomaly(hops, isInternal, scenario);
    }

    /** Reads that matter are preferred to writes that overwrite each other. */
    private List<Integer> wishes(List<Edge> chosen, List<Integer> others) {
        var wishes = new ArrayList<Integer>();
        for (Edge edge : chosen) {
            for (Conflict conflict : edge.reasons()) {
                wishes.add(encoding.conflict(conflict, edge.out(), edge.in()));
            }
        }
        wishes.addAll(others);
        return wishes;
    }

    /** The reason of the edge in the newest model; the first if there are several. */
    private Conflict conflict(Edge edge) {
        return edge.reasons().stream()
                .filter(conflict -> circuit.holds(encoding.conflict(conflict, edge.out(), edge.in())))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("an edge without a reason: " + edge));
    }
}
