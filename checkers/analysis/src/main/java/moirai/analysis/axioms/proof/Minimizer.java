package moirai.analysis.axioms.proof;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.reduction.DeltaDebugging;

/** Reduces suspects to a witness in which every transaction, every read and every write is needed. */
public final class Minimizer {

    /** Ample for thousands of suspects. */
    public static final int DECISIONS_MAX = 2_000;

    /** The number of transactions, reads and writes that all decisions together may look at: some seconds. */
    private static final long STEPS_MAX = 10_000_000;

    /** The additional cost of a decision that ended without an answer: it used up the steps of its own budget. */
    private static final long STEPS_WITHOUT_ANSWER = 250_000;

    /** The factor by which leaving parts of a history out is cheaper than deciding it. */
    private static final int SHARE_OF_THE_WHOLE = 8;

    /** A witness of so few transactions is seldom worth a search for a smaller one. */
    private static final int SMALL = 4;

    /**
     * The number of suspects above which each decision is too dear for attempts that ignore the suspicions of the
     * decider.
     */
    private static final int SUSPECTS_OF_MORE_ATTEMPTS_MAX = 5_000;

    private record Attempt(List<Integer> txns, boolean minimal) {}

    private final Decider decider;
    private final int decisionsMax;

    /** Reduces by this decider, which has to be that of the violated level. */
    public Minimizer(Decider decider) {
        this(decider, DECISIONS_MAX);
    }

    /**
     * Reduces by this decider.
     *
     * @param decisionsMax how often it may be asked, at least 1
     */
    public Minimizer(Decider decider, int decisionsMax) {
        if (decisionsMax < 1) {
            throw new IllegalArgumentException("a budget of " + decisionsMax + " decisions; expected at least 1");
        }
        this.decider = decider;
        this.decisionsMax = decisionsMax;
    }

    /**
     * Returns a witness among the suspects. Deterministic. Transactions recorded later are left out first. If more than
     * four transactions remain, a second and a third attempt ignore whom the decider suspects, which often yields a
     * smaller witness, and the third leaves out first what was recorded first; the smallest result counts.
     *
     * <p>With k transactions left of n, about 2·k·log(n/k) decisions on ever smaller parts, then about as many on the
     * witness as it has reads and writes. If the decider cannot tell, or the budget ends, the smallest part so far is
     * returned, which is then not minimal. The budget is one of decisions and one of steps: a witness of which nearly
     * all of very many transactions are needed would take quadratic time to find.
     *
     * @param suspects ids in the history; it has no commit order for these alone
     * @throws IllegalStateException if the decider finds a commit order for them
     */
    public Witness minimize(KeyValueHistory history, Collection<Integer> suspects) {
        var chosen = new BitSet();
        suspects.forEach(chosen::set);
        return new Run(history.restrictedTo(chosen)).minimize(chosen.stream().toArray());
    }

    /** One minimization. Decisions are made on dense keys, since each may cost time and memory for each key. */
    private final class Run {

        private final KeyValueHistory whole;
        private final KeyValueHistory dense;
        private int decisionsLeft = decisionsMax;
        private long stepsLeft = STEPS_MAX;
        /** The knowledge that every answer was given that would have shown that an element is needed. */
        private boolean minimal = true;

        Run(KeyValueHistory whole) {
            this.whole = whole;
            this.dense = withDenseKeys(whole);
        }

        Witness minimize(int[] names) {
            List<Integer> txns = fewestTxns();
            BitSet kept = setOf(txns);
            var reads = new BitSet();
            var writes = new BitSet();
            for (int txn : txns) {
                reads.set(dense.firstRead(txn), dense.endRead(txn));
                writes.set(dense.firstWrite(txn), dense.endWrite(txn));
            }
            leaveOutReadsFromOthers(kept, reads);
            reads = leaveOut(reads, (part, single) -> impossible(kept, part, writes, single));
            BitSet neededReads = reads;
            BitSet readWrites = writesThatAreRead(reads);
            BitSet freeWrites = (BitSet) writes.clone();
            freeWrites.andNot(readWrites);
            BitSet neededWrites = leaveOut(
                    freeWrites, (part, single) -> impossible(kept, neededReads, union(part, readWrites), single));
            neededWrites.or(readWrites);
            List<Integer> named = kept.stream().map(txn -> names[txn]).boxed().toList();
            return new Witness(
                    whole.restrictedTo(kept, neededReads::get, neededWrites::get, key -> key), named, minimal);
        }

