package moirai.analysis.keyvalue;

import java.util.List;
import java.util.Map;
import moirai.analysis.AnomalyLog;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.listappend.ListSources;
import moirai.history.History;

/** Histories of lists as keys and values: an append is a write, and a read sees the version of its last element. */
final class ListReads {

    private ListReads() {}

    static KeyValueReads of(History history) {
        var sources = new ListSources(history);
        var txns = new EffectiveTxns(history, sources.effectiveTxns());
        var builder = new KeyValueHistory.Builder(history.isTimed());
        for (int id = 0; id < txns.count(); id++) {
            txns.begin(builder, id);
            int txn = txns.recorded(id);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAppend(op)) {
                    builder.write(history.key(op));
                } else {
                    addRead(builder, history.key(op), sources.source(op), op, txns);
                }
            }
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
        List<String> doubts = sources.doubt().stream().toList();
        return new KeyValueReads(builder.build(), log.findings(txns.count(), 0, Map.of()), doubts);
    }

    private static void addRead(KeyValueHistory.Builder builder, int key, int source, int op, EffectiveTxns txns) {
        if (source == ListSources.INITIAL) {
            builder.read(key, KeyValueHistory.INITIAL, op);
        } else if (source != ListSources.NONE) {
            builder.read(key, txns.id(source), op);
        }
    }
}
