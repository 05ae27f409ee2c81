package moirai.analysis.registers;

import java.util.Arrays;
import java.util.function.Consumer;
import moirai.analysis.Anomaly;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.History;

/**
 * Transactions that read the same version of a register and then both wrote it.
 *
 * <p>Berenson et al., "A Critique of ANSI SQL Isolation Levels" (1995), P4. Both versions follow the one that was read,
 * or there is a G1c (a transaction would have overwritten what it read before that was there); whichever of the two is
 * the later, its writer read what the other overwrote, and overwrote that: a cycle of one rw and ww edges on one key,
 * G-cursor (Adya 1999, section 4.2.3), in either order. So no order of versions has to be known. O(reads × log).
 */
final class LostUpdates {

    private final History recorded;
    private final KeyValueHistory history;
    private final Versions versions;

    LostUpdates(History recorded, KeyValueHistory history, Versions versions) {
        this.recorded = recorded;
        this.history = history;
        this.versions = versions;
    }

    /** Finds, for each version, each that overwrote it after the first who did. */
    void find(Consumer<Anomaly.LostUpdate> found) {
        int[] firstUpdater = new int[versions.count()];
        Arrays.fill(firstUpdater, Versions.NONE);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int written = versions.isLate(read) ? Versions.NONE : versions.of(txn, history.readKey(read));
                int version = versions.ofRead(read);
                if (written != Versions.NONE && firstUpdater[version] == Versions.NONE) {
                    firstUpdater[version] = txn;
                } else if (written != Versions.NONE && firstUpdater[version] != txn) {
                    found.accept(lostUpdate(txn, read, firstUpdater[version]));
                }
            }
        }
    }

    private Anomaly.LostUpdate lostUpdate(int txn, int read, int other) {
        int recordedTxn = history.recordedTxn(txn);
        int readOp = history.recordedRead(read);
        int writeOp = readOp;
        for (int op = readOp; op < recorded.endOp(recordedTxn); op++) {
            writeOp = recorded.isWrite(op) && recorded.key(op) == recorded.key(readOp) ? op : writeOp;
        }
        return new Anomaly.LostUpdate(recordedTxn, readOp, writeOp, history.recordedTxn(other));
    }
}
