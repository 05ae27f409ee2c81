package moirai.analysis.explanation;

import java.util.List;
import moirai.analysis.OpPair;
import moirai.analysis.Succession;
import moirai.analysis.registers.RegisterPairs;
import moirai.history.DataModel;
import moirai.history.History;

/** Puts edges and orders of versions into words. */
final class EdgeText {

    private final History history;
    private final OpText words;

    EdgeText(History history, OpText words) {
        this.history = history;
        this.words = words;
    }

    /** Returns a clause that says why the first transaction of an edge precedes the second. */
    String because(ProvenEdge edge) {
        String from = "T" + edge.from();
        String to = "T" + edge.to();
        return switch (edge.evidence()) {
            case EdgeEvidence.InSession(int session) -> "session " + session + " ran " + from + " before " + to;
            case EdgeEvidence.InRealtime(long endNanos, long gapNanos) ->
                from + " ended at " + OpText.seconds(endNanos) + ", " + OpText.gap(gapNanos) + " before " + to
                        + " began";
            case EdgeEvidence.Followed(OpPair ops) ->
                to + " appended " + element(ops.toOp()) + " after " + from + " appended " + element(ops.fromOp())
                        + " to " + key(ops) + unrecorded(", and between them ", ops);
            case EdgeEvidence.Seen(OpPair ops) -> seen(from, to, ops);
            case EdgeEvidence.Leaked(OpPair ops) ->
                to + " read what " + from + " had written, which nobody was ever to see";
            case EdgeEvidence.Missed(OpPair ops) ->
                history.dataModel() == DataModel.SET
                        ? from + " read " + key(ops) + " without " + element(ops.toOp()) + ", which " + to + " added"
                        : from + " did not observe " + to + "'s append of " + element(ops.toOp()) + " to " + key(ops)
                                + unrecorded(", nor before it ", ops);
            case EdgeEvidence.NotFound(OpPair ops, boolean isUnread) ->
                from + " scanned " + words.range(ops.fromOp()) + " and did not find " + key(ops) + ", to which " + to
                        + " appended " + element(ops.toOp())
                        + (ops.unrecorded().isEmpty() && !isUnread ? " first" : unrecorded(" behind ", ops));
            case EdgeEvidence.Overwritten(OpPair ops, Succession order) ->
                history.isWrite(ops.fromOp())
                        ? from + " wrote " + value(ops.fromOp()) + " to " + key(ops) + " before " + to + " wrote "
                                + value(ops.toOp())
                        : from + " read " + key(ops) + " as " + words.answer(ops.fromOp()) + ", before " + to
                                + " wrote " + value(ops.toOp());
            case EdgeEvidence.ReadAlike(OpPair ops) ->
                from + " read " + key(ops) + " at " + history.value(ops.fromOp()) + ", and " + to
                        + " read the same and incremented it";
            case EdgeEvidence.ReadLater(OpPair ops) -> readLater(edge, ops);
        };
    }

    private String seen(String from, String to, OpPair ops) {
        return switch (history.dataModel()) {
            case LIST_APPEND ->
                to + " observed " + from + "'s append of " + element(ops.fromOp()) + " to " + key(ops)
                        + unrecorded(", and behind it ", ops);
            case REGISTER -> to + " read " + value(ops.fromOp()) + ", which " + from + " wrote to " + key(ops);
            case SET, COUNTER ->
                to + " saw " + element(ops.fromOp()) + " in " + key(ops) + ", which " + from + " added";
        };
    }

    private String readLater(ProvenEdge edge, OpPair ops) {
        long first = history.value(ops.fromOp());
        long second = history.value(ops.toOp());
        boolean isOne = edge.from() == edge.to();
        String from = "T" + edge.from();
        String to = isOne ? "" : "T" + edge.to() + " ";
        return from + " read " + key(ops) + " at " + first
                + (isOne ? " and also at " : " and " + to + "read it at ") + second
                + ", and it only ever " + (first < second ? "grows" : "shrinks") + ", so "
                + (isOne ? "it" : from) + " missed an increment (rw) and " + to
                + "saw that, or what came after it (wr)";
    }

    private String unrecorded(String lead, OpPair ops) {
        return ops.unrecorded().isEmpty()
                ? ""
                : lead + history.valueLabel(ops.unrecorded().getFirst()) + ", whose append is not recorded";
    }

    private String key(OpPair ops) {
        return "key " + words.keyLabel(ops.toOp());
    }

    private String element(int op) {
        return history.valueLabel(history.element(op));
    }

    /** Returns what the op wrote to a register, or found there. */
    private String value(int op) {
        return op == RegisterPairs.NONE ? "nothing" : history.valueLabel(history.value(op));
    }

    /** Returns which version precedes which, and why, as a sentence without its full stop. */
    String sentence(ProvenOrder order) {
        return "Of" + order(order);
    }

    /** Returns the same without its first word. */
    String order(ProvenOrder order) {
        Succession succession = order.succession();
        return " key " + history.keyLabel(succession.key()) + ", " + version(succession.earlier(), order.earlierOp())
                + " precedes " + version(succession.later(), order.laterOp()) + ", because " + reason(order);
    }

    private String version(int writer, int op) {
        return writer == Succession.INITIAL ? "the initial state" : "T" + writer + "'s " + value(op);
    }

    private String reason(ProvenOrder order) {
        Succession of = order.succession();
        String did = did(of.first(), of.earlier(), order.earlierOp());
        String then = did(of.second(), of.later(), order.laterOp());
        return switch (of.rule()) {
            case INITIAL_FIRST -> "nothing precedes the initial state";
            case WRITE_AFTER_READ ->
                "T" + of.first() + " read " + value(order.earlierOp()) + " and then wrote " + value(order.laterOp());
            case SESSION -> did + ", and later in session " + history.session(of.first()) + " " + then;
            case REALTIME ->
                did + " and ended "
                        + OpText.gap(history.startNanos(of.second()) - history.endNanos(of.first()))
                        + " before T" + of.second() + " began, and " + then;
            case WRITE_WRITE, WRITE_READ, READ_WRITE ->
                did + ", " + then + ", and T" + of.first() + " < T" + of.second() + ", because "
                        + ground(order)
                        + " (were it the other way round, these two would be in a cycle)";
        };
    }

    private String ground(ProvenOrder order) {
        List<ProvenEdge> ground = order.ground();
        return ground.isEmpty()
                ? "of " + order.succession().rule().dependency().orElseThrow().label()
                : because(ground.getFirst());
    }

    /** Returns {@code T1 read 5} or {@code T1 wrote 5}. */
    private String did(int txn, int writer, int op) {
        return "T" + txn + (txn == writer ? " wrote " : " read ") + value(op);
    }
}
