package moirai.formats;

/** Some lines of Plume, {@code r(KEY,VALUE,SESSION,TXN)}, in columns that are reused. */
final class PlumeLines {

    private static final int LINES = 1 << 13;
    private static final int NUMBERS = 4;
    private static final int ABORTED = -1;

    private final byte[] kinds = new byte[LINES];
    /** Key, value, session and transaction of each line. */
    private final long[] numbers = new long[NUMBERS * LINES];

    private int count;
    private long firstLine;
    private long start;
    private long end;

    /** Reads the lines that come next; returns whether there may be more. */
    boolean fill(TextInput in) {
        count = 0;
        firstLine = in.line() + 1;
        start = in.offset();
        end = start;
        while (count < LINES) {
            if (!in.nextLine()) {
                return false;
            }
            int kind = in.next();
            if (kind != 'r' && kind != 'w') {
                throw in.malformed();
            }
            kinds[count] = (byte) kind;
            if (!in.readPlainTuple(numbers, NUMBERS * count, NUMBERS)) {
                readTuple(in, NUMBERS * count);
            }
            count++;
        }
        end = in.offset();
        return true;
    }

    private void readTuple(TextInput in, int at) {
        in.expect('(');
        numbers[at] = in.number(',');
        numbers[at + 1] = in.number(',');
        numbers[at + 2] = in.number(',');
        boolean isSigned = in.peek() == '-';
        long txn = in.number(')');
        in.endLine();
        // A number beyond the signed range is held as a negative one, and is none of an aborted transaction.
        if (txn < 0 && (txn != ABORTED || !isSigned)) {
            throw in.error("transaction " + (isSigned ? Long.toString(txn) : Long.toUnsignedString(txn))
                    + "; expected 0 to " + Long.MAX_VALUE + ", or -1 for one that was aborted");
        }
        numbers[at + 3] = txn;
    }

    int count() {
        return count;
    }

    /** Returns an estimate of the number of lines behind these in a file of this size: 0 if these are the last. */
    int countBehind(long fileBytes) {
        long left = end == start ? 0 : Math.max(0, fileBytes - end) * count / (end - start);
        return (int) Math.min(Integer.MAX_VALUE / 2, left);
    }

    /** Returns the offset behind the last of these lines, or before the first if they end the file. */
    long end() {
        return end;
    }

    /** Returns the number in the file of the first of these lines, from 1. */
    long firstLine() {
        return firstLine;
    }

    /** Returns {@code 'r'} or {@code 'w'}. */
    int kind(int line) {
        return kinds[line];
    }

    long key(int line) {
        return numbers[NUMBERS * line];
    }

    long value(int line) {
        return numbers[NUMBERS * line + 1];
    }

    long session(int line) {
        return numbers[NUMBERS * line + 2];
    }

    /** Returns the number of the transaction, -1 if it was aborted. */
    long txn(int line) {
        return numbers[NUMBERS * line + 3];
    }
}
