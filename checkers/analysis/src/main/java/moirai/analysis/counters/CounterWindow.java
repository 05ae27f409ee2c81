package moirai.analysis.counters;

import java.util.BitSet;
import java.util.function.IntPredicate;
import moirai.analysis.AnomalyLog;
import moirai.history.History;
import moirai.history.RunHeader;

/**
 * Judges a part of a history of counters or accounts: what holds of it whatever the rest has.
 *
 * <p>Of counters that begin at 0, a part has to have, for each read that is judged, all increments that may be in what
 * it returned; those that had ended long before may be summed up in one. Of accounts, a read of all of them is judged
 * by itself, if the recipe of the run names them and their total.
 */
public final class CounterWindow {

    private final CounterValues values;
    private final AnomalyLog log;

    /**
     * Prepares for a part. O(ops × ops of a transaction).
     *
     * @param log counts what is found
     */
    public CounterWindow(History part, AnomalyLog log) {
        this.values = new CounterValues(part);
        this.log = log;
    }

    /** Returns whether a run says that its counters are accounts. */
    public static boolean isOfBank(RunHeader header) {
        return BankRules.recorded(header.workload()).areOfBank();
    }

    /** Returns whether a run names its accounts and their total, so that a read of all can be judged by itself. */
    public static boolean isOfKnownBank(RunHeader header) {
        return isOfBank(header)
                && BankRules.recorded(header.workload()).isTotalGiven()
                && BankRules.accountCount(header.workload()) > 0;
    }

    /** Finds reads of one transaction that contradict each other. O(ops × ops of a transaction). */
    public void checkWithinTxns(IntPredicate isJudged) {
        CounterChecker.checkWithinTxns(values, log, txn -> values.isCommitted(txn) && isJudged.test(txn));
    }

    /**
     * Finds reads of counters that return less than what had ended, or more than what had begun. O(ops × log).
     *
     * @param isJudged the transactions whose reads are compared
     */
    public void checkBounds(IntPredicate isJudged) {
        new CounterBounds(values, log).checkMoments(txn -> values.isCommitted(txn) && isJudged.test(txn));
    }

    /** Finds reads of all accounts that do not sum to the total, and balances that must not be. O(ops × keys / 64). */
    public void checkTotals() {
        History part = values.history();
        int count = BankRules.accountCount(part.header().workload());
        var accounts = new BitSet();
        for (int key = 0; key < part.keyCount(); key++) {
            accounts.set(key, part.keyName(key) >= 0 && part.keyName(key) < count);
        }
        // An account that the part does not have is read by nobody here, so that no read is of all.
        boolean areAll = count > 0 && accounts.cardinality() == count;
        if (areAll) {
            new BankTotals(values, BankRules.recorded(part.header().workload()), log, accounts).check();
        }
    }
}
