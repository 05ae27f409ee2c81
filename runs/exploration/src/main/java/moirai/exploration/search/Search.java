package moirai.exploration.search;

import static java.util.Objects.requireNonNull;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import moirai.history.level.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A search of all runs of a program that a base level allows.
 *
 * <p>An explicit stack holds the places where further behaviours begin; each place is a list of blocks, which histories
 * share. From such a place the program runs to its end without interruption, and further places are recorded on the
 * way. So a body runs once for each place, and not once for each step.
 */
public final class Search {

    /** A visitor of complete histories. */
    @FunctionalInterface
    public interface Visitor {

        /** Visits a history, which is valid during the call; returns whether the search continues. */
        boolean visit(TxnRunner.Sight history);
    }

    /**
     * A place in the search where another behaviour begins: a history, and a transaction that runs up to a read which
     * then gets another value than before.
     */
    static final class Node {

        /** The value of {@link #session} for the next session in the oracle order. */
        static final int NEXT = -1;

        final Block[] history;
        final int session;
        final @Nullable TxnPlace place;
        final Steps former;
        final int formerCount;
        final int source;

        /** Creates a place at which a transaction repeats its earlier steps, and then reads from a source. */
        Node(Block[] history, TxnPlace place, Steps former, int formerCount, int source) {
            this.history = history;
            this.session = place.session();
            this.place = place;
            this.former = former;
            this.formerCount = formerCount;
            this.source = source;
        }

        /** Creates a place at which a session begins its next transaction. */
        Node(Block[] history, int session) {
            this.history = history;
            this.session = session;
            this.place = null;
            this.former = new Steps();
            this.formerCount = -1;
            this.source = Steps.INITIAL;
        }
    }

    /**
     * The number of repetitions of the first complete history and of the first failure. Later ones are repeated less
     * often.
     */
    private static final int REPEATS_MAX = 16;

    /** The number of repetitions of a transaction that has read something new. */
    private static final int VERIFICATIONS = 8;

    /**
     * The number of repetitions that are made in any case. Later ones are too few among all runs to cost noticeable
     * time.
     */
    private static final int VERIFICATIONS_MIN = 4_096;

    private static final int RUNS_PER_VERIFICATION = 32;

    private static final Block[] NONE = {};

    private final TxnRunner runner;
    private final Algorithm algorithm;
    private final PlacedHistory history;
    private final Swaps swaps;
    private final SplittableRandom random;
    private final ObjectArrayList<Node> stack = new ObjectArrayList<>();
    private final List<List<TxnPlace>> places = new ArrayList<>();
    private final int finalSession;
    private final ExternalReads reads = new ExternalReads();
    private final IntArrayList allowed = new IntArrayList();
    private int placeCount;
    /** The hashes of the verified transactions and their reads. In a collision a transaction is not verified. */
    private final LongOpenHashSet verified = new LongOpenHashSet();

    private long verifications;
    private long confirmations;
    private final ObjectArrayList<Node> swapped = new ObjectArrayList<>();
    private double weight;
    private long runs;
    private long ends;
    private Block[] snapshot = NONE;
    private Recorder recording = new Recorder(new TxnPlace(0, 0, 0), key -> Steps.INITIAL);

    /**
     * Creates a search.
     *
     * @param base the level that restricts reads, which is {@linkplain ExploredLevels#isCausallyExtensible causally
     *    extensible}
     * @param random for random walks
     */
    public Search(TxnRunner runner, IsolationLevel base, Algorithm algorithm, SplittableRandom random) {
        this.runner = runner;
        this.algorithm = algorithm;
        this.random = random;
        this.finalSession = runner.isLastFinal() ? runner.sessionCount() - 1 : -1;
        this.history = new PlacedHistory(base, finalSession);
        this.swaps = new Swaps(base, finalSession);
        for (int session = 0; session < runner.sessionCount(); session++) {
            places.add(new ArrayList<>());
        }
    }

    /** Returns the number of runs of transactions. */
    public long runs() {
        return runs;
    }

    /** Returns the number of complete histories. */
    public long ends() {
        return ends;
    }

    /** Returns the number of known places from which further behaviours begin. */
    public int open() {
        return stack.size();
    }

