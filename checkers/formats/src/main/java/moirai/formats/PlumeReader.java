package moirai.formats;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.nio.file.Path;
import java.util.List;
import moirai.formats.text.ReadAhead;
import moirai.history.History;

/**
 * Reads the text of Plume, PolySI and AWDIT: an op a line, {@code r(KEY,VALUE,SESSION,TXN)} or {@code
 * w(KEY,VALUE,SESSION,TXN)}.
 *
 * <p>The order of lines is that of each session. Transactions of different sessions may alternate, but a transaction of
 * a session ends before the next begins. Transaction −1 marks ops that were aborted. Only the writes among them count,
 * and those of a session without another transaction in between count as one aborted transaction. A read of 0 shows the
 * initial state of a key to which no transaction writes 0, apart from aborted ones.
 *
 * <p>Cost: O(bytes), no allocation for each line. A transaction is looked up where the line before belongs to another.
 * The lines of a long file are read in a thread of their own, {@link PlumeLines}, while those before are added.
 */
final class PlumeReader {

    private static final String EXPECTED = "e.g. 'r(KEY,VALUE,SESSION,TXN)' or 'w(7,1,0,3)'";
    private static final int ABORTED = -1;
    /** The part of the file behind which lines are about as long as they get: numbers in them only grow. */
    private static final int LINES_ARE_LONG = 16;

    private static final int NONE = -1;

    private final TextInput in;

    private final RegisterOps ops;
    private final Long2IntOpenHashMap sessionOf = new Long2IntOpenHashMap();
    private final TxnNumbers txns = new TxnNumbers();
    /** The transaction that each session began last. */
    private final IntArrayList latest = new IntArrayList();

    /** The line that is added, for messages. */
    private long line;

    private long lastSession;
    private long lastTxnNumber = ABORTED;
    private int lastTxn;

    private PlumeReader(TextInput in, RegisterOps ops) {
        this.in = in;
        this.ops = ops;
        sessionOf.defaultReturnValue(NONE);
    }

    static History read(Path file) {
        return read(file, ReadAhead.isWorthwhile(file));
    }

    /** Reads a file, its lines in a second thread or not. */
    static History read(Path file, boolean readsAhead) {
        try (TextInput in = new TextInput(file, EXPECTED);
                var lines = new ReadAhead<>(
                        readsAhead, List.of(new PlumeLines(), new PlumeLines()), part -> part.fill(in))) {
            var reader = new PlumeReader(in, new RegisterOps(file, true));
            long bytes = file.toFile().length();
            boolean isRoomMade = false;
            for (var part = lines.next(); part.isPresent(); part = lines.next()) {
                if (!isRoomMade && part.get().end() >= bytes / LINES_ARE_LONG) {
                    isRoomMade = true;
                    reader.ops.expect(part.get().countBehind(bytes));
                }
                reader.take(part.get());
            }
            return reader.ops.build();
        }
    }

    private void take(PlumeLines lines) {
        for (int i = 0; i < lines.count(); i++) {
            line = lines.firstLine() + i;
            long txnNumber = lines.txn(i);
            long session = lines.session(i);
            if (txnNumber >= 0) {
                add(lines.kind(i), lines.key(i), lines.value(i), txnOf(txnNumber, session));
            } else if (lines.kind(i) == 'w') {
                ops.write(abortedTxn(session), lines.key(i), lines.value(i));
            }
        }
    }

    private void add(int kind, long key, long value, int txn) {
        if (kind == 'w') {
            ops.write(txn, key, value);
        } else {
            ops.read(txn, key, value);
        }
    }

    private int txnOf(long number, long session) {
        return number == lastTxnNumber && session == lastSession ? lastTxn : txn(number, session);
    }

    private int txn(long number, long sessionNumber) {
        int session = session(sessionNumber);
        int txn = txns.find(number);
        if (txn == TxnNumbers.ABSENT) {
            txn = ops.begin(session);
            txns.add(number, txn);
            latest.set(session, txn);
        } else if (ops.session(txn) != session) {
            throw in.error(
                    line,
                    "transaction " + number + " in session " + sessionNumber
                            + ", and in another session above; expected one session for each transaction");
        } else if (latest.getInt(session) != txn) {
            throw in.error(
                    line,
                    "transaction " + number + " goes on after session " + sessionNumber
                            + " began another; expected all operations of a session's transaction before those of its"
                            + " next");
        }
        lastTxnNumber = number;
        lastSession = sessionNumber;
        lastTxn = txn;
        return txn;
    }

    private int abortedTxn(long sessionNumber) {
        int session = session(sessionNumber);
        int before = latest.getInt(session);
        if (before != NONE && ops.isAborted(before)) {
            return before;
        }
        int txn = ops.begin(session);
        ops.aborted(txn);
        latest.set(session, txn);
        lastTxnNumber = ABORTED;
        return txn;
    }

    private int session(long number) {
        int session = sessionOf.get(number);
        if (session == NONE) {
            session = latest.size();
            sessionOf.put(number, session);
            latest.add(NONE);
        }
        return session;
    }
}
