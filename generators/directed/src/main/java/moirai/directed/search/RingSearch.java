package moirai.directed.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Encoding;
import moirai.directed.solving.Circuit;

/**
 * All cycles through all transactions of one encoding in one order.
 *
 * <p>An edge goes from a statement of a transaction to one of the next. First it is asked whether any edges close the
 * ring at all, which most rings fail; then edges are chosen one by one, and a choice that leaves no execution is
 * dropped with all that would follow. Nothing is added to the formula, so one encoding serves all rings.
 */
final class RingSearch {

    private final Encoding encoding;
    private final Circuit circuit;
    private final int lengthMax;
    private final Pruning pruning;
    private final List<Integer> order;
    private final List<Feeding> feedings = new ArrayList<>();
    private final List<List<Edge>> edges = new ArrayList<>();
    private final int[] anyEdge;
    private final List<Anomaly> found = new ArrayList<>();

    private record Edge(int out, int in, int literal) {}

    /** The order names each transaction of the encoding once. */
    RingSearch(Encoding encoding, List<Integer> order, int lengthMax, Pruning pruning) {
        this.encoding = encoding;
        this.circuit = encoding.circuit();
        this.order = List.copyOf(order);
        this.lengthMax = lengthMax;
        this.pruning = pruning;
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
                int literal = encoding.conflict(out, in);
                if (literal != Circuit.FALSE) {
                    here.add(new Edge(out, in, literal));
                }
            }
        }
        return here;
    }

    /** The anomalies whose keys are not known yet; adds their keys. */
    List<Anomaly> find(Set<String> known) {
        if (pruning == Pruning.NONE || circuit.isSatisfiable(anyEdge)) {
            choose(new ArrayList<>(), known);
        }
        return found;
    }

    private void choose(List<Edge> chosen, Set<String> known) {
        int hop = chosen.size();
        if (hop == order.size()) {
            close(chosen, known);
            return;
        }
        for (Edge edge : edges.get(hop)) {
            chosen.add(edge);
            if (pruning == Pruning.NONE || hop == order.size() - 1 || circuit.isSatisfiable(assumptions(chosen))) {
                choose(chosen, known);
            }
            chosen.removeLast();
        }
    }

    private int[] assumptions(List<Edge> chosen) {
        int[] assumptions = Arrays.copyOf(anyEdge, anyEdge.length);
        for (int hop = 0; hop < chosen.size(); hop++) {
            assumptions[hop] = chosen.get(hop).literal();
        }
        return assumptions;
    }

    private void close(List<Edge> chosen, Set<String> known) {
        int inside = 0;
        var nodes = new ArrayList<CycleKey.Node>();
        for (int hop = 0; hop < chosen.size(); hop++) {
            int in = in(chosen, hop);
            int out = chosen.get(hop).out();
            inside += in == out ? 0 : 1;
            nodes.add(new CycleKey.Node(txn(hop), label(in), label(out)));
        }
        boolean isWanted = inside > 0 && chosen.size() + inside <= lengthMax;
        String key = CycleKey.of(nodes);
        if (isWanted && !known.contains(key) && circuit.isSatisfiable(assumptions(chosen))) {
            known.add(key);
            found.add(anomaly(chosen));
        }
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
        circuit.grant(assumptions(chosen), wishes(chosen, reader.wishes()));
        var hops = new ArrayList<Anomaly.Hop>();
        boolean isInternal = true;
        for (int hop = 0; hop < chosen.size(); hop++) {
            Edge edge = chosen.get(hop);
            int in = in(chosen, hop);
            hops.add(new Anomaly.Hop(order.get(hop), txn(hop), label(in), label(edge.out()), conflict(edge)));
            isInternal &= in == edge.out()
                    || feedings.get(hop).feeds(label(Math.min(in, edge.out())), label(Math.max(in, edge.out())));
        }
        return new Anomaly(hops, isInternal, reader.scenario(encoding.instances()));
    }

    /** Reads that matter are preferred to writes that overwrite each other. */
    private List<Integer> wishes(List<Edge> chosen, List<Integer> others) {
        var wishes = new ArrayList<Integer>();
        for (Edge edge : chosen) {
            for (Conflict conflict : Conflict.values()) {
                wishes.add(encoding.conflict(conflict, edge.out(), edge.in()));
            }
        }
        wishes.addAll(others);
        return wishes;
    }

    /** The reason of the edge in the newest model; the first if there are several. */
    private Conflict conflict(Edge edge) {
        return Arrays.stream(Conflict.values())
                .filter(conflict -> circuit.holds(encoding.conflict(conflict, edge.out(), edge.in())))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("an edge without a reason: " + edge));
    }
}
