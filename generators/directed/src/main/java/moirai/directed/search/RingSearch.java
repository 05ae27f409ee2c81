package moirai.directed.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Scenario;
import moirai.directed.solving.Circuit;

/**
 * A search for all cycles through all transactions of one encoding in one order.
 *
 * <p>An edge goes from a statement of a transaction to one of the next. The first question is whether any edges close
 * the ring at all; most rings fail it. Then the possible cycles are listed, and the question is whether any of them
 * occurs: each answer shows at least one, often several, and the last one denies all others at once. If there are too
 * many to list, edges are chosen one by one, and a choice that leaves no execution is dropped with all its
 * continuations, until the rest is few enough. Additions to the formula forbid nothing, so one encoding serves all
 * rings.
 *
 * <p>Each cycle then gets an execution of its own that is easy to read, which takes one more question. If hundreds
 * occur, those that one answer shows share its execution instead.
 */
final class RingSearch {

    /**
     * The most cycles in one question. More would make a long clause; a formula of the published benchmarks has some
     * hundreds.
     */
    private static final int TOGETHER_MAX = 4096;

    private final Encoding encoding;
    private final Circuit circuit;
    private final Wanted wanted;
    private final List<Integer> order;
    private final List<Feeding> feedings = new ArrayList<>();
    private final List<List<Edge>> edges = new ArrayList<>();
    private final int[] anyEdge;
    private final List<Anomaly> found = new ArrayList<>();
    private final Map<List<Edge>, Anomaly> shared = new LinkedHashMap<>();
    private final BooleanSupplier isOver;
    private boolean isWhole = true;

    /**
     * An edge of a cycle, which occurs for any of the reasons.
     *
     * @param first the first of the reasons that is possible at all
     * @param wish the literal that it occurs for that reason
     */
    private record Edge(int out, int in, List<Conflict> reasons, int literal, Conflict first, int wish) {}

    /**
     * The options of a search: the cycles to look for, and the method.
     *
     * @param ownMax the most cycles that each have an execution of their own
     */
    record Wanted(int lengthMax, Counting counting, Pruning pruning, Showing showing, int ownMax) {}

