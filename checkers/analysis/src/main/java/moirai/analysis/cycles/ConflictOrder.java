package moirai.analysis.cycles;

import static moirai.analysis.Dependency.ANTI_DEPENDENCIES;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.util.Arrays;
import moirai.analysis.columns.Groups;
import moirai.analysis.graph.DependencyGraph;
import moirai.history.History;

/**
 * Looks for an order of transactions whose writes conflict, which nobody saw, such that the graph has no cycle without
 * two adjacent rw edges. It tries one order and no more: finding none proves nothing.
 *
 * <p>Snapshot isolation, as Berenson et al. (1995, section 4.2) and Cerone, Gotsman (2018, section 2) run it: each
 * vertex has a begin and a commit. T2 after T1 by ww, wr, process or realtime begins after T1's commit; by rw it
 * commits after T1's begin. Of two that write one thing the second begins after the first's commit. An order of all
 * begins and commits is an execution, since along two steps, of which the second may be rw, commits only get later.
 *
 * <ol>
 *   <li>Two that conflict, of which one precedes the other by rw, have but one order, that one.
 *   <li>Begins and commits happen as soon as all that precedes them has (Kahn 1962). Who conflicts with others
 *       takes locks at its begin and gives them back at its commit.
 *   <li>With locks to take, it begins first of all if it can commit at once. That takes no choice from anybody else:
 *       whoever had to begin before its commit would be waited for.
 *   <li>If nobody can, the one that began first in the history begins, unless its commit would have to wait for
 *       somebody who waits for its locks. Here another choice may have been better.
 * </ol>
 *
 * <p>O(vertices × log + edges); who finds a lock taken tries again when it is free, at most {@link #RETRIES} times a
 * vertex on average, and what has to precede commits is looked through for {@link #STEPS} edges a vertex on average.
 */
public final class ConflictOrder {

    private static final int RETRIES = 20;
    private static final int STEPS = 200;
    private static final int STEPS_MIN = 1_000_000;
    private static final int NOBODY = -1;

    private final DependencyGraph graph;
    private final History history;
    /** The places in {@link #locks} by transaction. */
    private final Groups byTxn;

    private final int[] locks;
    private final int keyCount;

    /**
     * Prepares for conflicts: the transaction at each index writes what the key at the same index stands for.
     *
     * @param keys from 0 on, in any order
     */
    public ConflictOrder(DependencyGraph graph, History history, IntArrayList txns, IntArrayList keys) {
        this.graph = graph;
        this.history = history;
        this.byTxn = Groups.of(txns.size(), graph.vertexCount(), txns::getInt);
        this.locks = new int[txns.size()];
        this.keyCount = keys.intStream().max().orElse(-1) + 1;
        Arrays.setAll(locks, place -> keys.getInt(byTxn.member(place)));
    }

    /**
     * Returns whether an order was found that adds no cycle without adjacent rw edges. If not, there may still be one.
     */
    public boolean isSnapshotOrder(Strength strength) {
        return new Schedule(Shape.G_NONADJACENT_PREDICATE.mask(strength)).isComplete();
    }

    private boolean conflicts(int vertex) {
        return byTxn.size(vertex) > 0;
    }

