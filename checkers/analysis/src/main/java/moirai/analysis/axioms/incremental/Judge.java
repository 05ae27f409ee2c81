package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;

/**
 * The axioms that force edges and leave no choice: a history satisfies one exactly if the base order, write-read and
 * the forced edges have no cycle (Biswas, Enea 2019).
 *
 * <p>Terms: a read of key x from T1 by T3 forces T2 before T1 for each other writer T2 of x that is visible to it. A
 * pending transaction is nobody's source and nobody's predecessor, so that no edge leads out of it; hence to begin, to
 * write, to commit and to abort never break a level, and only reads are in question. For a read of x from T1:
 *
 * <ol>
 *   <li>Who writes x and was visible to the reader before is forced before T1; of each chain, the last such writer
 *       suffices.
 *   <li>What the read makes visible, under {@link Axiom#READ_ATOMIC} T1 and under {@link Axiom#CAUSAL} T1 and its past,
 *       is forced before the sources of the reader's earlier reads, if it writes their keys. What of it writes x
 *       precedes T1 already.
 *   <li>Nothing may be forced before the initial state.
 *   <li>The read is allowed if these edges close no cycle ({@link ProposedEdges}); recording it adds them.
 * </ol>
 *
 * <p>What is visible is kept as one vector clock a transaction, as far as it is closed under the predecessors in a
 * chain (own session, base order, causal past), and looked up in the reads otherwise. Under {@link
 * Axiom#MONOTONIC_READS} the last source from which the session read the key suffices, because reading from it forced
 * the others before it.
 *
 * <p>Cost of a question: O(chains that write x) and, where earlier reads are concerned, O(chains that write the key)
 * for each earlier read of the transaction, times the logarithm of a chain's writers. Chains are sessions, or
 * transactions where the base order is none. Departure from MonkeyDB (Biswas, Kakwani, Vedurada, Enea, Lal 2021),
 * which computes what a read may return in this way: clocks in place of relations, and no edge is added to be taken
 * back.
 */
final class Judge {

    private final Axiom axiom;
    private final BaseOrder base;
    private final TxnTable txns;
    private final CommitGraph graph;
    /**
     * The transactions visible to each transaction whatever it reads, with its causal past if the axiom asks for that.
     */
    private final GrowingClocks visible = new GrowingClocks();

    private final KeyWriters writers = new KeyWriters();
    private final ProposedEdges proposed;
    /** The source from which a session last read a key, for monotonic reads; by {@link #seenKey}. */
    private final Long2IntOpenHashMap lastSeen = new Long2IntOpenHashMap();

    private final IntArrayList predecessors = new IntArrayList();
    private final IntArrayList visibleWriters = new IntArrayList();
    private final PendingReaders readers;

    /** Begins without transactions. The axiom must be saturable, and not PRAM. */
    Judge(AxiomaticLevel level, TxnTable txns) {
        this.axiom = level.axiom();
        this.base = level.order();
        this.txns = txns;
        this.graph = new CommitGraph(base != BaseOrder.NONE);
        this.readers = new PendingReaders(txns);
        this.proposed = new ProposedEdges(graph);
        lastSeen.defaultReturnValue(INITIAL);
    }

    /** Begins the next transaction, in this session. */
    void begin(int session) {
        int txn = txns.txnCount();
        graph.add(session);
        visible.add();
        IntArrayList ofSession = txns.ofSession(session);
        predecessors.clear();
        if (!ofSession.isEmpty()) {
            predecessors.add(ofSession.topInt());
        }
        if (axiom == Axiom.READ_YOUR_WRITES) {
            seePredecessors(txn);
        }
        if (base == BaseOrder.NONE) {
            return;
        }
        if (base == BaseOrder.REALTIME) {
            txns.addLastEnded(predecessors);
        }
        for (int i = 0; i < predecessors.size(); i++) {
            graph.require(predecessors.getInt(i), txn);
        }
        if (axiom == Axiom.READ_ATOMIC || axiom == Axiom.CAUSAL) {
            seePredecessors(txn);
        }
    }

    private void seePredecessors(int txn) {
        for (int i = 0; i < predecessors.size(); i++) {
            see(txn, predecessors.getInt(i));
        }
    }

    private void see(int txn, int other) {
        visible.join(txn, other);
        visible.raise(txn, graph.chain(other), graph.place(other));
    }

    /** Returns all from whom the pending transaction may read the key, and maybe others. */
    Suspects suspects(int txn, int key) {
        collectVisible(txn, key);
        return Suspects.of(graph, writers, key, visibleWriters);
    }

    /** Decides whether the pending transaction may read the key from this committed writer or the initial state. */
    boolean mayRead(int txn, int key, int source) {
        return proposes(txn, key, source) && proposed.areAcyclic();
    }