    /** Creates a search. The order names each transaction of the encoding once. */
    RingSearch(Encoding encoding, List<Integer> order, Wanted wanted, BooleanSupplier isOver) {
        this.isOver = isOver;
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
                        here.add(edge(out, in, kind, literal));
                    }
                }
            }
        }
        return here;
    }

    private Edge edge(int out, int in, List<Conflict> reasons, int literal) {
        Conflict first = reasons.stream()
                .filter(reason -> encoding.conflict(reason, out, in) != Circuit.FALSE)
                .findFirst()
                .orElse(reasons.getFirst());
        return new Edge(out, in, reasons, literal, first, encoding.conflict(first, out, in));
    }

    /** Returns the anomalies whose keys are not known yet; adds the keys of all cycles that were asked for. */
    List<Anomaly> find(Set<String> known) {
        if (isNaive() || circuit.isSatisfiable(anyEdge)) {
            choose(new ArrayList<>(), known);
        }
        boolean areMany = wanted.showing() != Showing.ANY && shared.size() > wanted.ownMax();
        if (areMany) {
            shared.putAll(occurring(
                    shared.entrySet().stream()
                            .filter(entry -> !isForFirstReasons(entry.getKey(), entry.getValue()))
                            .map(Map.Entry::getKey)
                            .toList(),
                    Edge::wish));
        }
        shared.forEach((cycle, shown) -> found.add(
                wanted.showing() == Showing.ANY || (areMany && isForFirstReasons(cycle, shown))
                        ? shown
                        : anomaly(cycle)));
        if (wanted.showing() == Showing.ANY) {
            found.sort(Comparator.comparing(Anomaly::key).thenComparing(Anomaly::cycle));
        }
        return found;
    }

    /**
     * Returns whether each edge occurs for its first reason. An execution of the cycle's own, which prefers these, then
     * has the same reasons. They decide which group an anomaly is of: if a shared execution could choose them, a group
     * might be lost whose cycles all occur for other reasons by chance.
     */
    private static boolean isForFirstReasons(List<Edge> cycle, Anomaly shown) {
        return IntStream.range(0, cycle.size())
                .allMatch(hop ->
                        shown.hops().get(hop).conflict() == cycle.get(hop).first());
    }

    /**
     * Returns the anomaly with the same cycle and the same conflicts in an execution that is easy to read; empty if
     * none of this ring has its cycle.
     */
    Optional<Anomaly> readable(Anomaly anomaly) {
        var chosen = new ArrayList<Edge>();
        for (int hop = 0; hop < order.size(); hop++) {
            Anomaly.Hop from = anomaly.hops().get(hop);
            Anomaly.Hop to = anomaly.hops().get((hop + 1) % order.size());
            int out = query(order.get(hop), from.out());
            int in = query(order.get((hop + 1) % order.size()), to.in());
            chosen.add(edge(out, in, List.of(from.conflict()), encoding.conflict(from.conflict(), out, in)));
        }
        return circuit.isSatisfiable(assumptions(chosen)) ? Optional.of(anomaly(chosen)) : Optional.empty();
    }

    private int query(int txn, String label) {
        return encoding.queries(txn).stream()
                .filter(query -> label(query).equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no statement " + label + " in call " + txn));
    }

    /** Returns whether the search came to its end. */
    boolean isWhole() {
        return isWhole;
    }

    private boolean isEnding() {
        isWhole &= !isOver.getAsBoolean();
        return !isWhole;
    }

    private boolean isNaive() {
        return wanted.pruning() == Pruning.NONE;
    }

    private void choose(List<Edge> chosen, Set<String> known) {
        if (isEnding()) {
            return;
        }
        if (chosen.size() == order.size() || beyond(chosen) <= TOGETHER_MAX) {
            var cycles = new ArrayList<List<Edge>>();
            enumerate(new ArrayList<>(chosen), known, cycles);
            ask(cycles);
            return;
        }
        for (Edge edge : edges.get(chosen.size())) {
            chosen.add(edge);
            if (isShort(chosen) && (isNaive() || circuit.isSatisfiable(assumptions(chosen)))) {
                choose(chosen, known);
            }
            chosen.removeLast();
        }
    }

    /**
     * Returns in how many ways the chosen edges can be continued to a cycle. Counting stops above the most cycles in
     * one question.
     */
    private long beyond(List<Edge> chosen) {
        long ways = 1;
        for (int hop = chosen.size(); hop < edges.size() && ways <= TOGETHER_MAX; hop++) {
            ways *= edges.get(hop).size();
        }
        return ways;
    }

    private boolean isShort(List<Edge> chosen) {
        return order.size() + inside(chosen) <= wanted.lengthMax();
    }

    /** Adds the cycles that begin with the chosen edges and that are not known. */
    private void enumerate(List<Edge> chosen, Set<String> known, List<List<Edge>> cycles) {
        if (!isShort(chosen)) {
            return;
        }
        if (chosen.size() < order.size()) {
            for (Edge edge : edges.get(chosen.size())) {
                chosen.add(edge);
                enumerate(chosen, known, cycles);
                chosen.removeLast();
            }
        } else if (inside(chosen) > 0 && known.add(key(chosen))) {
            cycles.add(List.copyOf(chosen));
        }
    }

    /** Finds those of the cycles that occur. */
    private void ask(List<List<Edge>> cycles) {
        if (isNaive()) {
            cycles.stream()
                    .filter(cycle -> circuit.isSatisfiable(assumptions(cycle)))
                    .forEach(cycle -> found.add(anomaly(cycle)));
            return;
        }
        Map<List<Edge>, Anomaly> occurring = occurring(cycles, Edge::literal);
        for (List<Edge> cycle : cycles) {
            Anomaly shown = occurring.get(cycle);
            if (shown != null) {
                shared.put(cycle, shown);
            }
        }
    }

    /**
     * Asks for any of the cycles until no new one occurs, and returns those that do, each with the execution of the
     * answer that shows it.
     *
     * @param literal of an edge that occurs
     */
    private Map<List<Edge>, Anomaly> occurring(List<List<Edge>> cycles, ToIntFunction<Edge> literal) {
        var open = new LinkedHashMap<List<Edge>, Integer>();
        int question = circuit.variable();
        for (List<Edge> cycle : cycles) {
            int occurs = circuit.variable();
            cycle.forEach(edge -> circuit.implies(literal.applyAsInt(edge), occurs));
            open.put(cycle, occurs);
        }
        circuit.require(IntStream.concat(
                        IntStream.of(Circuit.not(question)),
                        open.values().stream().mapToInt(Integer::intValue))
                .toArray());
        Map<List<Edge>, Anomaly> occurring = new HashMap<>();
        while (!open.isEmpty() && !isEnding() && circuit.isSatisfiable(question)) {
            List<List<Edge>> there = open.keySet().stream()
                    .filter(cycle -> cycle.stream().allMatch(edge -> circuit.holds(literal.applyAsInt(edge))))
                    .toList();
            Scenario scenario = encoding.reader().scenario(encoding.instances());
            there.forEach(cycle -> occurring.put(cycle, anomaly(cycle, scenario)));
            // That it occurs was only ever implied one way, so that this forbids no execution.
            there.forEach(cycle -> circuit.require(Circuit.not(open.getOrDefault(cycle, Circuit.TRUE))));
            there.forEach(open::remove);
        }
        circuit.require(Circuit.not(question));
        return occurring;
    }

    /** Returns in how many transactions the cycle leaves at another statement than it enters, as far as chosen. */
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

    /** Returns the anomaly of the chosen edges, all of which occur in the newest model. */
    private Anomaly anomaly(List<Edge> chosen) {
        var reader = encoding.reader();
        if (wanted.showing() != Showing.ANY) {
            circuit.grant(assumptions(chosen), isOver.getAsBoolean() ? List.of() : wishes(chosen, reader.wishes()));
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

    /**
     * Returns the wishes for a readable model. Reads that matter are preferred to writes that overwrite each other.
     */
    private List<Integer> wishes(List<Edge> chosen, List<Integer> others) {
        var wishes = new ArrayList<Integer>();
        chosen.forEach(edge -> wishes.add(edge.wish()));
        for (Edge edge : chosen) {
            for (Conflict conflict : edge.reasons()) {
                wishes.add(encoding.conflict(conflict, edge.out(), edge.in()));
            }
        }
        wishes.addAll(others);
        return wishes;
    }

    /** Returns the reason of the edge in the newest model; the first if there are several. */
    private Conflict conflict(Edge edge) {
        return edge.reasons().stream()
                .filter(conflict -> circuit.holds(encoding.conflict(conflict, edge.out(), edge.in())))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("an edge without a reason: " + edge));
    }
}