        private List<Integer> fewestTxns() {
            BitSet all = upTo(dense.txnCount());
            BitSet suspected = stillImpossible(all, false).orElse(all);
            Attempt best = attempt(suspected.stream().boxed().toList().reversed(), this::stillImpossible);
            List<Integer> forwards = all.stream().boxed().toList();
            for (List<Integer> order : List.of(forwards.reversed(), forwards)) {
                // None once half of the budget is spent: something has to be left for the reads and writes.
                if (best.txns().size() > SMALL
                        && forwards.size() <= SUSPECTS_OF_MORE_ATTEMPTS_MAX
                        && decisionsLeft > decisionsMax / 2
                        && stepsLeft > STEPS_MAX / 2) {
                    Attempt other = attempt(
                            order,
                            (txns, single) -> stillImpossible(txns, single).map(suspects -> txns));
                    best = other.txns().size() < best.txns().size() && (other.minimal() || !best.minimal())
                            ? other
                            : best;
                }
            }
            minimal = best.minimal();
            return best.txns();
        }

        private Attempt attempt(List<Integer> order, DeltaDebugging.Test test) {
            minimal = true;
            return new Attempt(DeltaDebugging.reduce(order, test, this::isOver), minimal);
        }

        /** Returns the part of these that the decider still suspects. */
        private Optional<BitSet> stillImpossible(BitSet txns, boolean single) {
            if (txns.isEmpty()) {
                return Optional.empty();
            }
            return switch (decide(dense.restrictedTo(txns))) {
                case Decision.Impossible(List<Integer> suspects) -> Optional.of(chosen(txns, suspects));
                case Decision.Undecided undecided -> {
                    minimal &= !single;
                    yield Optional.empty();
                }
                case Decision.Ordered(var order) -> {
                    if (txns.cardinality() == dense.txnCount()) {
                        throw new IllegalStateException("the suspects have a commit order: " + order);
                    }
                    yield Optional.empty();
                }
            };
        }

        /** Returns the transactions that stand at these places. */
        private static BitSet chosen(BitSet txns, List<Integer> places) {
            int[] ids = txns.stream().toArray();
            var chosen = new BitSet();
            places.forEach(place -> chosen.set(ids[place]));
            return chosen;
        }

        private Decision decide(KeyValueHistory part) {
            decisionsLeft--;
            Decision decision = decider.decide(part);
            stepsLeft -= size(part) + size(dense) / SHARE_OF_THE_WHOLE;
            stepsLeft -= decision instanceof Decision.Undecided ? STEPS_WITHOUT_ANSWER : 0;
            return decision;
        }

        /** Returns whether no decision is left; it is then unknown what further decisions would have left out. */
        private boolean isOver() {
            boolean over = decisionsLeft == 0 || stepsLeft <= 0;
            minimal &= !over;
            return over;
        }

        private static long size(KeyValueHistory history) {
            return (long) history.txnCount() + history.readCount() + history.writeCount();
        }

        private boolean impossible(BitSet txns, BitSet reads, BitSet writes, boolean single) {
            return switch (decide(dense.restrictedTo(txns, reads::get, writes::get, key -> key))) {
                case Decision.Impossible found -> true;
                case Decision.Ordered found -> false;
                case Decision.Undecided undecided -> {
                    minimal &= !single;
                    yield false;
                }
            };
        }

        private interface Part {

            boolean isImpossible(BitSet part, boolean single);
        }

        private BitSet leaveOut(BitSet ops, Part rest) {
            List<Integer> laterFirst = ops.stream().boxed().toList().reversed();
            return setOf(DeltaDebugging.reduce(
                    laterFirst,
                    (part, single) -> rest.isImpossible(part, single) ? Optional.of(part) : Optional.empty(),
                    this::isOver));
        }

        private void leaveOutReadsFromOthers(BitSet txns, BitSet reads) {
            for (int read = reads.nextSetBit(0); read >= 0; read = reads.nextSetBit(read + 1)) {
                int source = dense.readSource(read);
                if (source != KeyValueHistory.INITIAL && !txns.get(source)) {
                    reads.clear(read);
                }
            }
        }

        private BitSet writesThatAreRead(BitSet reads) {
            var read = new BitSet();
            for (int by = reads.nextSetBit(0); by >= 0; by = reads.nextSetBit(by + 1)) {
                int source = dense.readSource(by);
                if (source != KeyValueHistory.INITIAL) {
                    read.set(dense.write(source, dense.readKey(by)));
                }
            }
            return read;
        }

        private static BitSet union(BitSet one, BitSet other) {
            var union = (BitSet) one.clone();
            union.or(other);
            return union;
        }

        /** Returns the same history with keys numbered by those that occur, in their order; ops keep their ids. */
        private static KeyValueHistory withDenseKeys(KeyValueHistory history) {
            var occurring = new BitSet();
            IntStream.range(0, history.readCount()).map(history::readKey).forEach(occurring::set);
            IntStream.range(0, history.writeCount()).map(history::writeKey).forEach(occurring::set);
            int[] keys = occurring.stream().toArray();
            return history.restrictedTo(
                    upTo(history.txnCount()), read -> true, write -> true, key -> Arrays.binarySearch(keys, key));
        }

        private static BitSet upTo(int end) {
            var all = new BitSet(end);
            all.set(0, end);
            return all;
        }

        private static BitSet setOf(Collection<Integer> elements) {
            var set = new BitSet();
            elements.forEach(set::set);
            return set;
        }
    }
}
