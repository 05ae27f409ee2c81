package moirai.analysis.counters;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntPredicate;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * Judges histories of transactions that increment counters and read them, and of transfers between accounts.
 *
 * <p>Sources: Kingsbury, Alvaro, "Elle" (2020), section 3; Jepsen's checkers {@code counter} and {@code bank}.
 *
 * <ol>
 *   <li>If the user, the run or the file says that counters are accounts, nothing is known of their initial balances:
 *       {@link BankTotals}.
 *   <li>Other counters begin at 0: {@link CounterBounds}. If transactions only move amounts between them, they sum to
 *       0, too.
 *   <li>Both: reads within one transaction, and {@link CounterVersions} of keys that only grow or only shrink.
 *   <li>If nothing was found so far that excludes it, {@link OneKeyOrder} looks for a serial order of each key by
 *       itself where that is enough, and {@link SerialSearch} of all.
 * </ol>
 *
 * <p>What is proven. Anomalies: each is in every interpretation of the history in which reads are of what was
 * committed. That a level holds: only by a serial order, which then proves all that it implies; without one the verdict
 * is unknown, because whose increments are in a sum cannot be told. Read uncommitted holds if every value is a sum of
 * some increments. Where records are lost, nothing but what contradicts itself within one transaction is proven.
 */
public final class CounterChecker implements Checker {

    private static final String BY_ORDER = "a serial order that explains all reads";

    private final BankRules rules;

    /** Uses what the recipe of the run, or the model of a file, says, or else {@link BankRules#DEFAULT}. */
    public CounterChecker() {
        this(BankRules.DEFAULT);
    }

    /** Uses these rules for histories of transfers; what they leave open, the recipe of the run may say. */
    public CounterChecker(BankRules rules) {
        this.rules = rules;
    }

    /** @throws IllegalArgumentException if the keys do not hold counters */
    @Override
    public Findings analyze(History history) {
        var log = new AnomalyLog(history);
        var values = new CounterValues(history);
        BankRules applied = rules.over(BankRules.recorded(history.header().workload()));
        boolean bank = applied.areOfBank();
        checkWithinTxns(values, log, values::isCommitted);
        if (!history.isComplete()) {
            log.doubt(
                    Phenomenon.GARBAGE_READ,
                    "records are lost, and with them increments that may be in any sum that was read");
            return log.findings(committedCount(values), 0, Map.of());
        }
        var bounds = new CounterBounds(values, log);
        if (bank) {
            new BankTotals(values, applied, log).check();
        } else {
            bounds.check();
            if (BankTotals.onlyMoves(values)) {
                new BankTotals(values, BankRules.OF_COUNTERS, log).check();
            }
        }
        long edges = new CounterVersions(values, log).findCycles();
        Map<IsolationLevel, String> examined = bySerialOrder(values, bank, log);
        if (examined.isEmpty()) {
            bounds.doubtInexactKeys();
            if (!bank && log.findings(0, 0, Map.of()).doubts().isEmpty()) {
                examined.put(IsolationLevel.READ_UNCOMMITTED, "single reads");
            }
            log.doubt(Phenomenon.DIRTY_READ, whyUndecided(values, bank, log));
        }
        return log.findings(committedCount(values), edges, examined);
    }

    private static String whyUndecided(CounterValues values, boolean bank, AnomalyLog log) {
        boolean isBound = !bank
                && values.history().isTimed()
                && log.findings(0, 0, Map.of()).anomalies().isEmpty();
        return (bank
                        ? "reads of accounts show balances, and not whose transfers are in them; "
                        : "reads of counters show sums, and not whose increments are in them; ")
                + (isBound
                        ? "each read by itself is within what had ended before it and what had begun, which is all that"
                                + " Jepsen's checker asks, but "
                        : "")
                + "no serial order that would explain them all was found";
    }

    /** Checks that reads of one key in one transaction differ by its own increments alone (axiom INT). */
    static void checkWithinTxns(CounterValues values, AnomalyLog log, IntPredicate isJudged) {
        History history = values.history();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); isJudged.test(txn) && op < history.endOp(txn); op++) {
                if (values.isRead(op) && differsFromEarlier(values, txn, op)) {
                    log.add(new Anomaly.InternalInconsistency(txn, op, false));
                }
            }
        }
    }

    private static boolean differsFromEarlier(CounterValues values, int txn, int readOp) {
        History history = values.history();
        for (int op = readOp - 1; op >= history.firstOp(txn); op--) {
            if (values.isRead(op) && history.key(op) == history.key(readOp)) {
                return values.external(op) != values.external(readOp);
            }
        }
        return false;
    }

    /** Returns the levels that a serial order proves; empty if none was found. */
    private static Map<IsolationLevel, String> bySerialOrder(CounterValues values, boolean bank, AnomalyLog log) {
        var examined = new EnumMap<IsolationLevel, String>(IsolationLevel.class);
        boolean timed = values.history().isTimed();
        Findings soFar = log.findings(0, 0, Map.of());
        boolean mayBeStrict = timed && isOpen(soFar, IsolationLevel.STRICT_SERIALIZABLE);
        if (mayBeStrict && ((!bank && SingleKeys.haveOrders(values)) || hasOrder(values, true, bank))) {
            examined.put(IsolationLevel.STRICT_SERIALIZABLE, BY_ORDER);
        } else if (isOpen(soFar, IsolationLevel.STRONG_SESSION_SERIALIZABLE) && hasOrder(values, false, bank)) {
            examined.put(IsolationLevel.STRONG_SESSION_SERIALIZABLE, BY_ORDER);
            log.doubt(
                    Phenomenon.SERIAL_VIOLATION_REALTIME,
                    timed
                            ? "no serial order in real time was found"
                            : "no times were recorded, so nothing is known of the order in real time");
        }
        return examined;
    }

    private static boolean isOpen(Findings findings, IsolationLevel level) {
        return findings.forbiddenAt(level).isEmpty();
    }

    private static boolean hasOrder(CounterValues values, boolean realtime, boolean bank) {
        return new SerialSearch(values, realtime, !bank).find();
    }

    private static int committedCount(CounterValues values) {
        int count = 0;
        for (int txn = 0; txn < values.history().txnCount(); txn++) {
            count += values.isCommitted(txn) ? 1 : 0;
        }
        return count;
    }
}
