package moirai.analysis.listappend;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
    default boolean isUnread(int txn, int appendOp) {
        return false;
    }

    /**
     * What is known about this history. O(ops + elements of lists).
     *
     * @param around transactions that will be asked about; others may be, which costs as much again
     */
    static Reasons in(History history, Collection<Integer> around) {
        return switch (history.dataModel()) {
            case LIST_APPEND -> new OfLists(history, around);
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

    /**
     * Lists show in which order they were appended to. What reads prove is inferred for the keys of the transactions
     * that are asked about: again, with one pass over the history, where others are asked about than before.
     */
    final class OfLists implements Reasons {

        private final History history;
        private final Set<Integer> around;
        private Inference.OfKeys known;

        OfLists(History history, Collection<Integer> around) {
            this.history = history;
            this.around = new TreeSet<>(around);
            this.known = Inference.OfKeys.of(history, this.around);
        }

        private Inference.OfKeys about(int txn) {
            if (!known.covers(history, txn)) {
                around.add(txn);
                known = Inference.OfKeys.of(history, around);
            }
            return known;
        }

        @Override
        public Optional<String> of(int from, int to, Dependency dependency) {
            return ops(from, to, dependency).flatMap(reason -> clause(from, to, dependency, reason));
        }

        @Override
        public Optional<Reason> ops(int from, int to, Dependency dependency) {
            about(from);
            return about(to).reason(history, from, to, dependency);
        }

        @Override
        public boolean isUnread(int txn, int appendOp) {
            Inference.OfKeys near = about(txn);
            return near.inference().orders().isUnplaced(near.here(history, txn, appendOp));
        }

        private Optional<String> clause(int from, int to, Dependency dependency, Reason reason) {
            String key = history.keyLabel(history.key(reason.toOp()));
            Optional<String> between = notRecorded(from, to, reason);
            return switch (dependency) {
                case WRITE_WRITE ->
                    Optional.of(String.format(
                            Locale.ROOT,
                            "T%d appended %s after T%d appended %s to key %s%s",
                            to,
                            history.valueLabel(history.element(reason.toOp())),
                            from,
                            history.valueLabel(history.element(reason.fromOp())),
                            key,
                            between.map(element -> ", and between them " + element)
                                    .orElse("")));
                case WRITE_READ -> {
                    String read = history.valueLabel(history.element(reason.fromOp()));
                    yield Optional.of("T" + to + " observed T" + from + "'s append of " + read + " to key " + key
                            + between.map(element -> ", and behind it " + element)
                                    .orElse(""));
                }
                case READ_WRITE -> {
                    String missed = history.valueLabel(history.element(reason.toOp()));
                    yield Optional.of(
                            "T" + from + " did not observe T" + to + "'s append of " + missed + " to key " + key
                                    + between.map(element -> ", nor before it " + element)
                                            .orElse(""));
                }
                case PREDICATE_READ_WRITE -> {
                    String place = between.map(element -> " behind " + element)
                            .orElse(isUnread(to, reason.toOp()) ? "" : " first");
                    yield Optional.of(String.format(
                            Locale.ROOT,
                            "T%d scanned keys %s to %d and did not find key %s, to which T%d appended %s%s",
                            from,
                            history.keyLabel(history.key(reason.fromOp())),
                            history.scanTo(reason.fromOp()),
                            key,
                            to,
                            history.valueLabel(history.element(reason.toOp())),
                            place));
                }
                case PROCESS, REALTIME, READ_READ -> Optional.empty();
            };
        }

        /** The first element between what the two ops saw or did of the list whose append is not recorded. */
        private Optional<String> notRecorded(int from, int to, Reason reason) {
            Inference.OfKeys near = about(to);
            return near.inference()
                    .notRecordedBetween(
                            near.here(history, from, reason.fromOp()), near.here(history, to, reason.toOp()))
                    .map(element -> history.valueLabel(element) + ", whose append is not recorded");
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
