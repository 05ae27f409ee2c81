package moirai.analysis.explanation;

import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.WRITE_READ;
import static moirai.analysis.Dependency.WRITE_WRITE;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.OpPair;
import moirai.analysis.Succession;
import moirai.analysis.counters.CounterPairs;
import moirai.analysis.listappend.ListPairs;
import moirai.analysis.registers.RegisterPairs;
import moirai.analysis.sets.SetPairs;
import moirai.history.DataModel;
import moirai.history.History;

/**
 * Finds the evidence for anomalies of one history, in the manner of Kingsbury, Alvaro, "Elle" (2020), figure 2. For one
 * thread.
 */
public final class Explainer {

    private final History history;
    private final RegisterPairs registers;
    private final OpPair.Finder pairs;

    /** Prepares explanations of anything. O(ops of the history) then, and again for transactions on other keys. */
    public Explainer(History history) {
        this(history, List.of());
    }

    /**
     * Prepares explanations of these anomalies. O(ops of the history); of lists it needs memory for the transactions on
     * their keys alone.
     */
    public Explainer(History history, Collection<Anomaly> anomalies) {
        this.history = history;
        this.registers = new RegisterPairs(history);
        this.pairs = switch (history.dataModel()) {
            case LIST_APPEND ->
                new ListPairs(
                        history,
                        anomalies.stream()
                                .flatMap(anomaly -> Explanation.txns(anomaly).stream())
                                .toList());
            case REGISTER -> registers;
            case SET -> new SetPairs(history);
            case COUNTER -> new CounterPairs(history);
        };
    }

    /**
     * Explains the anomaly. O(edges × ops of two transactions squared).
     *
     * @throws IllegalArgumentException if the history does not show an edge of its cycle
     */
    public Explanation explain(Anomaly anomaly) {
        List<Succession> known = anomaly.successions();
        List<ProvenOrder> orders =
                known.stream().map(order -> order(order, known)).toList();
        return new Explanation(history, anomaly, orders, edges(anomaly), isInAnyOrder(anomaly));
    }

    private ProvenOrder order(Succession order, List<Succession> known) {
        return new ProvenOrder(
                order,
                registers.lastWrite(order.earlier(), order.key()),
                registers.lastWrite(order.later(), order.key()),
                order
                        .rule()
                        .dependency()
                        .flatMap(dependency -> edge(order.first(), order.second(), dependency, known))
                        .stream()
                        .toList());
    }

    private List<ProvenEdge> edges(Anomaly anomaly) {
        if (anomaly instanceof Anomaly.Cycle cycle) {
            return IntStream.range(0, cycle.txns().size())
                    .mapToObj(i -> edge(cycle, i))
                    .toList();
        }
        if (anomaly instanceof Anomaly.LostUpdate(int txn, int readOp, int appendOp, int overwriter)) {
            return Stream.of(
                            edge(txn, overwriter, READ_WRITE, List.of()),
                            edge(overwriter, txn, WRITE_WRITE, List.of())
                                    .or(() -> edge(overwriter, txn, READ_WRITE, List.of())))
                    .flatMap(Optional::stream)
                    .toList();
        }
        if (anomaly instanceof Anomaly.AbortedRead(int reader, int readOp, long element, int writer)) {
            return leaked(writer, reader, readOp, element);
        }
        return anomaly instanceof Anomaly.IntermediateRead(int reader, int readOp, long element, int writer)
                ? leaked(writer, reader, readOp, element)
                : List.of();
    }

    private ProvenEdge edge(Anomaly.Cycle cycle, int place) {
        int from = cycle.txns().get(place);
        int to = cycle.txns().get((place + 1) % cycle.txns().size());
        Dependency dependency = cycle.dependencies().get(place);
        return edge(from, to, dependency, cycle.successions())
                .orElseThrow(() -> new IllegalArgumentException(
                        "T" + from + " and T" + to + " have no " + dependency.label() + " dependency"));
    }

    private Optional<ProvenEdge> edge(int from, int to, Dependency dependency, List<Succession> known) {
        return evidence(from, to, dependency, known).map(evidence -> new ProvenEdge(from, to, dependency, evidence));
    }

    private Optional<EdgeEvidence> evidence(int from, int to, Dependency dependency, List<Succession> known) {
        return switch (dependency) {
            case PROCESS -> Optional.of(new EdgeEvidence.InSession(history.session(from)));
            case REALTIME ->
                Optional.of(new EdgeEvidence.InRealtime(
                        history.endNanos(from), history.startNanos(to) - history.endNanos(from)));
            case WRITE_WRITE, WRITE_READ, READ_WRITE, PREDICATE_READ_WRITE, READ_READ ->
                known.stream()
                        .flatMap(order -> registers.find(from, to, dependency, order).stream()
                                .<EdgeEvidence>map(ops -> new EdgeEvidence.Overwritten(ops, order)))
                        .findFirst()
                        .or(() -> pairs.find(from, to, dependency).map(ops -> evidence(ops, to, dependency)));
        };
    }

    private EdgeEvidence evidence(OpPair ops, int to, Dependency dependency) {
        return switch (dependency) {
            case WRITE_WRITE -> new EdgeEvidence.Followed(ops);
            case WRITE_READ -> new EdgeEvidence.Seen(ops);
            case READ_WRITE ->
                history.dataModel() == DataModel.COUNTER
                        ? new EdgeEvidence.ReadAlike(ops)
                        : new EdgeEvidence.Missed(ops);
            case PREDICATE_READ_WRITE -> new EdgeEvidence.NotFound(ops, pairs.isUnread(to, ops.toOp()));
            case READ_READ -> new EdgeEvidence.ReadLater(ops);
            case PROCESS, REALTIME -> throw new IllegalArgumentException("no op shows " + dependency);
        };
    }

    /** Returns the edge to a read from the first op that wrote what it should not have seen. */
    private List<ProvenEdge> leaked(int writer, int reader, int readOp, long element) {
        return ops(writer)
                .filter(op -> history.key(op) == history.key(readOp)
                        && ((history.isAppend(op) && history.element(op) == element)
                                || (history.isWrite(op) && history.value(op) == element)))
                .limit(1)
                .mapToObj(op ->
                        new ProvenEdge(writer, reader, WRITE_READ, new EdgeEvidence.Leaked(new OpPair(op, readOp))))
                .toList();
    }

    private boolean isInAnyOrder(Anomaly anomaly) {
        return anomaly instanceof Anomaly.LostUpdate(int txn, int readOp, int appendOp, int overwriter)
                && pairs.isUnread(txn, appendOp)
                && ops(overwriter)
                        .filter(op -> history.isAppend(op) && history.key(op) == history.key(appendOp))
                        .limit(1)
                        .allMatch(op -> pairs.isUnread(overwriter, op));
    }

    private IntStream ops(int txn) {
        return IntStream.range(history.firstOp(txn), history.endOp(txn));
    }
}
