package moirai.formats;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.nio.file.Path;
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
 */
final class PlumeReader {

    private static final String EXPECTED = "e.g. 'r(KEY,VALUE,SESSION,TXN)' or 'w(7,1,0,3)'";
    private static final int ABORTED = -1;
    private static final int NONE = -1;

    private final TextInput in;
    /** Key, value, session and transaction of a line. */
    private final long[] numbers = new long[4];

    private final RegisterOps ops;
    private final Long2IntOpenHashMap sessionOf = new Long2IntOpenHashMap();
    private final TxnNumbers txns = new TxnNumbers();
    /** The transaction that each session began last. */
    private final IntArrayList latest = new IntArrayList();

    private long lastSession;
    private long lastTxnNumber = ABORTED;
    private int lastTxn;

    private PlumeReader(TextInput in, RegisterOps ops) {
        this.in = in;
        this.ops = ops;
        sessionOf.defaultReturnValue(NONE);
    }

    static History read(Path file) {
        try (TextInput in = new TextInput(file, EXPECTED)) {
            var reader = new PlumeReader(in, new RegisterOps(file, true));
            in.forEachLine(reader::line);
            return reader.ops.build();
        }
    }

    private void line() {
        int kind = in.next();
        if (kind != 'r' && kind != 'w') {
            throw in.malformed();
        }
        if (in.readPlainTuple(numbers)) {
            add(kind, numbers[0], numbers[1], txnOf(numbers[3], numbers[2]));
            return;
        }
        in.expect('(');
        long key = in.number(',');
        long value = in.number(',');
        long session = in.number(',');
        boolean isSigned = in.peek() == '-';
        long txnNumber = in.number(')');
        in.endLine();
        if (txnNumber < 0) {
            requireAborted(txnNumber, isSigned);
            if (kind == 'w') {
                ops.write(abortedTxn(session), key, value);
            }
            return;
        }
        add(kind, key, value, txnOf(txnNumber, session));
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
            throw in.error("transaction " + number + " in session " + sessionNumber
                    + ", and in another session above; expected one session for each transaction");
        } else if (latest.getInt(session) != txn) {
            throw in.error("transaction " + number + " goes on after session " + sessionNumber
                    + " began another; expected all operations of a session's transaction before those of its next");
        }
        lastTxnNumber = number;
        lastSession = sessionNumber;
        lastTxn = txn;
        return txn;
    }

    /**
     * Requires the number of aborted transactions. A number beyond the signed range is held as a negative one, and is
     * not it.
     */
    private void requireAborted(long number, boolean isSigned) {
        if (number != ABORTED || !isSigned) {
            throw in.error("transaction " + (isSigned ? Long.toString(number) : Long.toUnsignedString(number))
                    + "; expected 0 to " + Long.MAX_VALUE + ", or -1 for one that was aborted");
        }
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
