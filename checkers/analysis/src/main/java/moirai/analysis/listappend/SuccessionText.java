package moirai.analysis.listappend;

import java.util.List;
import java.util.Optional;
import moirai.analysis.Dependency;
import moirai.analysis.Succession;
import moirai.history.History;

/** The order of versions of registers in words, and the dependencies that follow from it. */
final class SuccessionText {

    private final History history;
    private final OpText words;
    private final Reasons reads;

    SuccessionText(History history, OpText words, Reasons reads) {
        this.history = history;
        this.words = words;
        this.reads = reads;
    }

    /**
     * What precedes what, and why, as a sentence without its full stop.
     *
     * @param known what the order may rest on
     */
    String sentence(Succession order, List<Succession> known) {
        return "Of " + key(order) + ", " + version(order, order.earlier()) + " precedes "
                + version(order, order.later()) + ", because " + reason(order, known);
    }

    /** The clause for an edge of a cycle; empty if none of these orders shows it. O(orders × ops of a transaction). */
    Optional<String> because(int from, int to, Dependency dependency, List<Succession> orders) {
        return shown(from, to, dependency, orders)
                .map(order -> dependency == Dependency.WRITE_WRITE
                        ? "T" + from + " wrote " + value(order, from) + " to " + key(order) + " before T" + to
                                + " wrote " + value(order, to)
                        : "T" + from + " read " + key(order) + " as "
                                + words.answer(readOf(from, order.key(), order.earlier())) + ", before T" + to
                                + " wrote " + value(order, to));
    }

    /** The same, and why the versions are in that order, unless it goes without saying. */
    Optional<String> becauseInFull(int from, int to, Dependency dependency, List<Succession> orders) {
        Optional<String> ground = shown(from, to, dependency, orders)
                .filter(order -> order.rule() != Succession.Rule.INITIAL_FIRST)
                .map(order -> ". " + sentence(order, orders));
        return because(from, to, dependency, orders).map(clause -> clause + ground.orElse(""));
    }

    private Optional<Succession> shown(int from, int to, Dependency dependency, List<Succession> orders) {
        return orders.stream()
                .filter(order -> order.later() == to)
                .filter(order -> dependency == Dependency.WRITE_WRITE
                        ? order.earlier() == from
                        : dependency == Dependency.READ_WRITE && readOf(from, order.key(), order.earlier()) >= 0)
                .findFirst();
    }

    private String reason(Succession order, List<Succession> known) {
        String first = "T" + order.first();
        String second = "T" + order.second();
        String did = first + " " + did(order, order.first(), order.earlier());
        String then = second + " " + did(order, order.second(), order.later());
        return switch (order.rule()) {
            case INITIAL_FIRST -> "nothing precedes the initial state";
            case WRITE_AFTER_READ ->
                first + " read " + value(order, order.earlier()) + " and then wrote " + value(order, order.later());
            case SESSION -> did + ", and later in session " + history.session(order.first()) + " " + then;
            case REALTIME ->
                did + " and ended "
                        + OpText.gap(history.startNanos(order.second()) - history.endNanos(order.first()))
                        + " before T" + order.second() + " began, and " + then;
            case WRITE_WRITE -> did + ", " + then + otherwise(order, Dependency.WRITE_WRITE, known);
            case WRITE_READ -> did + ", " + then + otherwise(order, Dependency.WRITE_READ, known);
            case READ_WRITE -> did + ", " + then + otherwise(order, Dependency.READ_WRITE, known);
        };
    }

    private String otherwise(Succession order, Dependency dependency, List<Succession> known) {
        int first = order.first();
        int second = order.second();
        String clause = because(first, second, dependency, known)
                .or(() -> reads.of(first, second, dependency))
                .orElse("of " + dependency.label());
        return ", and T" + first + " < T" + second + ", because " + clause
                + " (were it the other way round, these two would be in a cycle)";
    }

    /** {@code read 5} or {@code wrote 5}. */
    private String did(Succession order, int txn, int writer) {
        return (txn == writer ? "wrote " : "read ") + value(order, writer);
    }

    private String version(Succession order, int writer) {
        return writer == Succession.INITIAL ? "the initial state" : "T" + writer + "'s " + value(order, writer);
    }

    private String key(Succession order) {
        return "key " + history.keyLabel(order.key());
    }

    /** What the transaction wrote to the key last. */
    private String value(Succession order, int writer) {
        if (writer == Succession.INITIAL) {
            return "nothing";
        }
        int write = lastWrite(writer, order.key());
        return write < 0 ? "?" : history.valueLabel(history.value(write));
    }

    private int lastWrite(int txn, int key) {
        int last = -1;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                last = op;
            }
        }
        return last;
    }

    /** The op by which the transaction read that version, or -1. */
    private int readOf(int reader, int key, int writer) {
        int write = writer == Succession.INITIAL ? -1 : lastWrite(writer, key);
        for (int op = history.firstOp(reader); op < history.endOp(reader); op++) {
            if (history.key(op) != key || history.isWrite(op) || !history.isAnswered(op)) {
                continue;
            }
            boolean initial = history.isInitialRead(op);
            if (initial == (writer == Succession.INITIAL)
                    && (initial || (write >= 0 && history.value(op) == history.value(write)))) {
                return op;
            }
        }
        return -1;
    }
}
