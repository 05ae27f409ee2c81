package moirai.analysis.explanation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.proof.Contradiction;
import moirai.analysis.axioms.proof.Instance;
import moirai.analysis.axioms.proof.Precedence;
import moirai.analysis.axioms.proof.Proof;
import moirai.analysis.axioms.proof.Reason;
import moirai.analysis.axioms.proof.Refutation;

/**
 * Puts a refutation into sentences that a person can check. Transactions have their recorded ids; {@code T1 < T2} says
 * that T1 commits before T2.
 */
public final class ProofText {

    /** A source of the values that reads returned. */
    @FunctionalInterface
    public interface Values {

        /** Returns the value by the read's op in the recorded history; empty if it is not to be shown. */
        Optional<String> of(int recordedRead);
    }

    private final Refutation refutation;
    private final KeyValueHistory history;
    private final IntFunction<String> keyName;
    private final Values values;

    /** Prepares sentences without values. */
    public ProofText(Refutation refutation, IntFunction<String> keyName) {
        this(refutation, keyName, recordedRead -> Optional.empty());
    }

    /**
     * Prepares sentences.
     *
     * @param keyName the name of a key of the witness's history, as it follows the word key
     */
    public ProofText(Refutation refutation, IntFunction<String> keyName, Values values) {
        this.refutation = refutation;
        this.history = refutation.witness().history();
        this.keyName = keyName;
        this.values = values;
    }

    /** Returns why the transactions contradict each other, a sentence a line; those of nested cases stand deeper. */
    public List<ProofLine> lines() {
        var lines = new ArrayList<ProofLine>();
        switch (refutation.proof()) {
            case Proof.Found(Contradiction contradiction) -> explain(contradiction, ExplanationText.BULLET, lines);
            case Proof.Exhaustive(String circumstance) ->
                lines.add(new ProofLine(
                        ExplanationText.BULLET,
                        "Each order of these transactions that keeps their times was tried, and none explains what"
                                + " was read" + circumstance + "."));
            case Proof.Missing(String reason) ->
                lines.add(new ProofLine(
                        ExplanationText.BULLET,
                        "No order of these transactions satisfies " + refutation.level() + "; why is not shown, since "
                                + reason + "."));
        }
        if (!refutation.witness().minimal()) {
            lines.add(new ProofLine(
                    ExplanationText.BULLET,
                    "Some of these transactions may not be needed: the search for fewer reached its limit."));
        }
        return lines;
    }

    /** Adds the steps of a contradiction; the recursion is as deep as its cases are nested. */
    private void explain(Contradiction contradiction, String lead, List<ProofLine> lines) {
        List<Precedence> steps = contradiction.steps();
        for (int i = 0; i < steps.size(); i++) {
            Precedence step = steps.get(i);
            boolean last = i == steps.size() - 1;
            String sentence = (last && i > 0 ? "However, " : "") + sentence(step);
            if (step.reason() instanceof Reason.Otherwise(Contradiction nested)) {
                lines.add(new ProofLine(lead, sentence + ":"));
                explain(nested, "    " + lead, lines);
                if (last) {
                    lines.add(new ProofLine(lead, "So " + round(contradiction) + ": a contradiction!"));
                }
            } else if (last) {
                boolean isLong = contradiction.circle().size() > 2;
                lines.add(new ProofLine(
                        lead, sentence + (isLong ? ", so " + round(contradiction) : "") + ": a contradiction!"));
            } else {
                lines.add(new ProofLine(lead, sentence + "."));
            }
        }
    }

    private String round(Contradiction contradiction) {
        var round = new ArrayList<>(contradiction.circle());
        round.add(round.getFirst());
        return chain(round);
    }

    Refutation refutation() {
        return refutation;
    }

    /** Returns a step as a sentence without a full stop. */
    private String sentence(Precedence step) {
        if (step.reason() instanceof Reason.Supposed) {
            return "Suppose " + order(step);
        }
        if (step.after() == KeyValueHistory.INITIAL) {
            return because(step);
        }
        return order(step) + ", because " + because(step);
    }

    private String order(Precedence step) {
        return chain(List.of(step.before(), step.after()));
    }