    private boolean conflict(int vertex, int other) {
        for (int i = byTxn.first(vertex); i < byTxn.end(vertex); i++) {
            for (int j = byTxn.first(other); j < byTxn.end(other); j++) {
                if (locks[i] == locks[j]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A schedule of the transactions. The begin of a vertex is event 2 × vertex, its commit the next. */
    private final class Schedule {

        private final int mask;
        /** The number of events that have to happen before each event. */
        private final int[] waitsFor = new int[2 * graph.vertexCount()];

        private final int[] holder = new int[keyCount];
        private final IntArrayList ready = new IntArrayList();
        /** The transactions that may begin and then commit at once, with locks to take. */
        private final IntArrayFIFOQueue brief = new IntArrayFIFOQueue();
        /** The other transactions that may begin, with locks to take; earliest first. */
        private final IntHeapPriorityQueue waiting = new IntHeapPriorityQueue(this::compareStarts);
        /** The transactions that found each lock taken; they stand in no queue until it is free. */
        private final IntArrayList[] refused = new IntArrayList[keyCount];

        private final boolean[] hasHappened = new boolean[2 * graph.vertexCount()];
        private final EventPasts pasts;
        private final boolean[] isRefused = new boolean[graph.vertexCount()];
        private long retries;
        private int committed;

        Schedule(int mask) {
            this.mask = mask;
            Arrays.fill(holder, NOBODY);
            Arrays.setAll(refused, key -> new IntArrayList(0));
            this.pasts = pasts();
            run();
        }

        private EventPasts pasts() {
            var earlier = new IntArrayList();
            var later = new IntArrayList();
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                earlier.add(2 * vertex);
                later.add(2 * vertex + 1);
                for (int edge = graph.first(vertex); edge < graph.end(vertex); edge++) {
                    int after = after(vertex, edge);
                    if (after >= 0) {
                        // What comes after the begin alone is a commit; what comes after the commit is a begin.
                        earlier.add((after & 1) == 1 ? 2 * vertex : 2 * vertex + 1);
                        later.add(after);
                    }
                }
            }
            for (int i = 0; i < later.size(); i++) {
                waitsFor[later.getInt(i)]++;
            }
            return new EventPasts(waitsFor.length, earlier, later);
        }

        private int compareStarts(int vertex, int other) {
            int byStart = Long.compare(start(vertex), start(other));
            return byStart != 0 ? byStart : Integer.compare(vertex, other);
        }

        private long start(int vertex) {
            return history.startNanos(vertex);
        }

        boolean isComplete() {
            return committed == graph.vertexCount();
        }

        /**
         * Returns the event that comes after the commit, or after the begin alone, of who the edge leaves; -1 for none.
         */
        private int after(int vertex, int edge) {
            int target = graph.target(edge);
            int kinds = graph.kinds(edge);
            if ((kinds & mask) == 0) {
                return -1;
            }
            boolean isAnti = (kinds & mask & ~ANTI_DEPENDENCIES) == 0;
            return isAnti && !conflict(vertex, target) ? 2 * target + 1 : 2 * target;
        }

        private void run() {
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                if (waitsFor[2 * vertex] == 0) {
                    offer(vertex);
                }
            }
            do {
                while (!ready.isEmpty()) {
                    happen(ready.popInt());
                }
            } while (beginOne());
        }

        private void offer(int vertex) {
            if (!conflicts(vertex)) {
                ready.push(2 * vertex);
                return;
            }
            waiting.enqueue(vertex);
            if (waitsFor[2 * vertex + 1] == 1) {
                brief.enqueue(vertex);
            }
        }

        private boolean beginOne() {
            var deferred = new IntArrayList();
            boolean isFound = false;
            while (!isFound && (!brief.isEmpty() || !waiting.isEmpty())) {
                boolean isBrief = !brief.isEmpty();
                int vertex = isBrief ? brief.dequeueInt() : waiting.dequeueInt();
                if (hasHappened[2 * vertex] || isRefused[vertex] || isRefusedNow(vertex)) {
                    continue;
                }
                if (isBrief || !waitsForRival(vertex)) {
                    takeLocks(vertex);
                    ready.push(2 * vertex);
                    isFound = true;
                } else {
                    deferred.add(vertex);
                }
            }
            deferred.forEach(waiting::enqueue);
            return isFound;
        }

        private boolean isRefusedNow(int vertex) {
            for (int i = byTxn.first(vertex); i < byTxn.end(vertex); i++) {
                if (holder[locks[i]] != NOBODY) {
                    refused[locks[i]].add(vertex);
                    isRefused[vertex] = true;
                    return true;
                }
            }
            return false;
        }

        /** Decides whether the commit has to wait for a transaction that could not begin before it. */
        private boolean waitsForRival(int vertex) {
            return pasts.steps() > STEPS_MIN + (long) STEPS * graph.vertexCount()
                    || pasts.hasBefore(
                            2 * vertex + 1,
                            event -> !hasHappened[event],
                            event -> event >> 1 != vertex && conflict(vertex, event >> 1));
        }

        private void takeLocks(int vertex) {
            for (int i = byTxn.first(vertex); i < byTxn.end(vertex); i++) {
                holder[locks[i]] = vertex;
            }
        }

        private void happen(int event) {
            int vertex = event >> 1;
            boolean isCommit = (event & 1) == 1;
            hasHappened[event] = true;
            if (isCommit) {
                committed++;
                giveLocks(vertex);
            } else {
                precede(2 * vertex + 1);
            }
            for (int edge = graph.first(vertex); edge < graph.end(vertex); edge++) {
                int after = after(vertex, edge);
                if (after >= 0 && isCommit == ((after & 1) == 0)) {
                    precede(after);
                }
            }
        }

        private void giveLocks(int vertex) {
            for (int i = byTxn.first(vertex); i < byTxn.end(vertex); i++) {
                int key = locks[i];
                holder[key] = NOBODY;
                retries += refused[key].size();
                for (int other : refused[key].toIntArray()) {
                    if (retries <= (long) RETRIES * graph.vertexCount()) {
                        isRefused[other] = false;
                        offer(other);
                    }
                }
                refused[key].clear();
            }
        }

        private void precede(int event) {
            int left = --waitsFor[event];
            int vertex = event >> 1;
            boolean isCommit = (event & 1) == 1;
            if (left == 0 && isCommit) {
                ready.push(event);
            } else if (left == 0) {
                offer(vertex);
            } else if (left == 1
                    && isCommit
                    && waitsFor[2 * vertex] == 0
                    && conflicts(vertex)
                    && !hasHappened[2 * vertex]) {
                brief.enqueue(vertex);
            }
        }
    }
}
