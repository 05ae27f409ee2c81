package moirai.analysis.counters;

import moirai.analysis.AnomalyLog;
import moirai.history.History;

/**
 * How much reads of counters could have shown.
 *
 * @param isBank whether all transactions that increment sum to zero, so that reads of all accounts have one total
 * @param whole committed transactions that read all keys: only those show a total
 * @param partial committed transactions that read some keys
 * @param unanswered reads of committed transactions without an answer
 */
public record ReadCounts(boolean isBank, int whole, int partial, int unanswered) {

    /**
     * Counts them. O(ops × ops of a transaction).
     *
     * @throws IllegalArgumentException if the keys do not hold counters
     */
    public static ReadCounts of(History history) {
        var values = new CounterValues(history);
        var totals = new BankTotals(values, BankRules.DEFAULT, new AnomalyLog(history));
        int whole = 0;
        int partial = 0;
        int unanswered = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            boolean any = false;
            for (int op = history.firstOp(txn); values.isCommitted(txn) && op < history.endOp(txn); op++) {
                any |= values.isRead(op);
                unanswered += history.isWrite(op) || history.isAnswered(op) ? 0 : 1;
            }
            boolean all = any && totals.readsAll(txn);
            whole += all ? 1 : 0;
            partial += any && !all ? 1 : 0;
        }
        return new ReadCounts(
                BankTotals.isBank(values, BankRules.recorded(history.header().workload())), whole, partial, unanswered);
    }
}
