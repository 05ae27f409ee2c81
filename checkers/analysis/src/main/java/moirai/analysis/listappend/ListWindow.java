package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.cycles.CycleFinder;
import moirai.analysis.cycles.Shape;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.DependencyGraph;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * The judgement of one window of a stream of list appends, by the steps of {@link ListAppendChecker}. It decides which
 * transactions are <i>released</i>: nothing that may still come has to precede them, unless that is an anomaly.
 *
 * <p>Terms. The transactions of a window are, in this order: <i>founders</i>, which earlier windows released and whose
 * appends later reads may still show; <i>final</i> ones, which have ended and are not released; and <i>announced</i>
 * ones, of which the plan is known and the end is not. A <i>candidate</i> is a final transaction that ended before the
 * watermark, so that it precedes everything that is still to come in real time, and whose place among the versions
 * of its keys is known.
 *
 * <ol>
 *   <li>{@link SerialOrder} puts candidates into the order, as long as nothing that is not in the order has to precede
 *       them. An edge that leads back to a founder is a {@linkplain #backEdges back edge}.
 *   <li>What is left are strongly connected components, transactions behind them, and transactions behind others that
 *       are no candidates. A component of candidates alone is released as a whole once nothing has to precede it.
 *   <li>Cycles are looked for in these components, and nowhere else. Every cycle of the history lies in one, or leads
 *       through a back edge.
 * </ol>
 *
 * <p>Why released transactions may be forgotten. An edge leads to a transaction either from the writer of something
 * that it read, which is known when it is released; or from a transaction that read or overwrote less than it appended,
 * which only its appends show: they are kept, as founders, as long as somebody may read their key.
 *
 * <p>Cost: as the batch check of the window.
 */
@SuppressWarnings("exports") // Only moirai.analysis.streaming makes windows.
public final class ListWindow {

    private static final int ANY_LENGTH = Integer.MAX_VALUE;

    private final Frame frame;
    private final History history;
    private final Inference inference;
    private final IntArrayList premature = new IntArrayList();
    private final IntArrayList released = new IntArrayList();
    private final IntArrayList withoutEffect = new IntArrayList();
    private final List<int[]> components = new ArrayList<>();
    private IntArrayList backEdges = new IntArrayList();
    private IntArrayList lateOrders = new IntArrayList();
    private int[] longestReleased = {};
    /** The op of each key whose read leaves the trace soonest, of those by released transactions; -1 for none. */
    private int[] releasedOffTrace = {};

    private boolean haveAppendsComeLate;
    private boolean isCutShort;
    private long edges;

    /**
     * A window.
     *
     * @param founders the number of founders, which are the first transactions
     * @param announced the first of the announced transactions, which are the last
     * @param watermarkNanos the time at or after which everything begins that is not in the window
     * @param strength the orders besides dependencies that released transactions keep to
     */
    public record Frame(
            History history, int founders, int announced, long watermarkNanos, Strength strength, Patience patience) {}

    /** The rules about how long transactions wait for reads that may never come. */
    public interface Patience {

        /** The rule that nobody waits. */
        Patience NONE = new Patience() {};

        /** Returns whether a final transaction has waited long enough for reads that show its appends. */
        default boolean isOld(int txn) {
            return true;
        }

        /**
         * Returns whether a final transaction that read from nobody has waited long enough for its writer. Only clocks
         * that do not agree let a writer begin after its reader has ended, and nobody knows by how much.
         */
        default boolean isAlone(int txn) {
            return true;
        }

        /** Returns whether nothing is expected to touch the key, by its dense id, any more. */
        default boolean isLeaving(int key) {
            return true;
        }

        /** Returns a number that is the greater the later a founder was released; 0 if that is not known any more. */
        default long rank(int founder) {
            return 0;
        }

        /** Returns whether earlier windows proved that a founder of unknown outcome took effect. */
        default boolean hadEffect(int founder) {
            return false;
        }

        /** Returns whether a cycle in real time is known. */
        default boolean isRealtimeBroken() {
            return true;
        }

        /**
         * Returns whether cycles may lead through two founders, of which the first one was released first, if there
         * is a dependency of the second on the first.
         */
        default boolean areAmongCycles(int earlier, int later) {
            return true;
        }
    }

    /** Infers what the window shows, and decides what is released. */
    public ListWindow(Frame frame) {
        this(
                frame,
                new Inference(
                        frame.history(),
                        txn -> txn < frame.founders() && frame.patience().hadEffect(txn)));
        if (inference.writes().hasUnknown()) {
            findPremature();
        }
        if (premature.isEmpty()) {
            release();
        }
    }

    private ListWindow(Frame frame, Inference inference) {
        this.frame = frame;
        this.history = frame.history();
        this.inference = inference;
    }

    /** Infers what a part of a history shows, of which nothing is released, for {@link #judgeAll}. */
    public static ListWindow whole(History part) {
        Frame all = new Frame(part, 0, part.txnCount(), Long.MAX_VALUE, Strength.REALTIME, Patience.NONE);
        return new ListWindow(all, new Inference(part));
    }

    /**
     * Returns the final transactions that read an element which nobody is known to append, and that ended so lately
     * that it may become known. After the watermark has passed its end that takes a read from the future, as clocks
     * that do not agree show it. If there are any, nothing is released: the window has to be made again, with their
     * plans instead of their reads.
     */
    public IntArrayList premature() {
        return premature;
    }

    /** Returns the released transactions that took effect, in an order that keeps to what the window shows. */
    public IntArrayList released() {
        return released;
    }

    /** Returns the other transactions that are released: aborted ones, and those of which nothing can be read. */
    public IntArrayList withoutEffect() {
        return withoutEffect;
    }

    /** Returns the components with cycles that are released, each with its transactions. */
    public List<int[]> components() {
        return List.copyOf(components);
    }

    /**
     * Returns the dependencies that lead back to founders: for each the transaction that depends, and then the founder.
     */
    public IntArrayList backEdges() {
        return backEdges;
    }

    /**
     * Returns the dependencies between appends of founders that released transactions are the first to show: for each
     * the founder that precedes and the one that follows.
     */
    public IntArrayList lateOrders() {
        return lateOrders;
    }

    /** Returns whether one of these is no dependency of a read, rw, so that a cycle may consist of writes. */
    public boolean haveAppendsComeLate() {
        return haveAppendsComeLate;
    }

    /** Returns the number of dependencies that were inferred between transactions that are no founders, or to these. */
    public long edges() {
        return edges;
    }

    /** Returns whether a transaction took effect, as far as the window shows. */
    public boolean isEffective(int txn) {
        return inference.reads().isEffective(txn);
    }

    /**
     * Returns whether an op is a read that later ones are compared with: the longest of its key, the longest of those
     * that were released now or before, or one of these that contradicts none but longer ones of transactions that are
     * not released.
     */
    public boolean isTelling(int read) {
        int key = history.key(read);
        return inference.orders().longestRead(key) == read
                || longestReleased[key] == read
                || (releasedOffTrace[key] == read && !isContradicted(key));
    }

    /** Returns whether released reads of a key contradict each other. */
    private boolean isContradicted(int key) {
        return releasedOffTrace[key] >= 0
                && longestReleased[key] >= 0
                && inference.orders().commonWithTrace(history.list(releasedOffTrace[key]))
                        < history.length(longestReleased[key]);
    }

    /** Returns the transaction to which an op belongs. */
    public int txn(int op) {
        return inference.writes().txn(op);
    }

    private void findPremature() {
        Writes writes = inference.writes();
        int[] firstUnknown = new int[history.listCount()];
        for (int list = 0; list < firstUnknown.length; list++) {
            firstUnknown[list] = ANY_LENGTH;
            for (int i = history.listSize(list) - 1; i >= 0; i--) {
                firstUnknown[list] = writes.appendOf(list, i) == Writes.UNKNOWN ? i : firstUnknown[list];
            }
        }
        for (int txn = frame.founders(); txn < frame.announced(); txn++) {
            boolean mayBecomeKnown = history.endNanos(txn) >= frame.watermarkNanos()
                    || !frame.patience().isAlone(txn);
            if (mayBecomeKnown && readsBeyond(txn, firstUnknown)) {
                premature.add(txn);
            }
        }
    }

    private boolean readsBeyond(int txn, int[] lengths) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (!history.isAppend(op) && history.isAnswered(op) && history.length(op) > lengths[history.list(op)]) {
                return true;
            }
        }
        return false;
    }

    private void release() {
        var found = new Candidates(frame, inference);
        BitSet candidates = found.effective();
        withoutEffect.addAll(found.withoutEffect());
        var inOrder = (BitSet) candidates.clone();
        inOrder.andNot(found.followers().txns());
        var order = new SerialOrder(inference, new OrderScope(frame.founders(), inOrder, frame.strength()));
        edges = order.edges();
        backEdges = order.backEdges();
        isCutShort = order.isCutShort();
        released.addAll(order.order());
        if (released.size() < candidates.cardinality()) {
            releaseComponents(order.unordered(), candidates, found.followers());
        }
        var late = new LateOrders(frame, inference, released);
        lateOrders = late.orders();
        haveAppendsComeLate = order.haveAppendsComeLate() || !lateOrders.isEmpty();
        longestReleased = late.longestReleased();
        releasedOffTrace =
                inference.readsOffTrace(IntStream.concat(IntStream.range(0, frame.founders()), released.intStream()));
    }

    private void releaseComponents(IntArrayList rest, BitSet candidates, Candidates.Followers followers) {
        DependencyGraph graph = new Dependencies(inference, rest).infer(followers);
        var release = new ComponentRelease(graph, Shape.G2.mask(frame.strength()));
        release.release(rest, candidates, !followers.txns().isEmpty());
        released.addAll(release.released());
        components.addAll(release.components());
    }

    /**
     * Reports what single reads prove, and what the cycles in released components prove.
     *
     * @param log receives all that the window shows; it decides what counts
     * @param unbroken returns the strongest levels that nothing has broken, asked once the cycles are in the log
     * @return the levels that are open, since no order of unread appends was found that keeps to them
     */
    public Set<IsolationLevel> judge(AnomalyLog log, Supplier<List<IsolationLevel>> unbroken) {
        LostUpdates lost = judgeReads(log);
        var members = new IntArrayList();
        components.forEach(component -> members.addElements(members.size(), component));
        members.sort(null);
        return judgeCycles(members, lost, log, unbroken);
    }

    /**
     * Reports what single reads prove, and what the cycles between all effective transactions prove that the filter
     * lets pass.
     */
    public Set<IsolationLevel> judgeAll(AnomalyLog log, Supplier<List<IsolationLevel>> unbroken) {
        var order = new SerialOrder(inference);
        isCutShort = order.isCutShort();
        LostUpdates lost = judgeReads(log);
        return judgeCycles(order.exists() ? new IntArrayList() : order.unordered(), lost, log, unbroken);
    }

    private LostUpdates judgeReads(AnomalyLog log) {
        var lost = new LostUpdates(inference, log);
        var reads = new ReadChecks(inference, log);
        reads.check();
        reads.checkFirstContradictions();
        checkReleased(log);
        lost.check();
        ListAppendChecker.doubtWhatIsAmbiguous(inference, log);
        ListAppendChecker.doubtWhatIsContested(inference, log);
        if (isCutShort) {
            EnumSet.range(Phenomenon.G_SINGLE_PREDICATE, Phenomenon.G2_REALTIME)
                    .forEach(phenomenon -> log.doubt(phenomenon, Scans.CUT_SHORT));
        }
        return lost;
    }

    /** Reports released reads that contradict each other: other checks name longer ones, which may not count yet. */
    private void checkReleased(AnomalyLog log) {
        for (int key = 0; key < releasedOffTrace.length; key++) {
            if (isContradicted(key)) {
                int longest = longestReleased[key];
                int off = releasedOffTrace[key];
                log.add(new Anomaly.IncompatibleOrder(txn(longest), longest, txn(off), off));
            }
        }
    }

    private Set<IsolationLevel> judgeCycles(
            IntArrayList txns, LostUpdates lost, AnomalyLog log, Supplier<List<IsolationLevel>> unbroken) {
        if (txns.isEmpty()) {
            return Set.of();
        }
        var dependencies = new Dependencies(inference, txns);
        DependencyGraph graph = dependencies.infer();
        ListAppendChecker.doubtWhatWasNotInferred(dependencies, log);
        CycleFinder.find(graph, history, cycle -> log.add(lost.named(ListPairs.marked(inference, cycle))))
                .forEach(log::doubt);
        if (!inference.orders().hasUnplaced() || !anyUnplaced(txns)) {
            return Set.of();
        }
        return ListAppendChecker.openWithoutOrder(unbroken.get(), dependencies, graph, lost);
    }

    private boolean anyUnplaced(IntArrayList txns) {
        for (int i = 0; i < txns.size(); i++) {
            for (int op = history.firstOp(txns.getInt(i)); op < history.endOp(txns.getInt(i)); op++) {
                if (history.isAppend(op) && inference.orders().isUnplaced(op)) {
                    return true;
                }
            }
        }
        return false;
    }
}
