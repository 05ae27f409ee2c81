package moirai.analysis.axioms;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The relation of visibility that {@link Axiom} defines, for a given commit order. */
final class VisibilityByOrder {

    /** A relation between transactions and the reads to which they are visible. */
    @FunctionalInterface
    interface Relation {

        /** Returns whether the transaction is visible to this read of this reader. Neither is the initial state. */
        boolean holds(int txn, int read, int reader);
    }

    private record Sighting(int session, int key, int source) {}

    private final KeyValueHistory history;
    private final AxiomaticLevel level;
    private final CommitOrder order;
    private final int[] place;
    /** Transactions by their end, and the latest start among them up to each. */
    private final int[] byEnd;

    private final long[] latestStart;

    /**
     * Takes a commit order that extends write-read and the level's base order.
     *
     * @param place where each transaction stands in it; must not be changed
     */
    VisibilityByOrder(KeyValueHistory history, AxiomaticLevel level, CommitOrder order, int[] place) {
        this.history = history;
        this.level = level;
        this.order = order;
        this.place = place;
        this.byEnd = new int[history.txnCount()];
        Arrays.setAll(byEnd, i -> i);
        IntArrays.mergeSort(byEnd, (a, b) -> Long.compare(history.endNanos(a), history.endNanos(b)));
        this.latestStart = new long[byEnd.length];
        for (int i = 0; i < byEnd.length; i++) {
            long start = history.startNanos(byEnd[i]);
            latestStart[i] = i == 0 ? start : Math.max(start, latestStart[i - 1]);
        }
    }

    Relation relation() {
        return switch (level.axiom()) {
            case NONE, MONOTONIC_WRITES, WRITES_FOLLOW_READS -> (txn, read, reader) -> false;
            case READ_YOUR_WRITES -> (txn, read, reader) -> isEarlierInSession(txn, reader);
            case MONOTONIC_READS -> seenInSession();
            case READ_COMMITTED -> (txn, read, reader) -> readsFrom(history.firstRead(reader), read, txn);
            case CURSOR ->
                (txn, read, reader) -> place[txn] < place[reader] && history.writes(reader, history.readKey(read));
            case READ_ATOMIC -> (txn, read, reader) -> isSeen(txn, reader);
            case PRAM -> throughSessions();
            case UPDATE_ATOMIC ->
                (txn, read, reader) ->
                        isSeen(txn, reader) || (place[txn] < place[reader] && writeCommonKey(txn, reader));
            case CAUSAL -> past(false);
            case PREFIX -> upTo(latestPredecessor());
            case PARALLEL_SNAPSHOT -> past(true);
            case SNAPSHOT -> upTo(latestPredecessorOrConflict());
            case SERIAL -> (txn, read, reader) -> place[txn] < place[reader];
        };
    }

    /**
     * Decides whether the reader reads from the transaction anywhere, or the base order puts the transaction first.
     */
    private boolean isSeen(int txn, int reader) {
        return precedes(txn, reader) || readsFrom(history.firstRead(reader), history.endRead(reader), txn);
    }

