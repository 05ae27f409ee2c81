package moirai.formats;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import moirai.formats.text.InputFile;
import moirai.history.History;
import moirai.history.HistoryFormatException;

/**
 * Reads the logs of Cobra (Tan, Zhao, Mu, Walfish, "Cobra: Making Transactional Key-Value Stores Verifiably
 * Serializable", 2020): a folder with a file {@code T….log} for each session, of records of a letter and big-endian
 * numbers of 64 bits.
 *
 * <pre>
 * S transaction
 * R writing transaction, id of the write, key, value
 * W id of the write, key, value
 * C transaction
 * </pre>
 *
 * <p>Ids of writes are unique and values are hashes, so the ids are used as values. The id 0xbebeebee or 0xdeadbeef is
 * that of the initial state. Ids 0x23332333 and 0x66666666 of the initial transaction were written by Cobra's own
 * garbage collection, which keeps no log: such a read counts as one without an answer. A transaction without {@code C}
 * was aborted if its session went on, and is indeterminate if the log ends in it. Sessions are numbered in the order of
 * the numbers in the files' names.
 *
 * <p>Cost: O(bytes).
 */
final class CobraReader {

    private static final long INITIAL = 0xbebeebeeL;
    private static final long NULL = 0xdeadbeefL;
    private static final long DELETED = 0xabcdefabL;
    private static final long COLLECTED = 0x23332333L;
    private static final long NOT_COLLECTED = 0x66666666L;
    private static final int NONE = -1;

    private final BinaryInput in;
    private final RegisterOps ops;
    private final int session;
    private int txn = NONE;
    private long txnNumber;

    private CobraReader(BinaryInput in, RegisterOps ops, int session) {
        this.in = in;
        this.ops = ops;
        this.session = session;
    }

    static History read(Path folder) {
        if (Files.isRegularFile(folder)) {
            throw new HistoryFormatException(
                    folder.toString(), "is a file; expected the folder with the logs of all sessions, T*.log");
        }
        List<Path> logs = logs(folder);
        if (logs.isEmpty()) {
            throw new HistoryFormatException(folder.toString(), "has no log; expected files T*.log");
        }
        var ops = new RegisterOps(folder, false);
        for (int session = 0; session < logs.size(); session++) {
            try (BinaryInput in = new BinaryInput(logs.get(session), ByteOrder.BIG_ENDIAN)) {
                new CobraReader(in, ops, session).log();
            }
        }
        return ops.build();
    }

    /** Returns the logs in numerical order, T2 before T10. */
    static List<Path> logs(Path folder) {
        var logs = new ArrayList<Path>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "T*.log")) {
            found.forEach(logs::add);
        } catch (IOException failed) {
            throw InputFile.unreadable(folder, failed);
        }
        logs.sort(Comparator.comparingInt((Path log) -> log.toString().length()).thenComparing(Path::toString));
        return logs;
    }

    private void log() {
        while (!in.isAtEnd()) {
            long offset = in.offset();
            int record = in.u8("a record");
            switch (record) {
                case 'S' -> start();
                case 'R' -> readRecord(offset);
                case 'W' -> writeRecord(offset);
                case 'C' -> commit(offset);
                default ->
                    throw in.error(offset, "the byte " + hex(record) + " where a record starts; expected S, R, W or C");
            }
        }
        if (txn != NONE) {
            ops.unfinished(txn);
        }
    }

    private void start() {
        if (txn != NONE) {
            ops.aborted(txn);
        }
        txnNumber = in.u64("the transaction of a start");
        txn = ops.begin(session);
    }

    private void commit(long offset) {
        requireStarted(offset, "C");
        long number = in.u64("the transaction of a commit");
        if (number != txnNumber) {
            throw in.error(
                    offset,
                    "transaction " + number + " commits within transaction " + txnNumber
                            + "; expected the commit of the transaction that started last");
        }
        txn = NONE;
    }

    private void readRecord(long offset) {
        requireStarted(offset, "R");
        long writer = in.u64("the writer of a read");
        long write = in.u64("the write of a read");
        long key = in.u64("the key of a read");
        in.u64("the value of a read");
        if (isInitial(write)) {
            ops.readInitial(txn, key);
        } else if (writer == INITIAL && (write == COLLECTED || write == NOT_COLLECTED)) {
            ops.unansweredRead(txn, key);
        } else if (isInitial(writer)) {
            throw in.error(
                    offset,
                    "a read of write " + write + " of the initial transaction " + hex(writer) + "; expected write "
                            + hex(INITIAL) + " or " + hex(NULL));
        } else if (write == DELETED) {
            throw in.error(
                    offset,
                    "a read of key " + key + " after it was deleted, write " + hex(write)
                            + "; expected logs without deletions");
        } else {
            ops.read(txn, key, write);
        }
    }

    private void writeRecord(long offset) {
        requireStarted(offset, "W");
        long write = in.u64("the id of a write");
        long key = in.u64("the key of a write");
        in.u64("the value of a write");
        if (isInitial(write) || write == DELETED) {
            throw in.error(
                    offset,
                    "write " + hex(write) + ", which stands for the initial state or a deletion; expected another id");
        }
        ops.write(txn, key, write);
    }

    private static boolean isInitial(long id) {
        return id == INITIAL || id == NULL;
    }

    private static String hex(long number) {
        return String.format(Locale.ROOT, "0x%02x", number);
    }

    private void requireStarted(long offset, String record) {
        if (txn == NONE) {
            throw in.error(offset, record + " where no transaction is open; expected S");
        }
    }
}
