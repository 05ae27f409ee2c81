package moirai.formats;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.Outcome;
import moirai.history.RunHeader;

/**
 * The ops of a file in its order, each with its transaction, until the whole file is known.
 *
 * <p>Two things cannot be told earlier: whether anybody writes 0 to a key, so that a read of 0 is not one of the
 * initial state, and, where ops of several transactions alternate, which ops a transaction has.
 *
 * <p>Steps of {@link #build}: 1. the keys to which 0 is written by a transaction that was not aborted, if any; 2. if
 * transactions alternate, a counting sort of the ops by transaction, which is stable and so keeps each one's order;
 * 3. op by op to the {@link HistoryBuilder}. Invariant: transactions are numbered by their first op in the file, which
 * respects each session's order. Cost: O(ops + transactions); 20 bytes an op until it is handed over, 4 more if
 * transactions alternate.
 */
final class RegisterOps {

    /** The size of the chunks in which ops are kept and, once handed over, freed. */
    private static final int CHUNK_OPS = 1 << 16;

    private static final int OPS_MAX = Integer.MAX_VALUE - CHUNK_OPS;
    private static final int TXNS_MAX = 1 << 29;

    private static final int WRITE = 0;
    private static final int READ = 1;
    private static final int INITIAL_READ = 2;
    private static final int UNANSWERED = 3;

    private static final int COMMITTED = 0;
    private static final int ABORTED = 1;
    private static final int UNFINISHED = 2;
    private static final Outcome HOW_COMMITTED = new Outcome.Committed();
    private static final Outcome HOW_ABORTED = new Outcome.Aborted("");

    private final Path file;
    private final boolean isZeroInitial;
    private final List<long[]> keys = new ArrayList<>();
    private final List<long[]> values = new ArrayList<>();
    /** The transaction times four, plus the kind. */
    private final List<int[]> tags = new ArrayList<>();
    /** The session of each transaction; below, its outcome. */
    private final IntArrayList sessions = new IntArrayList();

    private final IntArrayList ends = new IntArrayList();

    private long[] lastKeys = new long[0];
    private long[] lastValues = new long[0];
    private int[] lastTags = new int[0];
    private int used = 0;
    private int lastTxn = -1;
    private boolean alternates;
    private boolean writesZero;
    private boolean readsZero;

    /** @param isZeroInitial whether a read of 0 shows the initial state where nobody writes 0 */
    RegisterOps(Path file, boolean isZeroInitial) {
        this.file = file;
        this.isZeroInitial = isZeroInitial;
    }

    /**
     * Opens a transaction, committed unless its outcome is set later.
     *
     * @return its number
     */
    int begin(long session) {
        if (session > Integer.MAX_VALUE) {
            throw tooMany(Integer.MAX_VALUE + " sessions");
        }
        if (sessions.size() == TXNS_MAX) {
            throw tooMany(TXNS_MAX + " transactions");
        }
        sessions.add((int) session);
        ends.add(COMMITTED);
        return sessions.size() - 1;
    }

    void aborted(int txn) {
        ends.set(txn, ABORTED);
    }

    void unfinished(int txn) {
        ends.set(txn, UNFINISHED);
    }

    int session(int txn) {
        return sessions.getInt(txn);
    }

    boolean isAborted(int txn) {
        return ends.getInt(txn) == ABORTED;
    }

    void write(int txn, long key, long value) {
        writesZero |= value == 0;
        add(txn, key, value, WRITE);
    }

    void read(int txn, long key, long value) {
        readsZero |= value == 0;
        add(txn, key, value, READ);
    }

    void readInitial(int txn, long key) {
        add(txn, key, 0, INITIAL_READ);
    }

    void unansweredRead(int txn, long key) {
        add(txn, key, 0, UNANSWERED);
    }

    private void add(int txn, long key, long value, int kind) {
        if (used == lastKeys.length) {
            grow();
        }
        int at = used++;
        lastKeys[at] = key;
        lastValues[at] = value;
        lastTags[at] = txn << 2 | kind;
        alternates |= txn < lastTxn;
        lastTxn = txn;
    }

    private void grow() {
        if ((long) keys.size() * CHUNK_OPS >= OPS_MAX) {
            throw tooMany((long) keys.size() * CHUNK_OPS + " operations");
        }
        lastKeys = new long[CHUNK_OPS];
        lastValues = new long[CHUNK_OPS];
        lastTags = new int[CHUNK_OPS];
        keys.add(lastKeys);
        values.add(lastValues);
        tags.add(lastTags);
        used = 0;
    }

