package moirai.studies;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * A history that is hard to decide. Many sessions write a few keys blindly, and nothing is known of the order of
 * versions. The transactions are listed session after session, so that their order in the list does not help.
 *
 * @param planted the violation that was planted in the history of a correct store
 */
record HardHistory(Shape shape, Plant planted, KeyValueHistory history) {

    /** The level of the store, over the order of sessions. */
    enum Store {
        SERIAL,
        SNAPSHOT
    }

    /**
     * The parameters of a history.
     *
     * @param txnCount the number of committed transactions
     * @param hotKeyCount the number of keys that get half of all ops; eight times as many keys get the other half
     * @param blindOf10 how many of ten ops write a key that was not read
     */
    record Shape(Store store, int txnCount, int sessionCount, int hotKeyCount, int blindOf10, long seed) {

        /** Returns a random shape with a number of transactions in this range, in 5 to 30 sessions. */
        static Shape random(int txnCountMin, int txnCountMax, long seed) {
            // Neighbouring seeds of Random begin with nearly the same numbers.
            var random = new Random(seed * 0x9E3779B97F4A7C15L);
            return new Shape(
                    random.nextBoolean() ? Store.SERIAL : Store.SNAPSHOT,
                    txnCountMin + random.nextInt(txnCountMax - txnCountMin + 1),
                    5 + random.nextInt(26),
                    1 + random.nextInt(10),
                    1 + random.nextInt(8),
                    seed);
        }

        Shape withSeed(long other) {
            return new Shape(store, txnCount, sessionCount, hotKeyCount, blindOf10, other);
        }
    }

    /** A change of reads, so that they return other versions than the store's. */
    enum Plant {
        /** No read is changed. */
        NOTHING,
        /** The read returns a version that the reader's causal past overwrote. Breaks {@link Axiom#CAUSAL}. */
        STALE_READ,
        /** Two transactions read the same version of a key and write the key. Breaks parallel snapshots. */
        LOST_UPDATE,
        /**
         * Two transactions read two keys in the same versions, and each writes another one of them. Breaks {@link
         * Axiom#SERIAL}.
         */
        WRITE_SKEW,
        /** A read returns the version before or after; it is not known which levels that breaks. */
        NEIGHBOUR
    }

    /** Returns the history of the first seed from this one on in which the violation can be planted. */
    static HardHistory of(Shape shape, Plant planted) {
        for (long seed = shape.seed(); seed < shape.seed() + 1_000; seed++) {
            var retried = shape.withSeed(seed);
            var store = new SimulatedStore(retried);
            if (store.plant(planted)) {
                return new HardHistory(retried, planted, store.history());
            }
        }
        throw new IllegalArgumentException(planted + " can't be planted in histories of " + shape);
    }

    /** Decides whether the history satisfies the axiom over the order of sessions; empty if that is not known. */
    Optional<Boolean> satisfies(Axiom axiom) {
        return switch (axiom) {
            case SERIAL ->
                switch (planted) {
                    case NOTHING -> shape.store() == Store.SERIAL ? Optional.of(true) : Optional.empty();
                    case STALE_READ, LOST_UPDATE, WRITE_SKEW -> Optional.of(false);
                    case NEIGHBOUR -> Optional.empty();
                };
            case SNAPSHOT, PARALLEL_SNAPSHOT -> satisfiesUnless(Plant.STALE_READ, Plant.LOST_UPDATE);
            case CURSOR, UPDATE_ATOMIC -> satisfiesUnless(Plant.LOST_UPDATE);
            case PREFIX, CAUSAL -> satisfiesUnless(Plant.STALE_READ);
            case NONE,
                    READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    READ_COMMITTED,
                    READ_ATOMIC,
                    PRAM -> satisfiesUnless();
        };
    }

    private Optional<Boolean> satisfiesUnless(Plant... violations) {
        boolean violated = List.of(violations).contains(planted);
        return violated || planted == Plant.NOTHING ? Optional.of(!violated) : Optional.empty();
    }

    @Override
    public String toString() {
        return shape + " with " + planted;
    }
}
