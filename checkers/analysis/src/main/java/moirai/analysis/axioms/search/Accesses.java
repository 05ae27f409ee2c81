package moirai.analysis.axioms.search;

import moirai.analysis.axioms.KeyValueHistory;

/**
 * Who reads and writes what, the other way round: readers of each version, writers of each key. Columns; O(history) to
 * build.
 */
final class Accesses {

    private final KeyValueHistory history;
    private final int[] reader;
    private final int[] writer;
    private final int[] sourceWrite;
    private final int[] firstReadOfWrite;
    private final int[] readsByWrite;
    private final int[] firstInitialRead;
    private final int[] initialReads;
    private final int[] firstWriteOfKey;
    private final int[] writesByKey;

    Accesses(KeyValueHistory history) {
        this.history = history;
        this.reader = new int[history.readCount()];
        this.writer = new int[history.writeCount()];
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                reader[read] = txn;
            }
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                writer[write] = txn;
            }
        }
        this.sourceWrite = new int[history.readCount()];
        for (int read = 0; read < reader.length; read++) {
            sourceWrite[read] = write(history.readSource(read), history.readKey(read));
        }
        this.firstReadOfWrite = new int[writer.length + 1];
        this.readsByWrite = grouped(sourceWrite, firstReadOfWrite);
        int[] initialKey = new int[reader.length];
        for (int read = 0; read < reader.length; read++) {
            initialKey[read] = sourceWrite[read] < 0 ? history.readKey(read) : -1;
        }
        this.firstInitialRead = new int[history.keyCount() + 1];
        this.initialReads = grouped(initialKey, firstInitialRead);
        int[] writtenKey = new int[writer.length];
        for (int write = 0; write < writer.length; write++) {
            writtenKey[write] = history.writeKey(write);
        }
        this.firstWriteOfKey = new int[history.keyCount() + 1];
        this.writesByKey = grouped(writtenKey, firstWriteOfKey);
    }

    /** Members by group, in ascending order; members of group -1 are left out. Fills {@code first}. */
    private static int[] grouped(int[] group, int[] first) {
        for (int of : group) {
            if (of >= 0) {
                first[of + 1]++;
            }
        }
        for (int i = 1; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        int[] next = first.clone();
        int[] members = new int[first[first.length - 1]];
        for (int member = 0; member < group.length; member++) {
            if (group[member] >= 0) {
                members[next[group[member]]++] = member;
            }
        }
        return members;
    }

    int reader(int read) {
        return reader[read];
    }

    int writer(int write) {
        return writer[write];
    }

    /** The write that is read, or -1 for the initial state. */
    int sourceWrite(int read) {
        return sourceWrite[read];
    }

    /** The transaction's write of the key, or -1 if there is none. O(log of the transaction's writes). */
    int write(int txn, int key) {
        if (txn == KeyValueHistory.INITIAL) {
            return -1;
        }
        int low = history.firstWrite(txn);
        int high = history.endWrite(txn) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = history.writeKey(middle);
            if (found == key) {
                return middle;
            }
            if (found < key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    int firstReadOf(int write) {
        return firstReadOfWrite[write];
    }

    int endReadOf(int write) {
        return firstReadOfWrite[write + 1];
    }

    /** A read of the version, at a place between {@link #firstReadOf} and {@link #endReadOf}. */
    int readAt(int place) {
        return readsByWrite[place];
    }

    int firstInitialRead(int key) {
        return firstInitialRead[key];
    }

    int endInitialRead(int key) {
        return firstInitialRead[key + 1];
    }

    int initialReadAt(int place) {
        return initialReads[place];
    }

    int firstWriteOf(int key) {
        return firstWriteOfKey[key];
    }

    int endWriteOf(int key) {
        return firstWriteOfKey[key + 1];
    }

    /** A write of the key, at a place between {@link #firstWriteOf} and {@link #endWriteOf}, by ascending writer. */
    int writeAt(int place) {
        return writesByKey[place];
    }
}
