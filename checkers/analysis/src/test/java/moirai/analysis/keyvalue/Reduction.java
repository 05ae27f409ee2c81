package moirai.analysis.keyvalue;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.History;
import moirai.history.HistoryNotation;

/** Reduces histories in notation, and writes what comes out as short text, with the ids and names of the recording. */
final class Reduction {

    private Reduction() {}

    static KeyValueReads of(String history) {
        return KeyValueReads.of(HistoryNotation.parse(history));
    }

    /**
     * One line a transaction: {@code T1 r1=T0 r2=init w3} reads key 1 from T0 and key 2 from the initial state, and
     * writes key 3.
     */
    static List<String> txns(String text) {
        History recorded = HistoryNotation.parse(text);
        return txns(recorded, KeyValueReads.of(recorded).history());
    }

    static List<String> txns(History recorded, KeyValueHistory history) {
        var lines = new ArrayList<String>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            var line = new StringJoiner(" ").add("T" + history.recordedTxn(txn));
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int source = history.readSource(read);
                String from = source == KeyValueHistory.INITIAL ? "init" : "T" + history.recordedTxn(source);
                line.add("r" + recorded.keyName(history.readKey(read)) + "=" + from);
            }
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                line.add("w" + recorded.keyName(history.writeKey(write)));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    /** The known versions of the key with this name: {@code [T0, T2]}. */
    static List<String> versions(String text, long keyName) {
        History recorded = HistoryNotation.parse(text);
        KeyValueHistory history = KeyValueReads.of(recorded).history();
        var writers = new ArrayList<String>();
        for (int key = 0; key < history.keyCount(); key++) {
            for (int place = 0; place < history.versionCount(key) && recorded.keyName(key) == keyName; place++) {
                writers.add("T" + history.recordedTxn(history.version(key, place)));
            }
        }
        return writers;
    }
}
