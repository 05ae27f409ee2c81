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
 * Runs a program in all ways that a base level allows.
 *
 * <p>An explicit stack holds the places where another behaviour begins; each is a list of blocks that histories share.
 * From such a place the program goes on to its end without being interrupted, and leaves other places on the way:
 * a body is run once for each of them, not once for each of its steps.
 */
public final class Search {

    /** Is told of every complete history. */
    @FunctionalInterface
    public interface Visitor {

        /** Looks at a history, which is valid during the call; returns whether the search goes on. */
        boolean visit(TxnRunner.Sight history);
    }

    /**
     * A place in the search where another behaviour begins: a history, and a transaction that is run up to a read which
     * gets another value than before.
     */
    static final class Node {

        /** Of {@link #session}: the next one in the oracle order. */
        static final int NEXT = -1;

        final Block[] history;
        final int session;
        final @Nullable TxnPlace place;
        final Steps former;
        final int formerCount;
        final int source;

        /** A transaction of {@code place} makes its former steps, and then reads from a source. */
        Node(Block[] history, TxnPlace place, Steps former, int formerCount, int source) {
            this.history = history;
            this.session = place.session();
            this.place = place;
            this.former = former;
            this.formerCount = formerCount;
            this.source = source;
        }

        /** The session begins its next transaction. */
        Node(Block[] history, int session) {
            this.history = history;
            this.session = session;
            this.place = null;
            this.former = new Steps();
            this.formerCount = -1;
            this.source = Steps.INITIAL;
        }
    }

    /** So many times the first complete history is run again; later ones less often, and the failures. */
    private static final int REPEATS_MAX = 16;

    /** Of a transaction that has not read the same from the same before, so many runs follow at once. */
    private static final int VERIFICATIONS = 8;

    /** So many of these are certain; later on they are as few beside the other runs as not to be noticed. */
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
    /** What transactions have done that were verified, as hashes; a collision is a run that is not verified. */
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
     * A search that has not begun.
     *
     * @param base what reads may return; a level that is {@linkplain ExploredLevels#isCausallyExtensible causally
     *     extensible}
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

    /** How many transactions were run. */
    public long runs() {
        return runs;
    }

    /** How many complete histories were reached. */
    public long ends() {
        return ends;
    }

    /** How many places are known from which other behaviours begin. */
    public int open() {
        return stack.size();
    }

    /**
     * Searches until nothing is left or the visitor has enough.
     *
     * @return whether nothing is left
     * @throws NondeterminismError if the program is not a function of what it reads
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
     * Runs the last history again, from its first transaction, and compares: for a visitor who has found something.
     *
     * @throws NondeterminismError if it is not the same
     */
    public void confirm() {
        repeat(Math.max(1, repeats(++confirmations)));
    }

    private void repeat(int times) {
        for (int time = 0; time < times; time++) {
            Replay.again(runner, history);
        }
    }

    /** How often something is repeated that happens for this time: at first more than once, later seldom. */
    private static int repeats(long time) {
        return (int) (REPEATS_MAX / time) + (time > REPEATS_MAX && Long.bitCount(time) == 1 ? 1 : 0);
    }

    private boolean isByLot() {
        return algorithm == Algorithm.RANDOM_WALK || algorithm == Algorithm.PROBING;
    }

    /** Of the last history, when probing: how many histories there are if all ways were as many as the ways to it. */
    public double weight() {
        return weight;
    }

    /** Goes on from a place to the end of the program. */
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

    /** The session that goes on: the least in the oracle order, or one of those that are left. */
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

    /** Goes on as before, or swaps: each with the same chance. */
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
     * Runs a transaction again that has read what it never has before, to see whether it does the same. Costs little
     * where most transactions do: then not all are.
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

    /** From whom a read is that was not made before: the last writer that is allowed; others are left for later. */
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

    /** A program runs more transactions than can be told apart. */
    public static final class TooManyTxnsException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        /** This many are possible. */
        public TooManyTxnsException(int max) {
            super("the program runs more than " + max + " transactions; accepted are programs of at most " + max);
        }
    }
}