    /** Returns a clause that says why the step holds. */
    String because(Precedence step) {
        String before = name(step.before());
        String after = name(step.after());
        return switch (step.reason()) {
            case Reason.WriteRead(int key) -> read(step.after(), key, step.before());
            case Reason.SessionOrder order -> sessionRan(step);
            case Reason.Realtime realtime ->
                before + " ended " + OpText.gap(history.startNanos(step.after()) - history.endNanos(step.before()))
                        + " before " + after + " began";
            case Reason.VersionOrder(int key) -> versions(step, key);
            case Reason.SessionWrites writes -> sessionRan(step) + " and both write";
            case Reason.SessionRead(int key, int reader) ->
                read(reader, key, step.before()) + ", and " + sessionOf(step.after()) + " ran " + name(reader)
                        + " before " + after + ", which writes";
            case Reason.Overwritten(Instance instance) -> overwritten(instance);
            case Reason.Unseen(Instance instance, List<Integer> overwriting) -> unseen(instance, overwriting);
            case Reason.Supposed supposed -> "that is supposed";
            case Reason.Otherwise otherwise -> "the opposite is impossible";
        };
    }

    private String sessionRan(Precedence step) {
        return sessionOf(step.after()) + " ran " + name(step.before()) + " before " + name(step.after());
    }

    String sessionOf(int txn) {
        return "session " + history.session(txn);
    }

    private String versions(Precedence step, int key) {
        String before = name(step.before());
        String after = name(step.after());
        for (int place = 0; place < history.versionCount(key); place++) {
            if (history.version(key, place) == step.after()) {
                return "key " + keyName.apply(key) + " is known to have held the value of " + before
                        + " before that of " + after;
            }
        }
        return before + " wrote the last known version of key " + keyName.apply(key) + ", and " + after
                + " wrote one that comes later";
    }

    private String overwritten(Instance instance) {
        String seen = name(instance.reader()) + " must have seen the write of " + name(instance.writer()) + " to key "
                + keyName.apply(instance.key()) + " (" + visibility(instance) + "), but " + answer(instance);
        return instance.source() == KeyValueHistory.INITIAL
                ? seen
                : seen + ", so the write of " + name(instance.source()) + " is newer";
    }

    private String unseen(Instance instance, List<Integer> overwriting) {
        boolean fromInitial = instance.source() == KeyValueHistory.INITIAL;
        String when = fromInitial ? "" : " (" + chain(overwriting) + ")";
        if (refutation.level().axiom() == Axiom.SERIAL) {
            return answer(instance) + ", before " + name(instance.writer())
                    + (fromInitial ? " wrote it" : " overwrote it") + when;
        }
        return "otherwise " + name(instance.reader()) + " would have seen the write of " + name(instance.writer())
                + " to key " + keyName.apply(instance.key()) + " (" + visibility(instance) + "), but "
                + answer(instance) + (fromInitial ? "" : ", which " + name(instance.writer()) + " overwrote" + when);
    }

    private String answer(Instance instance) {
        return read(instance.reader(), instance.key(), instance.source());
    }

    /** Returns a read with its source: {@code T3 read key 5 = 7 from T1}. */
    private String read(int reader, int key, int source) {
        return name(reader) + " read " + version(reader, key, source);
    }

    private String version(int reader, int key, int source) {
        Optional<String> value = Optional.empty();
        for (int read = history.endRead(reader) - 1; read >= history.firstRead(reader); read--) {
            if (history.readKey(read) == key && history.readSource(read) == source) {
                value = values.of(history.recordedRead(read));
            }
        }
        return "key " + keyName.apply(key) + value.map(shown -> " = " + shown).orElse("") + " from " + name(source);
    }

    private String visibility(Instance instance) {
        List<Instance.Link> links = instance.visibility();
        boolean inOneTxn = refutation.level().axiom() == Axiom.READ_COMMITTED
                || refutation.level().axiom() == Axiom.MONOTONIC_READS;
        if (inOneTxn
                && links.size() == 1
                && links.getFirst() instanceof Instance.Link.Flow(Precedence edge)
                && edge.reason() instanceof Reason.WriteRead(int key)) {
            return "it had already read " + version(edge.after(), key, edge.before());
        }
        var clauses = new StringBuilder();
        for (int i = 0; i < links.size(); i++) {
            String and = i == links.size() - 1 ? ", and " : ", ";
            clauses.append(i == 0 ? "" : and).append(clause(links.get(i)));
        }
        return clauses.toString();
    }

    private String clause(Instance.Link link) {
        return switch (link) {
            case Instance.Link.Flow(Precedence edge) -> because(edge);
            case Instance.Link.Commits(List<Integer> chain) -> chain(chain);
            case Instance.Link.Conflict(int key, List<Integer> chain) ->
                chain(chain)
                        + (chain.size() == 2
                                ? " and both"
                                : ", where " + name(chain.getFirst()) + " and " + name(chain.getLast()))
                        + " wrote key " + keyName.apply(key);
        };
    }

    private String chain(List<Integer> txns) {
        return txns.stream().map(this::name).collect(Collectors.joining(" < "));
    }

    String name(int txn) {
        return txn == KeyValueHistory.INITIAL ? "the initial state" : "T" + history.recordedTxn(txn);
    }
}
