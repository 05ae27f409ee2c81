package moirai.analysis.explanation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.CyclePattern;
import moirai.analysis.Dependency;
import moirai.analysis.OpPair;
import moirai.analysis.Succession;
import moirai.analysis.axioms.proof.Refutation;
import moirai.analysis.sets.SetInference;
import moirai.history.DataModel;
import moirai.history.History;

/** Puts an explanation into sentences that a person can check. */
public final class ExplanationText {

    static final String BULLET = "  - ";

    private final Explanation explanation;
    private final History history;
    private final OpText words;
    private final EdgeText edges;
    private final ReadText reads;

    /** Prepares the sentences. */
    public ExplanationText(Explanation explanation) {
        this.explanation = explanation;
        this.history = explanation.history();
        this.words = new OpText(history);
        this.edges = new EdgeText(history, words);
        this.reads = new ReadText(history, words);
    }

    /** Returns the whole text; lines end with a line feed. */
    public String text() {
        return ProofLine.text(lines());
    }

    /** Returns the transactions of the anomaly, and why they contradict each other. */
    public List<ProofLine> lines() {
        var lines = new ArrayList<ProofLine>();
        lines.add(new ProofLine("", "Let:"));
        explanation.txns().forEach(txn -> lines.add(new ProofLine("  ", txn(txn))));
        lines.add(new ProofLine("", "Then:"));
        lines.addAll(proof());
        return lines;
    }

    /** Returns why the transactions contradict each other, sentence by sentence. */
    public List<String> sentences() {
        return proof().stream().map(ProofLine::words).toList();
    }

    /** Returns a clause that says why the first transaction of an edge precedes the second. */
    public String because(ProvenEdge edge) {
        return edges.because(edge);
    }

    /** Returns one transaction in a line: session, interval, outcome, ops. */
    String txn(int txn) {
        return words.txn(txn);
    }

    private List<ProofLine> proof() {
        return switch (explanation.anomaly()) {
            case Anomaly.Cycle cycle -> cycle(cycle);
            case Anomaly.CyclicVersions cycle -> versions();
            case Anomaly.NoCommitOrder found -> refuted(found);
            case Anomaly.IncompatibleOrder found -> line(reads.incompatible(found));
            case Anomaly.DirtyUpdate found -> line(reads.dirty(found));
            case Anomaly.LostUpdate found -> line(reads.lost(found, explanation.inAnyOrder()));
            case Anomaly.AbortedRead found -> line(reads.aborted(found));
            case Anomaly.IntermediateRead found -> line(reads.intermediate(found));
            case Anomaly.GarbageRead found -> line(reads.garbage(found));
            case Anomaly.DuplicateElement found -> line(reads.duplicate(found));
            case Anomaly.ReorderedAppends found -> line(reads.reordered(found));
            case Anomaly.InternalInconsistency found -> line(reads.internal(found));
            case Anomaly.FutureRead found -> line(reads.future(found));
            case Anomaly.CounterRead found -> line(reads.counter(found));
            case Anomaly.WrongTotal found -> line(reads.wrongTotal(found));
            case Anomaly.OddBalance found -> line(reads.oddBalance(found));
            case Anomaly.NegativeValue found -> line(reads.negative(found));
        };
    }

    private List<ProofLine> refuted(Anomaly.NoCommitOrder found) {
        var suppositions = new SuppositionText(found.attributions(), words);
        return Stream.of(suppositions.before(), refuted(found.refutation()).lines(), suppositions.after())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ProofLine> line(String sentence) {
        return List.of(new ProofLine(BULLET, sentence));
    }

    private List<ProofLine> cycle(Anomaly.Cycle cycle) {
        Stream<String> orders = explanation.orders().stream()
                .filter(order -> order.succession().rule() != Succession.Rule.INITIAL_FIRST)
                .map(order -> edges.sentence(order) + ".");
        List<ProvenEdge> circle = explanation.edges();
        Stream<String> steps = IntStream.range(0, circle.size()).mapToObj(i -> {
            ProvenEdge edge = circle.get(i);
            boolean last = i == circle.size() - 1;
            return (last ? "However, " : "") + "T" + edge.from() + " < T" + edge.to() + ", because " + because(edge)
                    + (last ? ": a contradiction!" : ".");
        });
        // Two who both incremented what both had read may have lost an update, which a cycle on sums does not tell.
        Stream<String> pattern = cycle.pattern().stream()
                .filter(found -> found != CyclePattern.WRITE_SKEW || history.dataModel() != DataModel.COUNTER)
                .map(found -> "This is a " + found.words() + ": " + told(found, cycle) + ".");
        return Stream.of(orders, steps, pattern)
                .flatMap(sentences -> sentences)
                .map(sentence -> new ProofLine(BULLET, sentence))
                .toList();
    }

    /** Returns what happened in a cycle of this pattern, with the transactions' names. */
    private static String told(CyclePattern pattern, Anomaly.Cycle cycle) {
        int firstWriter = cycle.dependencies().getFirst() == Dependency.WRITE_READ ? 0 : 1;
        IntFunction<String> name =
                place -> "T" + cycle.txns().get(place % cycle.txns().size());
        return switch (pattern) {
            case LONG_FORK ->
                name.apply(firstWriter + 1) + " and " + name.apply(firstWriter + 3) + " saw the writes of "
                        + name.apply(firstWriter) + " and " + name.apply(firstWriter + 2) + " in opposite orders";
            case FRACTURED_READ ->
                name.apply(firstWriter + 1) + " saw a part of " + name.apply(firstWriter) + " and missed another";
            case WRITE_SKEW -> name.apply(0) + " and " + name.apply(1) + " each missed what the other wrote";
            case LOST_UPDATE ->
                name.apply(0) + " and " + name.apply(1)
                        + " both appended to one list, and whichever came second had missed the other";
        };
    }

    private List<ProofLine> versions() {
        List<ProvenOrder> orders = explanation.orders();
        return IntStream.range(0, orders.size())
                .mapToObj(i -> i == orders.size() - 1
                        ? "However, of" + edges.order(orders.get(i)) + ": a contradiction!"
                        : edges.sentence(orders.get(i)) + ".")
                .map(sentence -> new ProofLine(BULLET, sentence))
                .toList();
    }

    /** Returns the clause for an edge and, if it rests on an order of versions with a reason, that reason. */
    String becauseInFull(ProvenEdge edge) {
        return explanation.orders().stream()
                .filter(order -> edge.evidence() instanceof EdgeEvidence.Overwritten(OpPair ops, Succession shown)
                        && order.succession().equals(shown)
                        && shown.rule() != Succession.Rule.INITIAL_FIRST)
                .map(order -> because(edge) + ". " + edges.sentence(order))
                .findFirst()
                .orElseGet(() -> because(edge));
    }

    ProofText refuted(Refutation refutation) {
        IntFunction<String> keyLabel =
                history.dataModel() == DataModel.SET ? new SetInference(history)::itemLabel : history::keyLabel;
        return new ProofText(refutation, keyLabel, read -> Optional.of(words.answer(read)));
    }
}
