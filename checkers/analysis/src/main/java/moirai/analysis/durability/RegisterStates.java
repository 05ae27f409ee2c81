package moirai.analysis.durability;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import moirai.history.History;
import moirai.history.Outcome;
import org.jspecify.annotations.Nullable;

/*
 * A write w of a register is lost if (1) its transaction was acknowledged before the final reads of its key began, (2)
 * it is the last one of its transaction to its key, and (3) each final read shows the initial state, or a value all of
 * whose writers had ended, acknowledged, before the transaction of w began.
 *
 * Why: the writers of what is shown had committed when w was not yet sent, so what is shown was replaced by w, or by
 * something after w, in the order in which both took effect. It can only be shown again if that order was undone, or if
 * w never entered it. Where a database keeps the write with the latest time of its own instead of the later one, the
 * acknowledged write is as much gone.
 *
 * Whatever leaves doubt excuses: a writer of unknown outcome may take effect at any time, so it never ends; nor does
 * one that was refused, whose value nobody may read; nor a value that nobody is known to have written, since records
 * may be missing. Intervals are closed: who ends at the nanosecond at which w begins may have committed after it.
 * A lost write behind which another one was kept leaves no trace, so the number of lost writes is a least one.
 */
/** The final states of registers. It takes some 100 bytes for each register that was finally read. */
final class RegisterStates implements FinalStates {

    /** Stands for the time of a writer that nobody knows. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private static final String NOTHING = "nil";

    private final Long2ObjectOpenHashMap<State> states = new Long2ObjectOpenHashMap<>();

    /** The values that the final reads of a register show. */
    private static final class State {

        private int phase = FinalReadTimes.NONE;
        private boolean isInitialShown;
        private boolean isUnanswered;
        private long[] values = {};
        /** For each value the latest end of its writers. */
        private long[] ends = {};

        private int[] writers = {};

        void begin(int next) {
            phase = next;
            isInitialShown = false;
            isUnanswered = false;
            values = new long[0];
            ends = new long[0];
            writers = new int[0];
        }

        int indexOf(long value) {
            for (int i = 0; i < values.length; i++) {
                if (values[i] == value) {
                    return i;
                }
            }
            return -1;
        }

        void show(long value) {
            if (indexOf(value) < 0) {
                int count = values.length;
                values = Arrays.copyOf(values, count + 1);
                ends = Arrays.copyOf(ends, count + 1);
                writers = Arrays.copyOf(writers, count + 1);
                values[count] = value;
                ends[count] = UNKNOWN;
                writers[count] = LostWrite.NONE;
            }
        }

        void written(long value, long end, int txn) {
            int index = indexOf(value);
            if (index >= 0 && end > ends[index]) {
                ends[index] = end;
                writers[index] = txn;
            }
        }

        /** Returns the index of the value written last, and of several of the least one; negative if there is none. */
        int last() {
            int last = -1;
            for (int i = 0; i < values.length; i++) {
                boolean isLater =
                        last < 0 || ends[i] > ends[last] || (ends[i] == ends[last] && values[i] < values[last]);
                last = isLater ? i : last;
            }
            return last;
        }

        /** Returns whether all that is shown was there before this time. */
        boolean isOlderThan(long startNanos) {
            for (long end : ends) {
                if (end == UNKNOWN || end >= startNanos) {
                    return false;
                }
            }
            return !isUnanswered;
        }
    }

    private @Nullable State of(History piece, int op) {
        return states.get(piece.keyName(piece.key(op)));
    }

    @Override
    public void read(History piece, int op, int phase) {
        State state = states.computeIfAbsent(piece.keyName(piece.key(op)), key -> new State());
        if (phase < state.phase) {
            return;
        }
        if (phase > state.phase) {
            // What an earlier one has shown may be lost since.
            state.begin(phase);
        }
        if (!piece.isAnswered(op)) {
            state.isUnanswered = true;
        } else if (piece.isInitialRead(op)) {
            state.isInitialShown = true;
        } else {
            state.show(piece.value(op));
        }
    }

    @Override
    public boolean wantsWrites() {
        return true;
    }

    @Override
    public void write(History piece, int txn, int op) {
        State state = of(piece, op);
        if (state != null) {
            boolean isAcknowledged = piece.outcome(txn) instanceof Outcome.Committed;
            state.written(piece.value(op), isAcknowledged ? piece.endNanos(txn) : Long.MAX_VALUE, txn);
        }
    }

    @Override
    public int phaseOf(History piece, int key) {
        State state = states.get(piece.keyName(key));
        return state == null ? FinalReadTimes.NONE : state.phase;
    }

    /** Returns whether the transaction did not replace the value itself. */
    @Override
    public boolean isJudged(History piece, int txn, int op) {
        for (int later = op + 1; later < piece.endOp(txn); later++) {
            if (piece.isWrite(later) && piece.key(later) == piece.key(op)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isLost(History piece, int txn, int op) {
        State state = of(piece, op);
        return state != null && state.isOlderThan(piece.startNanos(txn));
    }

    @Override
    public boolean isRecovered(History piece, int txn, int op) {
        return isShown(piece, op);
    }

    @Override
    public boolean isShown(History piece, int op) {
        State state = of(piece, op);
        return state != null && state.indexOf(piece.value(op)) >= 0;
    }

    /** Returns the clues by ids of this history, which has to be the only piece. */
    @Override
    public LostWrite.Clues clues(History whole, int op, int fault) {
        State state = of(whole, op);
        int last = state == null ? -1 : state.last();
        return state == null || last < 0
                ? new LostWrite.Clues(fault, NOTHING, LostWrite.NONE)
                : new LostWrite.Clues(fault, whole.valueLabel(state.values[last]), state.writers[last]);
    }

    @Override
    public long staleCount() {
        return states.values().stream()
                .filter(state -> state.values.length + (state.isInitialShown ? 1 : 0) > 1)
                .count();
    }
}
