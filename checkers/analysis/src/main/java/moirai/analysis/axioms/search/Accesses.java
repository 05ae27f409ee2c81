package moirai.analysis.axioms.search;

import java.util.Arrays;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.columns.Groups;

/** The inverse of a history: the readers of each version and the writers of each key. Columns; O(history) to build. */
final class Accesses {

    private final int[] reader;
    private final int[] writer;
    private final int[] sourceWrite;
    /** The reads of each write, the reads of each key's initial state, and the writes of each key. */
    private final Groups readsOfWrite;

    private final Groups initialReadsOfKey;
    private final Groups writesOfKey;

    Accesses(KeyValueHistory history) {
        this.reader = new int[history.readCount()];
        this.writer = new int[history.writeCount()];
        for (int txn = 0; txn < history.txnCount(); txn++) {
            Arrays.fill(reader, history.firstRead(txn), history.endRead(txn), txn);
            Arrays.fill(writer, history.firstWrite(txn), history.endWrite(txn), txn);
        }
        this.sourceWrite = new int[history.readCount()];
        for (int read = 0; read < reader.length; read++) {
            int source = history.readSource(read);
            sourceWrite[read] = source == KeyValueHistory.INITIAL ? -1 : history.write(source, history.readKey(read));
        }
        this.readsOfWrite = Groups.of(reader.length, writer.length, read -> sourceWrite[read]);
        this.initialReadsOfKey = Groups.of(
                reader.length, history.keyCount(), read -> sourceWrite[read] < 0 ? history.readKey(read) : -1);
        this.writesOfKey = Groups.of(writer.length, history.keyCount(), history::writeKey);
    }

    int reader(int read) {
        return reader[read];
    }

    int writer(int write) {
        return writer[write];
    }

    /** Returns the write that is read, or -1 for the initial state. */
    int sourceWrite(int read) {
        return sourceWrite[read];
    }

    /** Returns the first place among {@link #readAt} of a write's readers. */
    int firstReadOf(int write) {
        return readsOfWrite.first(write);
    }

    int endReadOf(int write) {
        return readsOfWrite.end(write);
    }

    /** Returns a read of the version, at a place between {@link #firstReadOf} and {@link #endReadOf}. */
    int readAt(int place) {
        return readsOfWrite.member(place);
    }

    int firstInitialRead(int key) {
        return initialReadsOfKey.first(key);
    }

    int endInitialRead(int key) {
        return initialReadsOfKey.end(key);
    }

    int initialReadAt(int place) {
        return initialReadsOfKey.member(place);
    }

    int firstWriteOf(int key) {
        return writesOfKey.first(key);
    }

    int endWriteOf(int key) {
        return writesOfKey.end(key);
    }

    /** Returns a write of the key, at a place between {@link #firstWriteOf} and {@link #endWriteOf}, by its writer. */
    int writeAt(int place) {
        return writesOfKey.member(place);
    }
}
