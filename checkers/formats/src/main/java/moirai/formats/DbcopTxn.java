package moirai.formats;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** A transaction of dbcop while its events are read; {@link DbcopReader} says what the events mean. */
final class DbcopTxn {

    private final RegisterOps ops;
    /** The keys and values, in turn, of writes that failed. */
    private final LongArrayList failedWrites = new LongArrayList();

    private long session;
    private int txn;

    DbcopTxn(RegisterOps ops) {
        this.ops = ops;
    }

    void begin(long ofSession) {
        session = ofSession;
        txn = ops.begin(session);
        failedWrites.clear();
    }

    void event(boolean isWrite, long key, long value, boolean succeeded) {
        if (!isWrite) {
            if (succeeded) {
                ops.read(txn, key, value);
            } else {
                ops.unansweredRead(txn, key);
            }
        } else if (succeeded) {
            ops.write(txn, key, value);
        } else {
            failedWrites.add(key);
            failedWrites.add(value);
        }
    }

    /** Adds a read that found nothing. */
    void initialRead(long key) {
        ops.readInitial(txn, key);
    }

    void end(boolean succeeded) {
        if (!succeeded) {
            ops.aborted(txn);
        }
        if (failedWrites.isEmpty()) {
            return;
        }
        int failed = txn;
        if (succeeded) {
            failed = ops.begin(session);
            ops.aborted(failed);
        }
        for (int i = 0; i < failedWrites.size(); i += 2) {
            ops.write(failed, failedWrites.getLong(i), failedWrites.getLong(i + 1));
        }
    }
}