    /** Collects the edges; false if one of them alone is impossible. */
    private boolean proposes(int txn, int key, int source) {
        proposed.clear();
        return proposesVisible(txn, key, source)
                && (source == INITIAL
                        || switch (axiom) {
                            case READ_ATOMIC ->
                                isVisible(source, txn)
                                        || readers.sources(txn).contains(source)
                                        || proposesSource(txn, source);
                            case CAUSAL -> isVisible(source, txn) || proposesPast(txn, source);
                            default -> true;
                        });
    }

    /** Takes step 1. */
    private boolean proposesVisible(int txn, int key, int source) {
        collectVisible(txn, key);
        for (int i = 0; i < visibleWriters.size(); i++) {
            if (!proposes(visibleWriters.getInt(i), source)) {
                return false;
            }
        }
        return true;
    }

    /** Collects the last visible writer of the key in each chain, whatever is read next; some perhaps twice. */
    private void collectVisible(int txn, int key) {
        visibleWriters.clear();
        for (int index = 0; index < writers.chainCount(key); index++) {
            int chain = writers.chain(key, index);
            int seen = visible.count(txn, chain);
            int last = seen == 0 ? 0 : writers.lastUpTo(key, index, seen);
            if (last != 0) {
                visibleWriters.add(graph.txnAt(chain, last));
            }
        }
        if (axiom == Axiom.MONOTONIC_READS) {
            int last = lastSeen.get(seenKey(txn, key));
            if (last != INITIAL) {
                visibleWriters.add(last);
            }
        }
        if (axiom == Axiom.READ_COMMITTED || axiom == Axiom.READ_ATOMIC) {
            IntArrayList sources = readers.sources(txn);
            for (int i = 0; i < sources.size(); i++) {
                if (txns.writes(sources.getInt(i), key)) {
                    visibleWriters.add(sources.getInt(i));
                }
            }
        }
    }

    /** Takes step 2 for the source alone. */
    private boolean proposesSource(int txn, int source) {
        IntArrayList keys = txns.readKeys(txn);
        IntArrayList sources = txns.readSources(txn);
        for (int i = 0; i < keys.size(); i++) {
            if (txns.writes(source, keys.getInt(i)) && !proposes(source, sources.getInt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Takes step 2 for the source and its past. */
    private boolean proposesPast(int txn, int source) {
        IntArrayList keys = txns.readKeys(txn);
        IntArrayList sources = txns.readSources(txn);
        int ofSource = graph.chain(source);
        for (int i = 0; i < keys.size(); i++) {
            int key = keys.getInt(i);
            for (int index = 0; index < writers.chainCount(key); index++) {
                int chain = writers.chain(key, index);
                int seen = visible.count(txn, chain);
                int seenThen = chain == ofSource ? graph.place(source) : visible.count(source, chain);
                int last = seenThen <= seen ? 0 : writers.lastUpTo(key, index, seenThen);
                if (last > seen && !proposes(graph.txnAt(chain, last), sources.getInt(i))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Takes step 3 for one writer that is visible to a read of this source. */
    private boolean proposes(int writer, int source) {
        return writer == source || (source != INITIAL && proposed.add(writer, source));
    }

    private boolean isVisible(int source, int txn) {
        return visible.count(txn, graph.chain(source)) >= graph.place(source);
    }

    void read(int txn, int key, int source) {
        if (source == INITIAL) {
            return;
        }
        proposes(txn, key, source);
        proposed.insert();
        graph.require(source, txn);
        if (axiom == Axiom.CAUSAL) {
            see(txn, source);
        }
        if (axiom == Axiom.MONOTONIC_READS) {
            lastSeen.put(seenKey(txn, key), source);
        }
    }

    private long seenKey(int txn, int key) {
        return (long) txns.session(txn) << 32 | key;
    }

    /**
     * Commits the transaction. Two axioms order those of a session that write, which matters where the base order does
     * not.
     */
    void commit(int txn) {
        readers.forget(txn);
        IntArrayList keys = txns.writeKeys(txn);
        if (base == BaseOrder.NONE && !keys.isEmpty()) {
            IntArrayList session = txns.ofSession(txns.session(txn));
            for (int i = 0; i < session.size() - 1; i++) {
                orderBefore(session.getInt(i), txn);
            }
        }
        for (int key : keys) {
            writers.add(key, graph.chain(txn), graph.place(txn));
        }
    }

    private void orderBefore(int earlier, int txn) {
        if (axiom == Axiom.MONOTONIC_WRITES
                && txns.status(earlier) == TxnTable.Status.COMMITTED
                && !txns.writeKeys(earlier).isEmpty()) {
            graph.require(earlier, txn);
        }
        if (axiom == Axiom.WRITES_FOLLOW_READS) {
            for (int source : txns.readSources(earlier)) {
                if (source != INITIAL) {
                    graph.require(source, txn);
                }
            }
        }
    }

    void abort(int txn) {
        readers.forget(txn);
    }

    /** Returns the committed transactions in an order that satisfies the level. */
    IntArrayList commitOrder() {
        return new Linearization(graph, txns).committed();
    }
}
