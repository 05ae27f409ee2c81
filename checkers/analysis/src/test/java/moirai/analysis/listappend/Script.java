package moirai.analysis.listappend;

import java.util.List;
import java.util.stream.IntStream;
import moirai.history.Outcome;

/**
 * The choices from which a {@link Sample} is made. Small numbers make tame histories, so that shrinking tames them.
 *
 * @param keyCount how many keys there are; choices of keys count modulo this
 * @param trouble how often something goes wrong: in {@code trouble} of ten choices
 */
record Script(List<PlannedTxn> txns, int keyCount, int trouble, boolean complete) {

    Script {
        txns = List.copyOf(txns);
    }

    /** The trouble that a step meets. */
    enum Quirk {
        /** The read sees an older or newer version; the append goes in further to the front. */
        SHIFTED,
        /** The read has no answer; the append is not stored, unless its transaction aborts: then it is. */
        LOST,
        /** An element of the answer is missing. */
        HOLED,
        /** The last element of the answer moved further to the front. */
        SWAPPED,
        /** An element of the answer is there twice. */
        DOUBLED,
        /** The answer has an element that nobody appended. */
        INVENTED,
        /** The answer has an element of the key that may come from anybody. */
        LEAKED
    }

    /**
     * One op.
     *
     * @param span if it is no append and this is positive, it scans so many keys
     * @param dice from 0 to 9; the quirk happens if {@link Script#trouble} is greater
     * @param amount where, or by how much
     */
    record PlannedStep(boolean append, int key, int span, int dice, Quirk quirk, int amount) {

        boolean isScan() {
            return !append && span > 0;
        }
    }

    /** The place of a step in its script. */
    record Place(int txn, int step) {}

    /**
     * One transaction.
     *
     * @param shift how many others it overtakes in the store, or lets pass if negative
     */
    record PlannedTxn(int session, Outcome outcome, int shift, Timing timing, List<PlannedStep> steps) {

        PlannedTxn {
            steps = List.copyOf(steps);
        }
    }

    /**
     * The time at which a transaction runs.
     *
     * @param overlap how long before the end of all earlier ones it begins, if its session is free
     * @param length how long it takes
     * @param gap how long after it the next one begins
     */
    record Timing(int overlap, int length, int gap) {}

    boolean isTroubled(int dice) {
        return dice < trouble;
    }

    int key(PlannedStep step) {
        return step.key() % keyCount;
    }

    /** The keys that the step touches. */
    List<Integer> keys(PlannedStep step) {
        int from = key(step);
        return step.isScan()
                ? IntStream.range(from, Math.min(keyCount, from + step.span()))
                        .boxed()
                        .toList()
                : List.of(from);
    }
}
