package moirai.analysis.axioms.saturation;

import moirai.analysis.axioms.KeyValueHistory;

/** Finds the write of a transaction to a key. */
final class Writers {

    private Writers() {}

    /** The id of the transaction's write to the key, or -1. O(log of the transaction's writes). */
    static int write(KeyValueHistory history, int txn, int key) {
        int low = history.firstWrite(txn);
        int high = history.endWrite(txn) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = history.writeKey(middle);
            if (at == key) {
                return middle;
            }
            if (at < key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
