package moirai.analysis.counters;

import moirai.analysis.AnomalyLog;
import moirai.history.History;

/**
 * The numbers of reads of counters by how much they could have shown.
 *
 * @param isBank whether counters are accounts, as the checker takes them, so that reads of all have one total
 * @param mayBeBank whether nobody said that counters are none, and nothing in the history speaks against it
 * @param whole committed transactions that read all keys: only those show a total
 * @param partial committed transactions that read some keys
 * @param unanswered reads of committed transactions without an answer
 */
public record ReadCounts(boolean isBank, boolean mayBeBank, int whole, int partial, int unanswered) {

    /**
     * Counts the reads. O(ops × ops of a transaction).
     *
     * @param given the rules that the history was judged by, so that both call counters the same
     * @throws IllegalArgumentException if the keys do not hold counters
     */
    public static ReadCounts of(History history, BankRules given) {
        var values = new CounterValues(history);
        BankRules rules = given.over(BankRules.recorded(history.header().workload()));
        var totals = new BankTotals(values, rules, new AnomalyLog(history));
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
        boolean mayBeBank = rules.accounts() == BankRules.Accounts.UNSAID && BankTotals.onlyMoves(values);
        return new ReadCounts(rules.areOfBank(), mayBeBank, whole, partial, unanswered);
    }
}