    /**
     * Searches until no place is left or the visitor stops the search.
     *
     * @return whether no place is left
     * @throws NondeterminismError if the program is not a function of its reads
     */
    public boolean run(Visitor visitor) {
        runner.restart();
        stack.clear();
        stack.push(new Node(NONE, Node.NEXT));
        while (!stack.isEmpty()) {
            Node node = isByLot() ? stack.top() : stack.pop();
            weight = 1;
            if (!follow(node, visitor)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Runs the last history again, from its first transaction, and compares. A visitor calls this for a failure.
     *
     * @throws NondeterminismError if the history is not the same
     */
    public void confirm() {
        repeat(Math.max(1, repeats(++confirmations)));
    }

    private void repeat(int times) {
        for (int time = 0; time < times; time++) {
            Replay.again(runner, history);
        }
    }

    /** Returns the number of repetitions at the n-th event of a kind: several at first, and later a few. */
    private static int repeats(long time) {
        return (int) (REPEATS_MAX / time) + (time > REPEATS_MAX && Long.bitCount(time) == 1 ? 1 : 0);
    }

    private boolean isByLot() {
        return algorithm == Algorithm.RANDOM_WALK || algorithm == Algorithm.PROBING;
    }

    /**
     * Returns the weight of the last history when probing: the number of histories, if all branches were like those on
     * the way to this one.
     */
    public double weight() {
        return weight;
    }

    /** Continues from a place to the end of the program. */
    private boolean follow(Node start, Visitor visitor) {
        history.load(start.history);
        if (start.place != null) {
            end(start.place, start);
        } else if (start.session != Node.NEXT) {
            runNext(start.session);
        }
        for (int session = next(); session != Node.NEXT; session = next()) {
            runNext(session);
        }
        ends++;
        repeat(repeats(ends));
        return visitor.visit(history);
    }

    private void runNext(int session) {
        int position = 0;
        for (int index = 0; index < history.count(); index++) {
            if (history.block(index).place().session() == session) {
                position++;
            }
        }
        end(place(session, position), new Node(NONE, session));
    }

    private TxnPlace place(int session, int position) {
        List<TxnPlace> known = places.get(session);
        if (known.size() == position) {
            if (placeCount == PlacedHistory.TXNS_MAX) {
                throw new TooManyTxnsException(PlacedHistory.TXNS_MAX);
            }
            known.add(new TxnPlace(placeCount++, session, position));
        }
        return known.get(position);
    }

    /**
     * Returns the session that runs next: the least in the oracle order, or one of those that have transactions left.
     */
    private int next() {
        var waiting = new IntArrayList();
        for (int session = 0; session < places.size(); session++) {
            if (session == finalSession && !waiting.isEmpty()) {
                break;
            }
            if (isWaiting(session)) {
                waiting.add(session);
                if (algorithm == Algorithm.SWAPPING || algorithm == Algorithm.PROBING) {
                    return session;
                }
            }
        }
        if (waiting.isEmpty()) {
            return Node.NEXT;
        }
        if (algorithm == Algorithm.RANDOM_WALK) {
            return waiting.getInt(random.nextInt(waiting.size()));
        }
        Block[] blocks = history.toArray();
        for (int other = waiting.size() - 1; other > 0; other--) {
            stack.push(new Node(blocks, waiting.getInt(other)));
        }
        return waiting.getInt(0);
    }

    private boolean isWaiting(int session) {
        boolean hasBegun = false;
        for (int index = 0; index < history.count(); index++) {
            Block block = history.block(index);
            if (block.place().session() == session) {
                hasBegun = true;
                if (block.end().isLast()) {
                    return false;
                }
            }
        }
        return hasBegun || !runner.isEmpty(session);
    }

    /** Runs a transaction to its end. */
    private void end(TxnPlace place, Node from) {
        var recorder = new Recorder(place, from.former, from.formerCount, from.source, key -> choose(place, key));
        recording = recorder;
        snapshot = from.place == null ? NONE : from.history;
        runs++;
        TxnEnd end = runner.run(history, place.session(), recorder);
        recorder.ended();
        verify(recorder, end);
        reads.reset(recorder.steps(), recorder.steps().count());
        history.add(new Block(place, recorder.steps(), end, history.demands(place.session(), reads)));
        if (algorithm == Algorithm.SWAPPING && end.isCommitted()) {
            swaps.of(history, stack::push);
        } else if (algorithm == Algorithm.PROBING && end.isCommitted()) {
            swapOneOf();
        }
    }

    /** Continues as before or after one of the swaps, each with the same probability. */
    private void swapOneOf() {
        swapped.clear();
        swaps.of(history, swapped::add);
        int ways = swapped.size() + 1;
        weight *= ways;
        int way = random.nextInt(ways);
        if (way < swapped.size()) {
            Node node = swapped.get(way);
            history.load(node.history);
            end(requireNonNull(node.place), node);
        }
    }

    /**
     * Repeats a transaction that has read something new, to see whether it makes the same steps. If most transactions
     * do, only some are repeated, so that the cost stays small.
     */
    private void verify(Recorder recorder, TxnEnd end) {
        boolean isDue = !runner.isRepeating() && verifications < VERIFICATIONS_MIN + runs / RUNS_PER_VERIFICATION;
        if (!isDue || !verified.add(recorder.hash())) {
            return;
        }
        for (int time = 0; time < VERIFICATIONS; time++) {
            Recorder again = Recorder.repeating(recorder.place(), recorder.steps());
            TxnEnd other = runner.run(history, recorder.place().session(), again);
            again.ended();
            Replay.requireSame(runner, recorder.place(), end, other);
            verifications++;
        }
    }

    /**
     * Returns the source of a new read: the last writer that is allowed. The other sources become places for later.
     */
    private int choose(TxnPlace place, int key) {
        Steps steps = recording.steps();
        reads.reset(steps, steps.count());
        allowed.clear();
        for (int index = history.count() - 1; index >= 0; index--) {
            Block block = history.block(index);
            if (block.writes(key)) {
                offer(place, key, block.id());
            }
        }
        offer(place, key, Steps.INITIAL);
        weight *= allowed.size();
        if (isByLot()) {
            return allowed.getInt(random.nextInt(allowed.size()));
        }
        if (allowed.size() > 1 && snapshot.length != history.count()) {
            snapshot = history.toArray();
        }
        for (int other = allowed.size() - 1; other > 0; other--) {
            stack.push(new Node(snapshot, place, steps, steps.count(), allowed.getInt(other)));
        }
        return allowed.getInt(0);
    }

    private void offer(TxnPlace place, int key, int source) {
        reads.add(key, source);
        if (history.allows(place.session(), reads, reads.count())) {
            allowed.add(source);
        }
        reads.removeLast();
    }

    /** Signals that a program runs more transactions than a history can hold. */
    public static final class TooManyTxnsException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        /** Creates an exception that states this maximum. */
        public TooManyTxnsException(int max) {
            super("the program runs more than " + max + " transactions; accepted are programs of at most " + max);
        }
    }
}
