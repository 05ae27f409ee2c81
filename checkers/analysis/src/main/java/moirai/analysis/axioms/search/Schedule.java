package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.util.Arrays;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.search.graph.OrderGraph;

/**
 * A good guess at a commit order: plays the transactions as a scheduler would that knows what they are going to read.
 *
 * <p>The state is a set of vertices of the graph that is closed under predecessors, as the frontiers of Biswas and Enea
 * (2019) are. Of the transactions that may come next, the one with the earliest place in a guiding order is
 * taken, with these exceptions:
 *
 * <ul>
 *   <li>A writer waits while somebody who is not yet in reads the version that it would overwrite.
 *   <li>Snapshot isolation: a writer with its snapshot in and its commit not holds the keys that it writes; other
 *       writers of these keys wait. A writer that is waited for as a reader takes its snapshot at once.
 *   <li>If all wait, the one with the earliest place stops waiting, and the order is going to have a violation.
 * </ul>
 *
 * <p>There is no going back: that is left to {@link PairSearch}, whose decisions are edges of the graph here. Every
 * order extends the graph. O(edges + ops) steps, and a logarithm for each time that a transaction waits; a transaction
 * waits for one key at a time and is woken when at most one reader of the key's version is left.
 */
final class Schedule {

    private static final int NONE = -1;

    private final KeyValueHistory history;
    private final Accesses accesses;
    private final Points points;
    private final boolean locks;
    private final OrderGraph graph;
    private final int[] before;
    private final int[] guide;
    private final int[] place;
    /** The number of reads of each write that are not in. */
    private final int[] unread;
    /**
     * The write of each key that is in and not overwritten; the transaction that holds the key; the last that waits for
     * it.
     */
    private final int[] current;

    private final int[] holder;
    private final int[] lastWaiter;
    /** The transactions that wait, each with the one before that waits for the same key. */
    private final IntArrayList waiter = new IntArrayList();

    private final IntArrayList previousWaiter = new IntArrayList();
    private final boolean[] isIn;
    private final boolean[] isWaiting;
    private final IntHeapPriorityQueue ready = new IntHeapPriorityQueue();
    private final IntHeapPriorityQueue waiting = new IntHeapPriorityQueue();
    private final IntArrayList immediate = new IntArrayList();
    private final int[] order;
    private int ordered;

