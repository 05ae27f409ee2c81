package moirai.analysis.counters;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;
import java.util.BitSet;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.history.History;

/**
 * Finds money that is lost or made, as Jepsen's checker {@code bank}: transfers are transactions whose increments sum
 * to zero, so the balances of all accounts sum to a constant, and counters between which amounts are moved to zero.
 *
 * <p>Why a wrong total breaks what it breaks: take any read of all accounts that sees whole transactions, the same in
 * each account. Whatever they are, each contributes zero, so the sum is that of the initial balances. A wrong total
 * therefore saw some transfer in one account and missed it in another (fractured read: one rw, from the reader to the
 * transfer, and a wr back), or in the middle of its increments of one account (G1b), or one that aborted half-way
 * (G1a), or no sum of increments at all. Increments are meant as ops of the data type: a database that loses one shows
 * a wrong total from then on.
 *
 * <p>Accounts are the keys of transfers, and those that most reads of all these show as well: whatever else reads show
 * was never changed, and leaves their sum as it is. Reads of some accounts only are not judged. Where somebody called
 * the history a bank, a transaction that only reads, and asks for every account, is wrong as well if it shows a key
 * that is none, or no balance where there must be one, as in Jepsen. O(ops × keys / 64).
 */
final class BankTotals {

    private final CounterValues values;
    private final History history;
    private final BankRules rules;
    private final AnomalyLog log;
    private final BitSet accounts;

    BankTotals(CounterValues values, BankRules rules, AnomalyLog log) {
        this.values = values;
        this.history = values.history();
        this.rules = rules;
        this.log = log;
        this.accounts = new BitSet(history.keyCount());
        findAccounts();
    }

    /** Judges a part of a history of which the accounts and their total are known. */
    BankTotals(CounterValues values, BankRules rules, AnomalyLog log, BitSet accounts) {
        this.values = values;
        this.history = values.history();
        this.rules = rules;
        this.log = log;
        this.accounts = accounts;
    }

    private void findAccounts() {
        for (int op = 0; op < history.opCount(); op++) {
            accounts.set(
                    history.key(op),
                    accounts.get(history.key(op))
                            || (history.isWrite(op) && values.mayHaveTakenEffect(values.txn(op))));
        }
        int[] showing = new int[history.keyCount()];
        int reads = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            BitSet read = values.isCommitted(txn) ? keys(txn, true) : new BitSet();
            if (!read.isEmpty() && covers(read)) {
                reads++;
                read.stream().forEach(key -> showing[key]++);
            }
        }
        for (int key = 0; key < showing.length; key++) {
            accounts.set(key, accounts.get(key) || 2L * showing[key] > reads);
        }
    }

    private boolean covers(BitSet read) {
        var missing = (BitSet) accounts.clone();
        missing.andNot(read);
        return missing.isEmpty();
    }

    /** Returns the keys that the transaction read, or only those whose reads were answered. */
    private BitSet keys(int txn, boolean areAnswered) {
        var keys = new BitSet();
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (areAnswered ? values.isRead(op) : !history.isWrite(op)) {
                keys.set(history.key(op));
            }
        }
        return keys;
    }

    /**
     * Decides whether amounts are moved, and only moved: some transaction changes counters, and none changes their sum.
     * O(ops × ops of a transaction).
     */
    static boolean onlyMoves(CounterValues values) {
        boolean anyTransfer = false;
        for (int txn = 0; txn < values.history().txnCount(); txn++) {
            boolean moves = sum(values, txn) == 0;
            if (!moves && values.mayHaveTakenEffect(txn)) {
                return false;
            }
            anyTransfer |= moves && changes(values, txn);
        }
        return anyTransfer && !values.hasSetAside();
    }

    private static boolean changes(CounterValues values, int txn) {
        History history = values.history();
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isWrite(op) && values.net(txn, history.key(op)) != 0) {
                return true;
            }
        }
        return false;
    }

    private static long sum(CounterValues values, int txn) {
        History history = values.history();
        long sum = 0;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            sum += history.isWrite(op) && !values.isSetAside(history.key(op)) ? history.value(op) : 0;
        }
        return sum;
    }

    void check() {
        var totals = new Long2IntLinkedOpenHashMap();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (values.isCommitted(txn)) {
                checkBalances(txn);
                checkAccounts(txn);
                if (readsAll(txn)) {
                    totals.addTo(total(txn), 1);
                }
            }
        }
        long expected = rules.isTotalGiven() ? rules.total() : mostFrequent(totals);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (values.isCommitted(txn) && readsAll(txn) && total(txn) != expected) {
                log.add(new Anomaly.WrongTotal(txn, total(txn), expected));
            }
        }
    }

    /** Returns the most frequent total; of equally frequent ones the one that was seen first. */
    private static long mostFrequent(Long2IntLinkedOpenHashMap totals) {
        long most = 0;
        int times = 0;
        for (var entry : totals.long2IntEntrySet()) {
            if (entry.getIntValue() > times) {
                most = entry.getLongKey();
                times = entry.getIntValue();
            }
        }
        return most;
    }

    private void checkBalances(int txn) {
        for (int op = history.firstOp(txn); rules.forbidsNegativeBalances() && op < history.endOp(txn); op++) {
            if (values.isRead(op) && history.value(op) < 0) {
                log.add(new Anomaly.NegativeValue(txn, op));
            }
        }
    }

    /**
     * Reports keys that are no accounts, and missing balances, in reads of all accounts. The database alone chose what
     * such a read shows.
     */
    private void checkAccounts(int txn) {
        if (!rules.areOfBank() || keys(txn, true).isEmpty() || !covers(keys(txn, false))) {
            return;
        }
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isWrite(op)) {
                return;
            }
        }
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (accounts.get(history.key(op)) != history.isAnswered(op)) {
                log.add(new Anomaly.OddBalance(txn, op));
            }
        }
    }

    /** Returns whether the transaction was told the balance of every account. */
    boolean readsAll(int txn) {
        return history.endOp(txn) - history.firstOp(txn) >= accounts.cardinality() && covers(keys(txn, true));
    }

    /** Returns the sum of the external values of the first reads of all accounts. */
    private long total(int txn) {
        var counted = new IntOpenHashSet();
        long total = 0;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (values.isRead(op) && accounts.get(history.key(op)) && counted.add(history.key(op))) {
                total += values.external(op);
            }
        }
        return total;
    }
}
