package moirai.formats.jepsen;

import java.util.Arrays;
import moirai.history.HistoryBuilder;
import moirai.history.Op;

/** The steps of one transaction, in columns that are reused. */
final class Steps {

    /** The kind of a step. The value of a step is an element or number, or the place of a list's elements. */
    enum Kind {
        APPEND,
        READ,
        WRITE,
        READ_VALUE,
        READ_INITIAL,
        ADD,
        READ_SET,
        INCREMENT,
        READ_COUNTER,
        /** A read of any of them without an answer. */
        UNANSWERED,
        /** A scan whose matches follow; the value is the last key, and the next step has their number. */
        SCAN,
        MATCHES;

        private boolean isRead() {
            return isAnswer() || this == UNANSWERED;
        }

        private boolean isAnswer() {
            return switch (this) {
                case READ, READ_SET, READ_VALUE, READ_INITIAL, READ_COUNTER -> true;
                case APPEND, WRITE, ADD, INCREMENT, UNANSWERED, SCAN, MATCHES -> false;
            };
        }
    }

    private Kind[] kinds = new Kind[16];
    private long[] keys = new long[16];
    private long[] values = new long[16];
    private int count;
    private int[] list = new int[64];

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    void add(Kind kind, long key, long value) {
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * count);
            keys = Arrays.copyOf(keys, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        kinds[count] = kind;
        keys[count] = key;
        values[count++] = value;
    }

    void addElements(Kind kind, long key, int from, int to) {
        add(kind, key, (long) from << 32 | to - from);
    }

    void add(Steps others, int step) {
        add(others.kinds[step], others.keys[step], others.values[step]);
    }

    /** Sorts the steps from this one on by their keys. */
    void sortByKey(int from) {
        it.unimi.dsi.fastutil.Arrays.quickSort(
                from, count, (left, right) -> Long.compare(keys[left], keys[right]), this::swap);
    }

    private void swap(int left, int right) {
        Kind kind = kinds[left];
        long key = keys[left];
        long value = values[left];
        kinds[left] = kinds[right];
        keys[left] = keys[right];
        values[left] = values[right];
        kinds[right] = kind;
        keys[right] = key;
        values[right] = value;
    }

    /** Returns whether these steps differ from the others at most by what reads returned. */
    boolean haveFormOf(Steps others) {
        if (count != others.count) {
            return false;
        }
        for (int step = 0; step < count; step++) {
            boolean isRead = kinds[step].isRead();
            if (keys[step] != others.keys[step]
                    || isRead != others.kinds[step].isRead()
                    || (!isRead && (kinds[step] != others.kinds[step] || values[step] != others.values[step]))) {
                return false;
            }
        }
        return true;
    }

    void set(Steps others) {
        clear();
        for (int step = 0; step < others.count; step++) {
            add(others, step);
        }
    }

    /**
     * Adds the steps to the transaction that the history is given next.
     *
     * @param areAnswered whether what reads returned counts
     * @param elements of the lists
     * @throws IllegalArgumentException if the history cannot hold one of them
     */
    void addTo(HistoryBuilder history, boolean areAnswered, int[] elements) {
        for (int step = 0; step < count; step++) {
            long key = keys[step];
            long value = values[step];
            Kind kind = kinds[step];
            switch (areAnswered || !kind.isAnswer() ? kind : Kind.UNANSWERED) {
                case APPEND -> history.append(key, (int) value);
                case WRITE -> history.write(key, value);
                case ADD -> history.add(key, (int) value);
                case INCREMENT -> history.increment(key, value);
                case UNANSWERED -> history.unansweredRead(key);
                case READ -> history.read(key, list(value, elements), (int) value);
                case READ_SET -> history.readSet(key, list(value, elements), (int) value);
                case READ_VALUE -> history.readValue(key, value);
                case READ_INITIAL -> history.readInitial(key);
                case READ_COUNTER -> history.readCounter(key, value);
                case SCAN -> {
                    step++;
                    history.scan(key, value, areAnswered ? (int) values[step] : Op.Scan.UNANSWERED);
                }
                case MATCHES -> throw new IllegalStateException("matches without a scan");
            }
        }
    }

    /** Returns the elements of a list from the start of an array that is reused. */
    private int[] list(long value, int[] elements) {
        int length = (int) value;
        if (length > list.length) {
            list = new int[Math.max(length, 2 * list.length)];
        }
        System.arraycopy(elements, (int) (value >>> 32), list, 0, length);
        return list;
    }
}
