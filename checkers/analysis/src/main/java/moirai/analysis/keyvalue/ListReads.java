package moirai.analysis.keyvalue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import moirai.analysis.AnomalyLog;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.listappend.ListSources;
import moirai.analysis.listappend.Scans;
import moirai.history.History;

/**
 * Histories of lists as keys and values: an append is a write, and a read sees the version of its last element. A scan
 * of a range reads the initial version of every key that it did not find, if somebody who took effect appended to it.
 */
final class ListReads {

    private final History history;
    private final boolean withPredicates;
    private final ListSources sources;
    private final EffectiveTxns txns;
    private final KeyValueHistory.Builder builder;

    /**
     * Prepares the reduction of a history.
     *
     * @param withPredicates whether what scans did not find counts as read
     */
    ListReads(History history, boolean withPredicates) {
        this.history = history;
        this.withPredicates = withPredicates;
        this.sources = new ListSources(history);
        this.txns = new EffectiveTxns(history, sources.effectiveTxns());
        this.builder = new KeyValueHistory.Builder(history.isTimed());
    }

    /** Reduces the history. O(ops + elements of lists), plus for each scan the keys of its range. */
    KeyValueReads reduce() {
        BitSet written = written();
        var scans = new Scans(history, written::get);
        for (int id = 0; id < txns.count(); id++) {
            txns.begin(builder, id);
            addOps(txns.recorded(id), scans);
        }
        for (int key = 0; key < history.keyCount(); key++) {
            int[] writers = sources.versions(key);
            for (int i = 0; i < writers.length; i++) {
                writers[i] = txns.id(writers[i]);
            }
            builder.versions(key, writers);
        }
        var log = new AnomalyLog(history);
        txns.doubtSessions(log);
        List<String> doubts = new ArrayList<>(sources.doubt().stream().toList());
        if (scans.isCutShort()) {
            doubts.add(Scans.CUT_SHORT);
        }
        return new KeyValueReads(builder.build(), log.findings(txns.count(), 0, Map.of()), doubts);
    }

    /** Returns the keys to which transactions appended that took effect. */
    private BitSet written() {
        var written = new BitSet(history.keyCount());
        for (int id = 0; id < txns.count(); id++) {
            int txn = txns.recorded(id);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAppend(op)) {
                    written.set(history.key(op));
                }
            }
        }
        return written;
    }

    private void addOps(int txn, Scans scans) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isAppend(op)) {
                builder.write(history.key(op));
            } else if (!history.isScan(op)) {
                addRead(history.key(op), sources.source(op), op);
            } else if (withPredicates && Scans.isAnswered(history, op)) {
                int scan = op;
                scans.forEachMissed(scan, key -> builder.read(key, KeyValueHistory.INITIAL, scan));
            }
        }
    }

    private void addRead(int key, int source, int op) {
        if (source == ListSources.INITIAL) {
            builder.read(key, KeyValueHistory.INITIAL, op);
        } else if (source != ListSources.NONE) {
            builder.read(key, txns.id(source), op);
        }
    }
}
