package moirai.mockstore.rules;

import it.unimi.dsi.fastutil.ints.AbstractIntList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.incremental.GrowingHistory;
import moirai.analysis.axioms.incremental.Suspects;

/**
 * The rules of read committed, read atomic and causal: the axioms decide each read, and a commit never fails.
 *
 * <p>The axioms speak of sessions that have one transaction at a time. A transaction that begins while another one of
 * its session is pending belongs to a session of its own, or of earlier ones like it.
 */
public final class SaturableRules implements LevelRules {

    private static final int NONE = -1;

    private final GrowingHistory history;

    /** By the store's session, the sessions of the history that have its transactions, the usual one first. */
    private final List<IntArrayList> lanesBySession = new ArrayList<>();
    /** The last transaction of each session of the history. */
    private final IntArrayList lastOfLane = new IntArrayList();

    /**
     * Creates the rules of a level for an empty store.
     *
     * @throws IllegalArgumentException if the level's axiom is not {@linkplain moirai.analysis.axioms.Axiom#isSaturable
     *    saturable}
     */
    public SaturableRules(AxiomaticLevel level) {
        this.history = new GrowingHistory(level);
    }

    @Override
    public void begin(int txn, int session) {
        int lane = freeLane(session);
        int begun = history.begin(lane);
        lastOfLane.set(lane, begun);
        if (begun != txn) {
            throw new IllegalStateException("T" + txn + " begins as T" + begun);
        }
    }

    private int freeLane(int session) {
        while (lanesBySession.size() <= session) {
            lanesBySession.add(new IntArrayList(1));
        }
        IntArrayList lanes = lanesBySession.get(session);
        for (int lane : lanes) {
            if (!history.isPending(lastOfLane.getInt(lane))) {
                return lane;
            }
        }
        lanes.add(lastOfLane.size());
        lastOfLane.add(NONE);
        return lanes.topInt();
    }

    @Override
    public IntList sources(int txn, int key) {
        return history.readable(txn, key);
    }

    @Override
    public IntList suspects(int txn, int key) {
        Suspects suspects = history.suspects(txn, key);
        return new AbstractIntList() {
            @Override
            public int getInt(int index) {
                return suspects.txn(index);
            }

            @Override
            public int size() {
                return suspects.size();
            }
        };
    }

    @Override
    public boolean allows(int txn, int key, int source) {
        return history.mayRead(txn, key, source);
    }

    @Override
    public void read(int txn, int key, int source) {
        history.read(txn, key, source);
    }

    @Override
    public boolean write(int txn, int key) {
        return true;
    }

    /** Does nothing, because the history is told of writes only at the commit. */
    @Override
    public void takeBack(int txn, int key) {}

    @Override
    public boolean commit(int txn, IntList keys) {
        keys.forEach(key -> history.write(txn, key));
        history.commit(txn);
        return true;
    }

    @Override
    public void abort(int txn) {
        history.abort(txn);
    }

    @Override
    public IntList writers(int key) {
        int count = history.writerCount(key);
        return new AbstractIntList() {
            @Override
            public int getInt(int index) {
                ensureRestrictedIndex(index);
                return index == count ? KeyValueHistory.INITIAL : history.writer(key, count - 1 - index);
            }

            @Override
            public int size() {
                return count + 1;
            }
        };
    }

    @Override
    public Optional<Objection> objection(int txn, int key, int source) {
        return allows(txn, key, source)
                ? Optional.empty()
                : Optional.of(new Objection.Refuted(
                        new ReadRefuter(history.level(), history.history()).refute(txn, key, source)));
    }

    @Override
    public int latest(int key) {
        int count = history.writerCount(key);
        return count == 0 ? KeyValueHistory.INITIAL : history.writer(key, count - 1);
    }

    @Override
    public IntList commitOrder() {
        return history.commitOrder();
    }
}
