package moirai.studies;

import java.util.Arrays;
import java.util.SplittableRandom;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;

/** Histories that consist of anomalies only, by name: the worst case of a search for witnesses. */
public enum AnomalousHistories {

    /**
     * Pairs of transactions on a key of their own, each of which misses the other's append; each pair is a component.
     */
    LOST_UPDATES {
        @Override
        void fill(HistoryBuilder history, int txnCount) {
            for (int i = 0; i + 2 <= txnCount; i += 2) {
                int[] both = {1, 2};
                history.read(i, both, 0).append(i, 1).end(0, COMMITTED, 10L * i, 10L * i + 8);
                history.read(i, both, 0).append(i, 2).end(1, COMMITTED, 10L * i + 1, 10L * i + 9);
                history.read(i, both, 2).end(2, COMMITTED, 10L * i + 10, 10L * i + 11);
            }
        }
    },

    /** Transactions that all read the same empty list and append to it, which form one component. */
    ONE_LIST {
        @Override
        void fill(HistoryBuilder history, int txnCount) {
            int[] all = oneTo(txnCount);
            for (int i = 0; i < txnCount; i++) {
                history.read(0, all, 0).append(0, all[i]).end(i % SESSIONS, COMMITTED, 10L * i, 10L * i + 8);
            }
            history.read(0, all, txnCount).end(SESSIONS, COMMITTED, 10L * txnCount, 10L * txnCount + 1);
        }
    },

    /**
     * Transactions that each read the append of the one before, and the first that of the last: one cycle of all of
     * them.
     */
    RING {
        @Override
        void fill(HistoryBuilder history, int txnCount) {
            for (int i = 0; i < txnCount; i++) {
                int before = (i + txnCount - 1) % txnCount;
                history.read(before, new int[] {1}, 1).append(i, 1).end(i, COMMITTED, 0, 10);
            }
        }
    },

    /** A cycle like {@link #RING}, except that each transaction misses the append of the next one. */
    RING_OF_MISSES {
        @Override
        void fill(HistoryBuilder history, int txnCount) {
            for (int i = 0; i < txnCount; i++) {
                history.read((i + 1) % txnCount, new int[0], 0).append(i, 1).end(i, COMMITTED, 0, 10);
            }
        }
    },

    /** Transactions that all overlap and read random versions: one dense component with cycles of every class. */
    RANDOM_READS {
        @Override
        void fill(HistoryBuilder history, int txnCount) {
            var random = new SplittableRandom(1);
            int keys = Math.max(1, txnCount / 10);
            int[] sizes = new int[keys];
            int[] all = oneTo(txnCount);
            for (int i = 0; i < txnCount; i++) {
                int key = random.nextInt(keys);
                int other = random.nextInt(keys);
                history.read(other, all, random.nextInt(10)).append(key, all[sizes[key]++]);
                history.end(i % SESSIONS, COMMITTED, 10L * i, 10L * i + 10L * txnCount);
            }
            for (int key = 0; key < keys; key++) {
                history.read(key, all, sizes[key]).end(SESSIONS + key, COMMITTED, 0, 20L * txnCount);
            }
        }
    },

    /** Snapshots that are stale by a random number of transactions: components and cycles of any length. */
    STALE_READS {
        @Override
        void fill(HistoryBuilder history, int txnCount) {
            var random = new SplittableRandom(2);
            int keys = Math.max(1, txnCount / 1000);
            int[] sizes = new int[keys];
            int[] all = oneTo(txnCount);
            for (int i = 0; i < txnCount; i++) {
                int other = random.nextInt(keys);
                int stale = Math.max(0, sizes[other] - random.nextInt(1 + random.nextInt(20)));
                int key = random.nextInt(keys);
                history.read(other, all, stale).append(key, all[sizes[key]++]);
                history.end(i % SESSIONS, COMMITTED, 10L * i, 10L * i + 200);
            }
            for (int key = 0; key < keys; key++) {
                history.read(key, all, sizes[key]).end(SESSIONS + key, COMMITTED, 10L * txnCount, 20L * txnCount);
            }
        }
    };

    private static final int SESSIONS = 20;
    private static final Outcome COMMITTED = new Outcome.Committed();

    abstract void fill(HistoryBuilder history, int txnCount);

    /** Returns the history with this number of appending transactions, in memory. */
    History history(int txnCount) {
        var history = new HistoryBuilder(RunHeader.NONE);
        fill(history, txnCount);
        return history.build();
    }

    private static int[] oneTo(int count) {
        int[] values = new int[count];
        Arrays.setAll(values, i -> i + 1);
        return values;
    }
}
