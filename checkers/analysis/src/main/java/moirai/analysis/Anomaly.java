package moirai.analysis;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.axioms.proof.Refutation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/** One found instance of a phenomenon: its witness. Transactions and ops are ids in the history. */
public sealed interface Anomaly {

    /** Returns the class that this is an instance of. */
    default Phenomenon phenomenon() {
        return switch (this) {
            case Cycle found -> found.phenomenon();
            case CounterRead found -> found.phenomenon();
            case NoCommitOrder found -> found.phenomenon();
            case CyclicVersions found -> Phenomenon.CYCLIC_VERSIONS;
            case AbortedRead found -> Phenomenon.G1A;
            case IntermediateRead found -> Phenomenon.G1B;
            case GarbageRead found -> Phenomenon.GARBAGE_READ;
            case DuplicateElement found -> Phenomenon.DUPLICATE_ELEMENTS;
            case ReorderedAppends found -> Phenomenon.REORDERED_APPENDS;
            case InternalInconsistency found -> Phenomenon.INTERNAL;
            case FutureRead found -> Phenomenon.FUTURE_READ;
            case IncompatibleOrder found -> Phenomenon.INCOMPATIBLE_ORDER;
            case DirtyUpdate found -> Phenomenon.DIRTY_UPDATE;
            case LostUpdate found -> Phenomenon.LOST_UPDATE;
            case WrongTotal found -> Phenomenon.WRONG_TOTAL;
            case OddBalance found -> Phenomenon.GARBAGE_READ;
            case NegativeValue found -> Phenomenon.NEGATIVE_VALUE;
        };
    }

    /** Returns all phenomena that this instance proves: its class, and those that follow from its shape. */
    default Set<Phenomenon> proves() {
        return Set.of(phenomenon());
    }

    /** Returns the weakest levels that it breaks. */
    default List<IsolationLevel> breaks() {
        return IsolationLevel.weakest(Stream.of(IsolationLevel.values())
                .filter(level -> !Collections.disjoint(level.forbidden(), proves()))
                .toList());
    }

    /** Returns the transactions that prove it, each once. */
    List<Integer> txns();

    /** Returns the orders of versions of registers that it rests on. */
    default List<Succession> successions() {
        return List.of();
    }

    /**
     * Transactions that would each have to come before the next, and the last before the first.
     *
     * @param dependencies why each transaction precedes the next; the last one why the last precedes the first
     * @param successions orders of versions that the dependencies rest on, each after those that it rests on itself;
     *     none where reads show the order, as those of lists do
     * @param basis what the dependencies follow from
     */
    record Cycle(
            Phenomenon phenomenon,
            List<Integer> txns,
            List<Dependency> dependencies,
            List<Succession> successions,
            CycleBasis basis)
            implements Anomaly {

        public Cycle {
            txns = List.copyOf(txns);
            dependencies = List.copyOf(dependencies);
            successions = List.copyOf(successions);
            if (txns.size() != dependencies.size()) {
                throw new IllegalArgumentException(txns.size() + " transactions, " + dependencies.size() + " edges");
            }
        }

        /**
         * Returns the name of the pattern that the cycle as a whole makes; empty if it has none. Two transactions that
         * missed each other's writes to the same list or register are a lost update, not a write skew. O(transactions).
         */
        public Optional<CyclePattern> pattern() {
            if (basis == CycleBasis.ANY_ORDER) {
                return Optional.of(CyclePattern.LOST_UPDATE);
            }
            boolean isOnOneKey = !successions.isEmpty()
                    && successions.stream().mapToInt(Succession::key).distinct().count() == 1;
            return CyclePattern.of(dependencies).filter(found -> found != CyclePattern.WRITE_SKEW || !isOnOneKey);
        }

        /**
         * {@inheritDoc} What is inferred of the order of versions of registers may rest on the level in question, so
         * that it proves nothing of others. O(transactions).
         */
        @Override
        public Set<Phenomenon> proves() {
            Set<Phenomenon> proven = EnumSet.of(phenomenon);
            if (successions.isEmpty()) {
                proven.addAll(CycleAxioms.brokenBy(dependencies, basis));
            }
            return proven;
        }

        /** A cycle whose dependencies the ops of its transactions show. */
        public Cycle(Phenomenon phenomenon, List<Integer> txns, List<Dependency> dependencies) {
            this(phenomenon, txns, dependencies, List.of(), CycleBasis.OPS);
        }

        /** A cycle whose dependencies rest on these orders of versions. */
        public Cycle(
                Phenomenon phenomenon,
                List<Integer> txns,
                List<Dependency> dependencies,
                List<Succession> successions) {
            this(phenomenon, txns, dependencies, successions, CycleBasis.OPS);
        }
    }

    /**
     * Versions of one register that would each have to come before the next, and the last before the first.
     *
     * @param successions why each version precedes the next; the last one why the last precedes the first
     */
    record CyclicVersions(List<Succession> successions) implements Anomaly {

        public CyclicVersions {
            successions = List.copyOf(successions);
        }

        @Override
        public List<Integer> txns() {
            return successions.stream()
                    .flatMap(order -> order.txns().stream())
                    .distinct()
                    .toList();
        }
    }

    /**
     * G1a: the read returned an element of an aborted transaction.
     *
     * @param element of the list, or the value of the register
     */
    record AbortedRead(int reader, int readOp, long element, int writer) implements Anomaly {