    private HistoryFormatException tooMany(String limit) {
        return new HistoryFormatException(file.toString(), "has more than " + limit + ", the most that is read");
    }

    private int opCount() {
        return keys.isEmpty() ? 0 : (keys.size() - 1) * CHUNK_OPS + used;
    }

    /** Returns the history; these ops must not be used again. */
    History build() {
        if (sessions.isEmpty()) {
            throw new HistoryFormatException(file.toString(), "has no transaction, and there is nothing to judge");
        }
        LongSet zeroKeys = keysWithZero();
        var history = new HistoryBuilder(RunHeader.NONE).untimed().reserve(sessions.size(), opCount());
        if (alternates) {
            grouped(history, zeroKeys);
        } else {
            inOrder(history, zeroKeys);
        }
        return history.build();
    }

    /**
     * Returns the keys to which a transaction that was not aborted writes 0. Aborted transactions write nothing, so the
     * initial state explains a read of 0 where only they wrote 0.
     */
    private LongSet keysWithZero() {
        var found = new LongOpenHashSet();
        if (isZeroInitial && readsZero && writesZero) {
            for (int op = 0; op < opCount(); op++) {
                int tag = tag(op);
                if ((tag & 3) == WRITE && value(op) == 0 && !isAborted(tag >>> 2)) {
                    found.add(key(op));
                }
            }
        }
        return found;
    }

    private void inOrder(HistoryBuilder history, LongSet zeroKeys) {
        int txn = 0;
        int count = opCount();
        for (int from = 0; from < count; from += CHUNK_OPS) {
            int chunk = from / CHUNK_OPS;
            // The last chunk takes the place of each, so that what was handed over can be collected.
            long[] chunkKeys = keys.set(chunk, lastKeys);
            long[] chunkValues = values.set(chunk, lastValues);
            int[] chunkTags = tags.set(chunk, lastTags);
            int size = Math.min(CHUNK_OPS, count - from);
            for (int i = 0; i < size; i++) {
                int tag = chunkTags[i];
                while (txn < tag >>> 2) {
                    end(history, txn++);
                }
                hand(history, tag & 3, chunkKeys[i], chunkValues[i], zeroKeys);
            }
        }
        while (txn < sessions.size()) {
            end(history, txn++);
        }
    }

    private void grouped(HistoryBuilder history, LongSet zeroKeys) {
        int[] firstOp = new int[sessions.size() + 1];
        int count = opCount();
        for (int op = 0; op < count; op++) {
            firstOp[(tag(op) >>> 2) + 1]++;
        }
        for (int txn = 0; txn < sessions.size(); txn++) {
            firstOp[txn + 1] += firstOp[txn];
        }
        int[] sorted = new int[count];
        for (int op = 0; op < count; op++) {
            sorted[firstOp[tag(op) >>> 2]++] = op;
        }
        int next = 0;
        for (int txn = 0; txn < sessions.size(); txn++) {
            // Placing the ops moved each start to the end.
            for (; next < firstOp[txn]; next++) {
                int op = sorted[next];
                hand(history, tag(op) & 3, key(op), value(op), zeroKeys);
            }
            end(history, txn);
        }
    }

    private void hand(HistoryBuilder history, int kind, long key, long value, LongSet zeroKeys) {
        switch (kind) {
            case WRITE -> history.write(key, value);
            case INITIAL_READ -> history.readInitial(key);
            case UNANSWERED -> history.unansweredRead(key);
            default -> {
                if (value == 0 && isZeroInitial && !zeroKeys.contains(key)) {
                    history.readInitial(key);
                } else {
                    history.readValue(key, value);
                }
            }
        }
    }

    private void end(HistoryBuilder history, int txn) {
        history.end(sessions.getInt(txn), outcome(ends.getInt(txn)), 0, 0);
    }

    private static Outcome outcome(int end) {
        return switch (end) {
            case COMMITTED -> HOW_COMMITTED;
            case ABORTED -> HOW_ABORTED;
            default -> Outcome.Indeterminate.UNFINISHED;
        };
    }

    private long key(int op) {
        return keys.get(op / CHUNK_OPS)[op % CHUNK_OPS];
    }

    private long value(int op) {
        return values.get(op / CHUNK_OPS)[op % CHUNK_OPS];
    }

    private int tag(int op) {
        return tags.get(op / CHUNK_OPS)[op % CHUNK_OPS];
    }
}
