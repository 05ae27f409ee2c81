package moirai.mockstore.rules;

import static moirai.mockstore.rules.PendingTxn.NOBODY;

import java.util.Optional;

/**
 * Finds reasons why a pending transaction may not have a snapshot in which a given transaction is the last writer of a
 * key.
 */
final class SnapshotObjections {

    private final Snapshots snapshots;
    private final Timeline timeline;
    private final PendingTxn reader;
    private final boolean seesWriters;

    /**
     * Creates the objections for one reader.
     *
     * @param seesWriters whether its snapshot has to contain the last writers of the keys that it writes
     */
    SnapshotObjections(Snapshots snapshots, PendingTxn reader, boolean seesWriters) {
        this.snapshots = snapshots;
        this.timeline = snapshots.timeline;
        this.reader = reader;
        this.seesWriters = seesWriters;
    }

    /** Returns an objection; empty if there is such a snapshot, disregarding the reads of other transactions. */
    Optional<Objection> objection(int key, int source) {
        long high = snapshots.high(reader);
        if (reader.high != NOBODY && isSeen(reader.high)) {
            return Optional.of(new Objection.CannotCommit(earliest(), sight(reader.high)));
        }
        if (timeline.label(source) >= high) {
            return Optional.of(new Objection.SeesTooMuch(earliest()));
        }
        int overwriter = snapshots.overwriter(key, source);
        return overwriter != NOBODY && isSeen(overwriter)
                ? Optional.of(new Objection.Overwritten(overwriter, sight(overwriter)))
                : Optional.empty();
    }

    private boolean isSeen(int txn) {
        return findSight(txn).isPresent();
    }

    private Sight sight(int txn) {
        return findSight(txn).orElseThrow();
    }

    private Optional<Sight> findSight(int txn) {
        if (isUpTo(txn, reader.start)) {
            return Optional.of(reader.startsInRealTime ? new Sight.Begin() : new Sight.Session());
        }
        for (int read = 0; read < reader.readKeys.size(); read++) {
            if (isUpTo(txn, reader.readSources.getInt(read))) {
                return Optional.of(new Sight.Read(reader.readKeys.getInt(read), reader.readSources.getInt(read)));
            }
        }
        if (seesWriters) {
            for (int key : reader.writeKeys) {
                if (isUpTo(txn, snapshots.latest(key))) {
                    return Optional.of(new Sight.Write(key, snapshots.latest(key)));
                }
            }
        }
        return Optional.empty();
    }

    private boolean isUpTo(int txn, int last) {
        return timeline.label(txn) <= timeline.label(last);
    }

    /** Returns the read whose overwriter is the first of all. */
    private Objection.Earlier earliest() {
        for (int read = 0; read < reader.readKeys.size(); read++) {
            int key = reader.readKeys.getInt(read);
            int source = reader.readSources.getInt(read);
            if (snapshots.overwriter(key, source) == reader.high) {
                return new Objection.Earlier(key, source, reader.high);
            }
        }
        throw new IllegalStateException("T" + reader.high + " overwrites nothing that was read");
    }
}