        @Override
        public List<Integer> txns() {
            return List.of(writer, reader);
        }
    }

    /**
     * G1b: the read returned what its writer went on to append to, or to overwrite.
     *
     * @param element the last of the list, or the value of the register
     */
    record IntermediateRead(int reader, int readOp, long element, int writer) implements Anomaly {

        @Override
        public List<Integer> txns() {
            return List.of(writer, reader);
        }
    }

    /** An anomaly that one transaction proves by what it read. */
    sealed interface OneReader extends Anomaly {

        /** Returns the transaction. */
        int reader();

        @Override
        default List<Integer> txns() {
            return List.of(reader());
        }
    }

    /**
     * The read returned an element that nobody appended, or a value that nobody wrote.
     *
     * @param element of the list, or the value of the register
     */
    record GarbageRead(int reader, int readOp, long element) implements OneReader {}

    /** The read returned an element twice. */
    record DuplicateElement(int reader, int readOp, int element) implements OneReader {}

    /**
     * The read returned an element, but before it not the one that its writer had appended to the list just before.
     *
     * @param earlierOp the append of the element that is missing or stands behind
     * @param laterOp the append of the element that was read
     */
    record ReorderedAppends(int reader, int readOp, int writer, int earlierOp, int laterOp) implements Anomaly {

        @Override
        public List<Integer> txns() {
            return IntStream.of(writer, reader).distinct().boxed().toList();
        }
    }

    /**
     * The read contradicts what the transaction itself had read and appended, or written, before.
     *
     * @param missesOwnWrite whether it returned something else than what the transaction itself had written last
     */
    record InternalInconsistency(int txn, int readOp, boolean missesOwnWrite) implements Anomaly {

        @Override
        public List<Integer> txns() {
            return List.of(txn);
        }

        /**
         * {@inheritDoc} In the framework of Biswas and Enea (2019, section 2.1) a read behind a write of the same
         * transaction returns that write, so what misses it satisfies none of their levels, of which read committed is
         * the weakest. That level allows reads of one key that differ without such a write. Nor does the session read
         * its writes (Terry et al. 1994). The version that was read either precedes the own write, which the read
         * then misses, or follows it. Then the transaction read from a later one, which read committed forbids, and
         * read-your-writes implies that.
         */
        @Override
        public Set<Phenomenon> proves() {
            return missesOwnWrite
                    ? Set.of(Phenomenon.INTERNAL, Phenomenon.MISSING_OWN_WRITE, Phenomenon.NON_MONOTONIC_VIEW_PROCESS)
                    : Set.of(Phenomenon.INTERNAL);
        }
    }

    /**
     * The read returned an element that the transaction itself appended, or a value that it wrote, only later.
     *
     * @param appendOp the append or write
     */
    record FutureRead(int txn, int readOp, int appendOp) implements Anomaly {

        @Override
        public List<Integer> txns() {
            return List.of(txn);
        }
    }

    /** Two committed reads of one key, neither of which is a prefix of the other. */
    record IncompatibleOrder(int reader, int readOp, int otherReader, int otherReadOp) implements Anomaly {

        @Override
        public List<Integer> txns() {
            return IntStream.of(reader, otherReader).distinct().boxed().toList();
        }
    }

    /** A committed append follows an element of an aborted transaction in a list that was read. */
    record DirtyUpdate(int writer, int appendOp, int abortedWriter, int abortedOp) implements Anomaly {

        @Override
        public List<Integer> txns() {
            return List.of(abortedWriter, writer);
        }
    }

    /**
     * The transaction read a list and appended to it, and another had appended in between. Or two transactions read
     * one version of a register and both overwrote it, so that whichever was the later lost the update of the other.
     */
    record LostUpdate(int txn, int readOp, int appendOp, int overwriter) implements Anomaly {

        @Override
        public List<Integer> txns() {
            return Stream.of(txn, overwriter).toList();
        }
    }

    /**
     * The read returned another value of a counter than increments explain, as far as the phenomenon says.
     *
     * @param min the least value that would be explained
     * @param max the greatest value that would be explained
     */
    record CounterRead(Phenomenon phenomenon, int reader, int readOp, long min, long max) implements OneReader {}

    /** The transaction read all accounts, and what it read does not sum to what transfers keep constant. */
    record WrongTotal(int reader, long total, long expected) implements OneReader {}

    /** A read of all accounts showed a key that is none of them, or no balance of one. */
    record OddBalance(int reader, int readOp) implements OneReader {}

    /** The read returned a balance below zero. */
    record NegativeValue(int reader, int readOp) implements OneReader {}

    /**
     * No order of commits satisfies the axioms of a level.
     *
     * @param attributions what the refutation supposes of reads whose values several transactions wrote
     */
    record NoCommitOrder(Phenomenon phenomenon, Refutation refutation, Attributions attributions) implements Anomaly {

        /** Creates an anomaly of a history whose reads all name their writers. */
        public NoCommitOrder(Phenomenon phenomenon, Refutation refutation) {
            this(phenomenon, refutation, Attributions.NONE);
        }

        @Override
        public List<Integer> txns() {
            return Stream.concat(refutation.witness().recordedTxns().stream(), attributions.txns().stream())
                    .sorted()
                    .distinct()
                    .toList();
        }
    }
}
