package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Edges for readers that see all writers of a key up to some point: in their session, or in time.
 *
 * <p>For each key there is a chain of its writers, to which writers are appended; a reader of x from T1 sees the whole
 * chain of x as it then is, so that all of it but T1 has to precede T1. That is quadratic if written down pair by pair.
 * Instead:
 *
 * <ol>
 *   <li>If T1 isn't in the chain, a barrier stands for the chain's writers so far. Each writer leads to its barrier and
 *       each barrier to the next one of its chain; barriers are made when a reader asks for them. The same goes for
 *       those before T1 if T1 is in the chain.
 *   <li>For those after T1, up to the last one that any reader of T1 sees, the chain is a list of intervals (T1, last],
 *       taken from the end of the chain: where an interval contains a T1' that already is preceded by all up to some
 *       place, one edge from T1' is enough. An edge is made for a writer only until an interval contains it, hence at
 *       most one edge a writer, found with a forest of disjoint sets.
 * </ol>
 *
 * <p>Invariant: a barrier is reached from exactly the writers of its prefix. Cost: at most three edges a writer and one
 * a read; almost linear time.
 */
final class WriterPrefixes {

    private static final int NONE = -1;

    private final PrecedenceGraph graph;
    private final KeyValueHistory history;
    private final boolean realtime;
    /** The last node of each key's chain. */
    private final int[] lastNode;
    /** The node of each write in the chain of its key. */
    private final int[] nodeOfWrite;
    /** The write of each node, the node before it in its chain, and the barrier after it. */
    private final IntArrayList write = new IntArrayList();

    private final IntArrayList writer = new IntArrayList();
    private final IntArrayList previous = new IntArrayList();
    private final IntArrayList barrier = new IntArrayList();
    /** The node of T1 of each interval to cover, the last node and the reader. */
    private final IntArrayList intervalSource = new IntArrayList();

    private final IntArrayList intervalLast = new IntArrayList();
    private final IntArrayList intervalReader = new IntArrayList();

    /**
     * Begins with empty chains.
     *
     * @param realtime whether the graph has the order in real time, and chains are in the order of their writers' ends
     */
    WriterPrefixes(PrecedenceGraph graph, KeyValueHistory history, boolean realtime) {
        this.graph = graph;
        this.history = history;
        this.realtime = realtime;
        this.lastNode = new int[history.keyCount()];
        this.nodeOfWrite = new int[history.writeCount()];
        Arrays.fill(lastNode, NONE);
        Arrays.fill(nodeOfWrite, NONE);
    }

    /** Appends the transaction to the chains of the keys that it writes. */
    void append(int txn) {
        for (int id = history.firstWrite(txn); id < history.endWrite(txn); id++) {
            int key = history.writeKey(id);
            nodeOfWrite[id] = writer.size();
            write.add(id);
            writer.add(txn);
            previous.add(lastNode[key]);
            barrier.add(NONE);
            lastNode[key] = nodeOfWrite[id];
        }
    }

    /** Makes what this transaction reads come after the other writers in the chains. */
    void addReads(int reader) {
        for (int read = history.firstRead(reader); read < history.endRead(reader); read++) {
            int last = lastNode[history.readKey(read)];
            int source = history.readSource(read);
            if (last == NONE) {
                continue;
            }
            if (source == INITIAL) {
                graph.add(writer.getInt(last), INITIAL, reader);
                continue;
            }
            int node = nodeOfWrite[history.write(source, history.readKey(read))];
            addPrefix(node == NONE ? last : previous.getInt(node), source, reader);
            if (node != NONE && node != last) {
                intervalSource.add(node);
                intervalLast.add(last);
                intervalReader.add(reader);
            }
        }
    }

    private void addPrefix(int last, int source, int reader) {
        if (last == NONE || (realtime && history.endNanos(writer.getInt(last)) < history.startNanos(source))) {
            return;
        }
        graph.add(barrierAfter(last), source, reader);
    }

    private int barrierAfter(int last) {
        var pending = new IntArrayList();
        int node = last;
        while (node != NONE && barrier.getInt(node) == NONE) {
            pending.push(node);
            node = previous.getInt(node);
        }
        while (!pending.isEmpty()) {
            node = pending.popInt();
            int made = graph.addBarrier();
            graph.add(writer.getInt(node), made);
            if (previous.getInt(node) != NONE) {
                graph.add(barrier.getInt(previous.getInt(node)), made);
            }
            barrier.set(node, made);
        }
        return barrier.getInt(last);
    }

    /** Ends all chains: writers appended after this begin new ones. O(what the chains contain, almost). */
    void end() {
        addIntervals();
        intervalSource.clear();
        intervalLast.clear();
        intervalReader.clear();
        for (int node = 0; node < write.size(); node++) {
            nodeOfWrite[write.getInt(node)] = NONE;
            lastNode[history.writeKey(write.getInt(node))] = NONE;
        }
        write.clear();
        writer.clear();
        previous.clear();
        barrier.clear();
    }

    private void addIntervals() {
        int[] order = new int[intervalSource.size()];
        long[] ranks = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
            ranks[i] = (long) intervalSource.getInt(i) << Integer.SIZE | intervalLast.getInt(i);
        }
        LongArrays.quickSortIndirect(order, ranks);
        int[] head = new int[order.length == 0 ? 0 : writer.size()];
        Arrays.setAll(head, node -> node);
        int covered = NONE;
        for (int i = order.length - 1; i >= 0; i--) {
            int source = intervalSource.getInt(order[i]);
            if (source != covered) {
                covered = source;
                cover(source, intervalLast.getInt(order[i]), intervalReader.getInt(order[i]), head);
            }
        }
    }

    /** Goes back from {@code last} to {@code source}; {@code head} leads to the one that a node is known to precede. */
    private void cover(int source, int last, int reader, int[] head) {
        int node = last;
        while (node != source) {
            int top = node;
            while (head[top] != top) {
                head[top] = head[head[top]];
                top = head[top];
            }
            if (top == source) {
                return;
            }
            graph.add(writer.getInt(top), writer.getInt(source), reader);
            head[top] = source;
            node = previous.getInt(top);
        }
    }
}
