package moirai.analysis.durability;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Outcome;
import org.jspecify.annotations.Nullable;

/*
 * The final value of a counter is its initial value, plus all that was acknowledged before the final reads, plus some
 * of what may have taken effect besides. So it is at least the sum of the first two and of all of the latter that are
 * negative, and at most that with all that are positive.
 *
 * (1) If even the greatest value that a node shows is less, acknowledged increases are missing: as many at least as the
 *     greatest ones that make up for it. (2) If even the least is more, acknowledged decreases are. A difference that
 *     all of these together do not make up for is no mere loss, and is left to the judgement of isolation.
 *
 * A difference does not say which changes are missing. Where amounts of both signs occur, one that was done twice looks
 * like one of the other sign that is missing.
 */
/** The final states of counters and accounts. It takes some 150 bytes for each of them. */
final class CounterStates implements FinalStates {

    /** The greatest amount; sums of as many as fit into a history do not overflow. */
    private static final long AMOUNT_MAX = 1L << 31;

    private static final long VALUE_MAX = AMOUNT_MAX << 28;

    private final FinalReadTimes times;
    private final Long2ObjectOpenHashMap<State> states = new Long2ObjectOpenHashMap<>();

    CounterStates(FinalReadTimes times) {
        this.times = times;
    }

    /** What is known of a counter. */
    private static final class State {

        private final long initial;
        private int phase = FinalReadTimes.NONE;
        private long greatest;
        private long least;
        /** Set if nothing is inferred: numbers are too large, an answer is missing, or where it began is not known. */
        private boolean isSetAside;

        private boolean isUnanswered;
        private long increases;
        private long decreases;
        /** The sums of amounts that may have taken effect or not. */
        private long mayIncrease;

        private long mayDecrease;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;
        /** How often each acknowledged amount occurs of those that may be missing. */
        private final Long2LongOpenHashMap amounts = new Long2LongOpenHashMap();

        State(OptionalLong initial) {
            this.initial = initial.orElse(0);
            this.isSetAside = initial.isEmpty();
        }

        void read(long value, int now) {
            if (now > phase) {
                phase = now;
                isUnanswered = false;
                greatest = value;
                least = value;
            }
            greatest = Math.max(greatest, value);
            least = Math.min(least, value);
            isSetAside |= value > VALUE_MAX || value < -VALUE_MAX;
        }

        void add(long amount, boolean isAcknowledged, long endNanos) {
            if (amount > AMOUNT_MAX || amount < -AMOUNT_MAX) {
                isSetAside = true;
            } else if (isAcknowledged) {
                increases += Math.max(0, amount);
                decreases += Math.min(0, amount);
                firstNanos = Math.min(firstNanos, endNanos);
                lastNanos = Math.max(lastNanos, endNanos);
            } else {
                mayIncrease += Math.max(0, amount);
                mayDecrease += Math.min(0, amount);
            }
        }

        /** Returns what the counter should be at least. */
        long atLeast() {
            return initial + increases + decreases + mayDecrease;
        }

        long atMost() {
            return initial + increases + decreases + mayIncrease;
        }

        /** Returns whether missing increases explain a contradiction, and alone do. */
        boolean lacksIncreases() {
            long missing = atLeast() - greatest;
            return isJudged() && missing > 0 && missing <= increases;
        }

        boolean lacksDecreases() {
            long surplus = least - atMost();
            return isJudged() && surplus > 0 && surplus <= -decreases;
        }

        private boolean isJudged() {
            return phase != FinalReadTimes.NONE && !isSetAside && !isUnanswered;
        }

        void compare(long amount) {
            if (amount > 0 ? lacksIncreases() : amount < 0 && lacksDecreases()) {
                amounts.addTo(Math.abs(amount), 1);
            }
        }

        /** Returns how many acknowledged changes have to be missing at least. */
        long lost(long missing) {
            long[] sizes = amounts.keySet().toLongArray();
            Arrays.sort(sizes);
            long left = missing;
            long count = 0;
            for (int i = sizes.length - 1; i >= 0 && left > 0; i--) {
                long needed = Math.min(amounts.get(sizes[i]), (left + sizes[i] - 1) / sizes[i]);
                count += needed;
                left -= needed * sizes[i];
            }
            return count;
        }
    }

    @Override
    public void read(History piece, int op, int phase) {
        long key = piece.keyName(piece.key(op));
        String recipe = piece.header().workload();
        State state = states.computeIfAbsent(key, name -> new State(InitialSums.of(recipe, name)));
        if (phase < state.phase) {
            return;
        }
        if (piece.isAnswered(op)) {
            state.read(piece.value(op), phase);
        } else {
            if (phase > state.phase) {
                state.read(0, phase);
            }
            state.isUnanswered = true;
        }
    }

    @Override
    public boolean wantsWrites() {
        return true;
    }

    @Override
    public void write(History piece, int txn, int op) {
        State state = states.get(piece.keyName(piece.key(op)));
        if (state != null && piece.outcome(txn).mayHaveTakenEffect()) {
            boolean isAcknowledged = piece.outcome(txn) instanceof Outcome.Committed
                    && times.answer(state.phase, piece.endNanos(txn)) == FinalReadTimes.Answer.COMPARED;
            state.add(piece.value(op), isAcknowledged, piece.endNanos(txn));
        }
    }

    @Override
    public int phaseOf(History piece, int key) {
        State state = states.get(piece.keyName(key));
        return state == null ? FinalReadTimes.NONE : state.phase;
    }

    /** Notes the amount; which ones are lost is not known. */
    @Override
    public boolean isLost(History piece, int txn, int op) {
        @Nullable State state = states.get(piece.keyName(piece.key(op)));
        if (state != null) {
            state.compare(piece.value(op));
        }
        return false;
    }

    @Override
    public long staleCount() {
        return states.values().stream()
                .filter(state -> state.greatest > state.least)
                .count();
    }

    @Override
    public List<WrongSum> sums(List<FaultEvent> faults) {
        var sums = new ArrayList<WrongSum>();
        long[] keys = states.keySet().toLongArray();
        Arrays.sort(keys);
        for (long key : keys) {
            State state = states.get(key);
            boolean lacksIncreases = state.lacksIncreases();
            if (lacksIncreases || state.lacksDecreases()) {
                long shown = lacksIncreases ? state.greatest : state.least;
                long bound = lacksIncreases ? state.atLeast() : state.atMost();
                sums.add(new WrongSum(
                        key,
                        shown,
                        bound,
                        state.lost(Math.abs(bound - shown)),
                        Culprits.of(faults, state.firstNanos),
                        Culprits.of(faults, state.lastNanos)));
            }
        }
        return sums;
    }
}
