package moirai.analysis.axioms.search;

import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.small.SmallHistory;

/** Small histories made of ordinary ones, whose known versions they do without. */
public final class SmallHistories {

    private SmallHistories() {}

    /** Returns the history with its base order. */
    public static SmallHistory of(KeyValueHistory history, BaseOrder base) {
        var small = new SmallHistory();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            small.add(inBase(history, base, txn));
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                small.write(txn, history.writeKey(write));
            }
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                small.read(txn, history.readKey(read), history.readSource(read));
            }
        }
        return small;
    }

    private static long inBase(KeyValueHistory history, BaseOrder base, int txn) {
        long before = 0;
        for (int other = 0; base != BaseOrder.NONE && other < txn; other++) {
            if (history.session(other) == history.session(txn)
                    || (base == BaseOrder.REALTIME && history.endNanos(other) < history.startNanos(txn))) {
                before |= 1L << other;
            }
        }
        return before;
    }
}
