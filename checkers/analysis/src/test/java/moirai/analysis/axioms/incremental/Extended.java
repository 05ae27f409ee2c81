package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import moirai.analysis.axioms.KeyValueHistory;

/** A history with one more event, built anew. */
final class Extended {

    private Extended() {}

    static KeyValueHistory byRead(KeyValueHistory history, int txn, int key, int source) {
        return by(history, txn, key, source, false);
    }

    static KeyValueHistory byWrite(KeyValueHistory history, int txn, int key) {
        return by(history, txn, key, INITIAL, true);
    }

    private static KeyValueHistory by(KeyValueHistory history, int txn, int key, int source, boolean isWrite) {
        var builder = new KeyValueHistory.Builder(true);
        for (int id = 0; id < history.txnCount(); id++) {
            builder.txn(history.session(id), history.startNanos(id), history.endNanos(id), id);
            for (int read = history.firstRead(id); read < history.endRead(id); read++) {
                builder.read(history.readKey(read), history.readSource(read));
            }
            for (int write = history.firstWrite(id); write < history.endWrite(id); write++) {
                builder.write(history.writeKey(write));
            }
            if (id == txn && isWrite) {
                builder.write(key);
            } else if (id == txn) {
                builder.read(key, source);
            }
        }
        return builder.build();
    }
}
