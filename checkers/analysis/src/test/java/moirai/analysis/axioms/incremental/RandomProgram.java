package moirai.analysis.axioms.incremental;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Lets a few sessions run transactions on a few keys, interleaved, reading what they may. */
final class RandomProgram {

    private final Random random;
    private final int sessionCount;
    private final int keyCount;
    private final int txnCountMax;

    /** Out of six steps, how many try to begin a transaction. */
    private final int haste;

    /** Creates a program of up to three sessions and three keys. */
    RandomProgram(Random random, int txnCountMax) {
        this(random, txnCountMax, 3);
    }

    /** Creates a program of up to so many sessions and so many keys. */
    RandomProgram(Random random, int txnCountMax, int breadthMax) {
        this.random = random;
        this.sessionCount = 1 + random.nextInt(breadthMax);
        this.keyCount = 1 + random.nextInt(breadthMax);
        this.haste = 1 + random.nextInt(4);
        this.txnCountMax = txnCountMax;
    }

    int keyCount() {
        return keyCount;
    }

    /** Does something if it may; false if the program has come to its end. */
    boolean step(GrowingHistory history) {
        List<Integer> pending = pending(history);
        boolean mayBegin = pending.size() < sessionCount && history.txnCount() < txnCountMax;
        if (!mayBegin && pending.isEmpty()) {
            return false;
        }
        if (mayBegin && (pending.isEmpty() || random.nextInt(6) < haste)) {
            int session = random.nextInt(sessionCount);
            if (pending.stream().noneMatch(txn -> history.session(txn) == session)) {
                history.begin(session);
                return true;
            }
        }
        if (!pending.isEmpty()) {
            int txn = pending.get(random.nextInt(pending.size()));
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> read(history, txn, random.nextInt(keyCount));
                case 4, 5 -> history.write(txn, random.nextInt(keyCount));
                case 6 -> history.commit(txn);
                default -> end(history, txn);
            }
        }
        return true;
    }

    private void end(GrowingHistory history, int txn) {
        if (random.nextBoolean()) {
            history.abort(txn);
        } else {
            history.commit(txn);
        }
    }

    private void read(GrowingHistory history, int txn, int key) {
        if (!history.history().writes(txn, key)) {
            List<Integer> readable = history.readable(txn, key);
            if (!readable.isEmpty()) {
                history.read(txn, key, readable.get(random.nextInt(readable.size())));
            }
        }
    }

    static List<Integer> pending(GrowingHistory history) {
        var pending = new ArrayList<Integer>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.isPending(txn)) {
                pending.add(txn);
            }
        }
        return pending;
    }
}