    private boolean writeCommonKey(int txn, int other) {
        for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
            if (history.writes(other, history.writeKey(write))) {
                return true;
            }
        }
        return false;
    }

    private record InSession(int reader, int session) {}

    /**
     * Returns visibility for PRAM, from the last position in each session from which a reader, or one before it in its
     * own session, has read.
     */
    private Relation throughSessions() {
        Map<InSession, Integer> last = new HashMap<>();
        for (int session = 0; session < history.sessionCount(); session++) {
            Map<Integer, Integer> soFar = new HashMap<>();
            for (int at = 0; at < history.sessionSize(session); at++) {
                int txn = history.txnAt(session, at);
                for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                    int source = history.readSource(read);
                    if (source != INITIAL) {
                        soFar.merge(history.session(source), history.position(source), Math::max);
                    }
                }
                soFar.forEach((other, position) -> last.put(new InSession(txn, other), position));
            }
        }
        return (txn, read, reader) -> isEarlierInSession(txn, reader)
                || history.position(txn) <= last.getOrDefault(new InSession(reader, history.session(txn)), -1);
    }

    private boolean isEarlierInSession(int txn, int other) {
        return history.session(txn) == history.session(other) && history.position(txn) < history.position(other);
    }

    private boolean precedes(int txn, int other) {
        return switch (level.order()) {
            case NONE -> false;
            case SESSION -> isEarlierInSession(txn, other);
            case REALTIME ->
                isEarlierInSession(txn, other)
                        || (history.isTimed() && history.endNanos(txn) < history.startNanos(other));
        };
    }

    private boolean readsFrom(int fromRead, int toRead, int txn) {
        for (int read = fromRead; read < toRead; read++) {
            if (history.readSource(read) == txn) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns visibility for monotonic reads. Ids of reads grow within a session, so the first sighting tells of all
     * reads.
     */
    private Relation seenInSession() {
        Map<Sighting, Integer> first = new HashMap<>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                first.putIfAbsent(
                        new Sighting(history.session(txn), history.readKey(read), history.readSource(read)), read);
            }
        }
        return (txn, read, reader) ->
                first.getOrDefault(new Sighting(history.session(reader), history.readKey(read), txn), read) < read;
    }

    private Relation upTo(int[] latest) {
        return (txn, read, reader) -> place[txn] <= latest[reader];
    }

    /** Returns the last place of a transaction that each reads from or that precedes it in the base order. */
    private int[] latestPredecessor() {
        var latest = new int[history.txnCount()];
        for (int txn = 0; txn < latest.length; txn++) {
            latest[txn] = -1;
            for (int before : predecessors(txn)) {
                latest[txn] = Math.max(latest[txn], place[before]);
            }
        }
        return latest;
    }

    private int[] latestPredecessorOrConflict() {
        int[] latest = latestPredecessor();
        int[] lastWriter = new int[history.keyCount()];
        Arrays.fill(lastWriter, INITIAL);
        for (int at = 0; at < order.size(); at++) {
            int txn = order.at(at);
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                int before = lastWriter[history.writeKey(write)];
                latest[txn] = Math.max(latest[txn], before == INITIAL ? -1 : place[before]);
                lastWriter[history.writeKey(write)] = txn;
            }
        }
        return latest;
    }

    /**
     * Returns visibility along paths of direct predecessors, through the commit order of conflicting writes too if
     * asked.
     */
    private Relation past(boolean conflicts) {
        var past = new BitSet[history.txnCount()];
        int[] lastWriter = new int[history.keyCount()];
        Arrays.fill(lastWriter, INITIAL);
        for (int at = 0; at < order.size(); at++) {
            int txn = order.at(at);
            IntArrayList before = predecessors(txn);
            for (int write = history.firstWrite(txn); conflicts && write < history.endWrite(txn); write++) {
                if (lastWriter[history.writeKey(write)] != INITIAL) {
                    before.add(lastWriter[history.writeKey(write)]);
                }
                lastWriter[history.writeKey(write)] = txn;
            }
            past[txn] = new BitSet(history.txnCount());
            for (int direct : before) {
                past[txn].or(past[direct]);
                past[txn].set(direct);
            }
        }
        return (txn, read, reader) -> past[reader].get(txn);
    }

    /**
     * Returns the transactions from which this one reads and those before it in the base order, without those that
     * precede another of them: the commit order extends the base order and the past is transitive, so they add nothing.
     */
    private IntArrayList predecessors(int txn) {
        var before = new IntArrayList();
        for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
            if (history.readSource(read) != INITIAL) {
                before.add(history.readSource(read));
            }
        }
        if (level.order() != BaseOrder.NONE && history.position(txn) > 0) {
            before.add(history.txnAt(history.session(txn), history.position(txn) - 1));
        }
        if (level.order() == BaseOrder.REALTIME && history.isTimed()) {
            int ended = countEndedBefore(history.startNanos(txn));
            for (int i = ended - 1; i >= 0 && history.endNanos(byEnd[i]) >= latestStart[ended - 1]; i--) {
                before.add(byEnd[i]);
            }
        }
        return before;
    }

    private int countEndedBefore(long nanos) {
        int from = 0;
        int to = byEnd.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (history.endNanos(byEnd[middle]) < nanos) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
