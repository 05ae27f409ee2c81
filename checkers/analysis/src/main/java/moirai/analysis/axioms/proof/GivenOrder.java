package moirai.analysis.axioms.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;

/** The precedences that a small history states by itself, before any instance of an axiom. */
final class GivenOrder {

    private static final int NONE = -1;

    private final KeyValueHistory history;
    private final AxiomaticLevel level;
    private final int txnCount;
    private final int[] commonKey;

    GivenOrder(KeyValueHistory history, AxiomaticLevel level) {
        this.history = history;
        this.level = level;
        this.txnCount = history.txnCount();
        this.commonKey = new int[txnCount * txnCount];
        Arrays.fill(commonKey, NONE);
        for (int txn = 0; txn < txnCount; txn++) {
            for (int write = history.endWrite(txn) - 1; write >= history.firstWrite(txn); write--) {
                for (int other = 0; other < txnCount; other++) {
                    if (other != txn && history.writes(other, history.writeKey(write))) {
                        commonKey[txn * txnCount + other] = history.writeKey(write);
                    }
                }
            }
        }
    }

    /** Returns whether two transactions write a common key; false for a transaction and itself. */
    boolean conflict(int txn, int other) {
        return commonKey[txn * txnCount + other] != NONE;
    }

    /** Returns the smallest key that both write. */
    int commonKey(int txn, int other) {
        return commonKey[txn * txnCount + other];
    }

    boolean sessionOrder(int before, int after) {
        return before < after && history.session(before) == history.session(after);
    }

    /** Returns the edge in the union of write-read and the level's base order, if there is one. */
    Optional<Precedence> flow(int before, int after) {
        for (int read = history.firstRead(after); read < history.endRead(after); read++) {
            if (history.readSource(read) == before) {
                return Optional.of(new Precedence(before, after, new Reason.WriteRead(history.readKey(read))));
            }
        }
        if (level.order() != BaseOrder.NONE && sessionOrder(before, after)) {
            return Optional.of(new Precedence(before, after, new Reason.SessionOrder()));
        }
        if (level.order() == BaseOrder.REALTIME && endedBefore(before, after)) {
            return Optional.of(new Precedence(before, after, new Reason.Realtime()));
        }
        return Optional.empty();
    }

    private boolean endedBefore(int before, int after) {
        return before != after && history.isTimed() && history.endNanos(before) < history.startNanos(after);
    }

    /**
     * Returns all precedences that every commit order has to extend; of several reasons for a pair the plainest comes
     * first.
     */
    List<Precedence> steps() {
        var steps = new ArrayList<Precedence>();
        for (int before = 0; before < txnCount; before++) {
            for (int after = 0; after < txnCount; after++) {
                if (before != after) {
                    flow(before, after).ifPresent(steps::add);
                }
            }
        }
        for (int key = 0; key < history.keyCount(); key++) {
            addVersions(key, steps);
        }
        if (level.axiom().ordersWritesOfSessions()) {
            addSessionWrites(steps);
        }
        if (level.axiom() == Axiom.WRITES_FOLLOW_READS) {
            addSessionReads(steps);
        }
        return steps;
    }

    private void addVersions(int key, List<Precedence> steps) {
        int count = history.versionCount(key);
        if (count == 0) {
            return;
        }
        var known = new BitSet();
        for (int place = 0; place < count; place++) {
            int before = history.version(key, place);
            known.set(before);
            if (place + 1 < count && before != history.version(key, place + 1)) {
                steps.add(new Precedence(before, history.version(key, place + 1), new Reason.VersionOrder(key)));
            }
        }
        for (int after = 0; after < txnCount; after++) {
            if (history.writes(after, key) && !known.get(after)) {
                steps.add(new Precedence(history.version(key, count - 1), after, new Reason.VersionOrder(key)));
            }
        }
    }

    private boolean writesSomething(int txn) {
        return history.firstWrite(txn) < history.endWrite(txn);
    }

    private void addSessionWrites(List<Precedence> steps) {
        for (int after = 0; after < txnCount; after++) {
            for (int before = 0; before < after; before++) {
                if (sessionOrder(before, after) && writesSomething(before) && writesSomething(after)) {
                    steps.add(new Precedence(before, after, new Reason.SessionWrites()));
                }
            }
        }
    }

    private void addSessionReads(List<Precedence> steps) {
        for (int after = 0; after < txnCount; after++) {
            for (int reader = 0; reader < after; reader++) {
                if (sessionOrder(reader, after) && writesSomething(after)) {
                    addSessionReads(reader, after, steps);
                }
            }
        }
    }

    private void addSessionReads(int reader, int after, List<Precedence> steps) {
        for (int read = history.firstRead(reader); read < history.endRead(reader); read++) {
            int before = history.readSource(read);
            if (before != KeyValueHistory.INITIAL && before != after) {
                steps.add(new Precedence(before, after, new Reason.SessionRead(history.readKey(read), reader)));
            }
        }
    }
}
