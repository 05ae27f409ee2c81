package moirai.analysis.listappend;

import java.util.Locale;
import java.util.Optional;
import moirai.analysis.Dependency;
import moirai.analysis.counters.CounterReasons;
import moirai.analysis.sets.SetReasons;
import moirai.history.History;

/** Why data orders two transactions, in a clause that names the ops which show it. */
sealed interface Reasons {

    /** The clause; empty if no pair of their ops shows such a dependency. O(ops of both transactions squared). */
    Optional<String> of(int from, int to, Dependency dependency);

    /** The two ops that show it; empty if two ops alone do not, or are not known to. */
    default Optional<Reason> ops(int from, int to, Dependency dependency) {
        return Optional.empty();
    }

    /** Whether the append is one of several, by several transactions, that nobody read, so that it has no place. */
    default boolean isUnread(int appendOp) {
        return false;
    }

    /** What is known about this history. O(ops + elements of lists). */
    static Reasons in(History history) {
        return switch (history.dataModel()) {
            case LIST_APPEND -> new OfLists(new Inference(history));
            case REGISTER -> new OfRegisters(history);
            case SET -> new OfSets(new SetReasons(history));
            case COUNTER -> new OfCounters(new CounterReasons(history));
        };
    }

    /** Of sets, reads show who was seen and who was missed. */
    record OfSets(SetReasons sets) implements Reasons {

        @Override
        public Optional<String> of(int from, int to, Dependency dependency) {
            return sets.of(from, to, dependency);
        }
    }

    /** Of counters, values show who read later. */
    record OfCounters(CounterReasons counters) implements Reasons {

        @Override
        public Optional<String> of(int from, int to, Dependency dependency) {
            return counters.of(from, to, dependency);
        }
    }

    /** Lists show in which order they were appended to. */
    record OfLists(Inference inference) implements Reasons {

        @Override
        public Optional<String> of(int from, int to, Dependency dependency) {
            return ops(from, to, dependency).flatMap(reason -> clause(from, to, dependency, reason));
        }

        @Override
        public Optional<Reason> ops(int from, int to, Dependency dependency) {
            return Reason.of(inference, from, to, dependency);
        }

        @Override
        public boolean isUnread(int appendOp) {
            return inference.orders().isUnplaced(appendOp);
        }

        private Optional<String> clause(int from, int to, Dependency dependency, Reason reason) {
            History history = inference.history();
            String key = history.keyLabel(history.key(reason.toOp()));
            return switch (dependency) {
                case WRITE_WRITE ->
                    Optional.of(String.format(
                            Locale.ROOT,
                            "T%d appended %s after T%d appended %s to key %s",
                            to,
                            history.valueLabel(history.element(reason.toOp())),
                            from,
                            history.valueLabel(history.element(reason.fromOp())),
                            key));
                case WRITE_READ -> {
                    String read = history.valueLabel(history.element(reason.fromOp()));
                    yield Optional.of("T" + to + " observed T" + from + "'s append of " + read + " to key " + key);
                }
                case READ_WRITE -> {
                    String missed = history.valueLabel(history.element(reason.toOp()));
                    yield Optional.of(
                            "T" + from + " did not observe T" + to + "'s append of " + missed + " to key " + key);
                }
                case PREDICATE_READ_WRITE ->
                    Optional.of(String.format(
                            Locale.ROOT,
                            "T%d scanned keys %s to %d and did not find key %s, to which T%d appended %s%s",
                            from,
                            history.keyLabel(history.key(reason.fromOp())),
                            history.scanTo(reason.fromOp()),
                            key,
                            to,
                            history.valueLabel(history.element(reason.toOp())),
                            isUnread(reason.toOp()) ? "" : " first"));
                case PROCESS, REALTIME, READ_READ -> Optional.empty();
            };
        }
    }

    /** Of registers, two ops alone show no more than who read whose value. */
    record OfRegisters(History history) implements Reasons {

        @Override
        public Optional<String> of(int from, int to, Dependency dependency) {
            if (dependency != Dependency.WRITE_READ) {
                return Optional.empty();
            }
            return ops(from, to, dependency)
                    .map(reason -> String.format(
                            Locale.ROOT,
                            "T%d read %s, which T%d wrote to key %s",
                            to,
                            history.valueLabel(history.value(reason.fromOp())),
                            from,
                            history.keyLabel(history.key(reason.fromOp()))));
        }

        @Override
        public Optional<Reason> ops(int from, int to, Dependency dependency) {
            for (int write = history.firstOp(from); write < history.endOp(from); write++) {
                for (int read = history.firstOp(to); read < history.endOp(to); read++) {
                    if (dependency == Dependency.WRITE_READ && isReadOf(read, write)) {
                        return Optional.of(new Reason(write, read));
                    }
                }
            }
            return Optional.empty();
        }

        private boolean isReadOf(int read, int write) {
            return history.isWrite(write)
                    && !history.isWrite(read)
                    && history.isAnswered(read)
                    && !history.isInitialRead(read)
                    && history.key(read) == history.key(write)
                    && history.value(read) == history.value(write);
        }
    }
}