    private Schedule(Problem problem, OrderGraph graph, int[] guide) {
        this.history = problem.history();
        this.accesses = problem.accesses();
        this.points = problem.points();
        this.locks = problem.level().axiom() == Axiom.SNAPSHOT;
        this.graph = graph;
        this.guide = guide;
        this.before = new int[graph.vertexCount()];
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            before[graph.to(edge)]++;
        }
        this.place = new int[guide.length];
        for (int i = 0; i < guide.length; i++) {
            place[guide[i]] = i;
        }
        this.unread = new int[history.writeCount()];
        Arrays.setAll(unread, write -> accesses.endReadOf(write) - accesses.firstReadOf(write));
        this.current = filled(history.keyCount());
        this.holder = filled(history.keyCount());
        this.lastWaiter = filled(history.keyCount());
        this.isIn = new boolean[graph.vertexCount()];
        this.isWaiting = new boolean[guide.length];
        this.order = new int[guide.length];
    }

    private static int[] filled(int length) {
        int[] column = new int[length];
        Arrays.fill(column, NONE);
        return column;
    }

    /** Returns the transactions in an order that extends the acyclic graph. */
    static int[] order(Problem problem, OrderGraph graph, int[] guide) {
        var schedule = new Schedule(problem, graph, guide);
        schedule.play();
        return schedule.order;
    }

    private void play() {
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (before[vertex] == 0) {
                release(vertex);
            }
        }
        while (ordered < order.length) {
            if (!immediate.isEmpty()) {
                add(immediate.popInt());
            } else if (!ready.isEmpty()) {
                attempt(guide[ready.dequeueInt()]);
            } else {
                int txn = guide[waiting.dequeueInt()];
                if (isWaiting[txn]) {
                    isWaiting[txn] = false;
                    proceed(txn);
                }
            }
        }
    }

    /** Takes note that all predecessors of the vertex are in. */
    private void release(int vertex) {
        if (!points.isPoint(vertex)) {
            immediate.add(vertex);
            return;
        }
        int txn = points.txn(vertex);
        boolean writes = history.firstWrite(txn) < history.endWrite(txn);
        if (points.isCommit(vertex) ? writes : writes && locks) {
            ready.enqueue(place[txn]);
        } else {
            immediate.add(vertex);
        }
    }

    private void attempt(int txn) {
        if (isIn[points.commit(txn)] || isWaiting[txn]) {
            return;
        }
        boolean commits = before[points.commit(txn)] == 0 || commitsAfterSnapshot(txn);
        int key = commits ? keyBeingRead(txn) : NONE;
        if (key == NONE && locks) {
            key = keyHeld(txn);
        }
        if (key == NONE) {
            proceed(txn);
        } else {
            isWaiting[txn] = true;
            waiting.enqueue(place[txn]);
            previousWaiter.add(lastWaiter[key]);
            lastWaiter[key] = waiter.size();
            waiter.add(txn);
        }
    }

    private boolean commitsAfterSnapshot(int txn) {
        return points.areSplit() && !isIn[points.snapshot(txn)] && before[points.commit(txn)] == 1;
    }

    private void proceed(int txn) {
        if (!isIn[points.snapshot(txn)]) {
            add(points.snapshot(txn));
        }
        if (before[points.commit(txn)] == 0 && !isIn[points.commit(txn)]) {
            add(points.commit(txn));
        }
    }

    /**
     * Returns a key that the transaction writes and of which the current version has readers, others, that are not in.
     */
    private int keyBeingRead(int txn) {
        for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
            int version = current[history.writeKey(write)];
            if (version != NONE && unreadByOthers(version, txn) > 0) {
                if (locks) {
                    startReaders(version, txn);
                }
                if (unreadByOthers(version, txn) > 0) {
                    return history.writeKey(write);
                }
            }
        }
        return NONE;
    }

    private int unreadByOthers(int version, int txn) {
        int count = unread[version];
        if (count > 0 && !isIn[points.snapshot(txn)]) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                if (accesses.sourceWrite(read) == version) {
                    count--;
                }
            }
        }
        return count;
    }

    private void startReaders(int version, int except) {
        for (int i = accesses.firstReadOf(version); i < accesses.endReadOf(version); i++) {
            int reader = accesses.reader(accesses.readAt(i));
            int snapshot = points.snapshot(reader);
            if (reader != except && before[snapshot] == 0 && !isIn[snapshot] && keyHeld(reader) == NONE) {
                add(snapshot);
            }
        }
    }

    /** Returns a key that the transaction writes and another one holds. */
    private int keyHeld(int txn) {
        for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
            int of = holder[history.writeKey(write)];
            if (of != NONE && of != txn) {
                return history.writeKey(write);
            }
        }
        return NONE;
    }

    private void add(int vertex) {
        if (isIn[vertex]) {
            return;
        }
        isIn[vertex] = true;
        if (points.isPoint(vertex)) {
            int txn = points.txn(vertex);
            if (vertex == points.snapshot(txn)) {
                read(txn);
            }
            if (vertex == points.commit(txn)) {
                write(txn);
                order[ordered++] = txn;
            }
        }
        for (int edge = graph.firstOut(vertex); edge != OrderGraph.NONE; edge = graph.nextOut(edge)) {
            if (--before[graph.to(edge)] == 0) {
                release(graph.to(edge));
            }
        }
    }

    private void read(int txn) {
        for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
            int version = accesses.sourceWrite(read);
            if (version >= 0 && --unread[version] <= 1 && current[history.readKey(read)] == version) {
                wake(history.readKey(read));
            }
        }
        for (int write = history.firstWrite(txn); locks && write < history.endWrite(txn); write++) {
            holder[history.writeKey(write)] = txn;
        }
    }

    private void write(int txn) {
        for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
            int key = history.writeKey(write);
            current[key] = write;
            holder[key] = NONE;
            wake(key);
        }
    }

    private void wake(int key) {
        for (int at = lastWaiter[key]; at != NONE; at = previousWaiter.getInt(at)) {
            int txn = waiter.getInt(at);
            if (isWaiting[txn]) {
                isWaiting[txn] = false;
                ready.enqueue(place[txn]);
            }
        }
        lastWaiter[key] = NONE;
    }
}
