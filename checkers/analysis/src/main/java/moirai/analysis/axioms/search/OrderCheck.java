package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.orders.RealtimeSweep;

/**
 * Verifies a suggested commit order.
 *
 * <p>With places in the order, and for a reader T3 of key x from T1: <b>lower(T3)</b> is the last place of a
 * transaction that T3 reads from or that precedes it in the base order, for snapshot isolation also of the last earlier
 * writer of a key that T3 writes; for serializability it is the place before T3. Everything at or before lower(T3) is
 * visible to T3, so the order holds exactly if the next writer of x after T1, other than T3, comes after lower(T3). If
 * it comes before, it and the read are a violation.
 *
 * <p>Parallel snapshot isolation has no such place: there the next writer must not lead to T3, which {@link
 * VisibilitySearch} finds out.
 *
 * <p>Nor have update atomicity and cursor stability, where moreover a writer may be visible and the ones before it not:
 * there all writers between the version and its reader are looked at.
 *
 * <p>O(history) but for those searches.
 */
final class OrderCheck {

    private final Problem problem;
    private final KeyValueHistory history;
    private final Accesses accesses;
    private final StepMeter meter;
    private final int[] place;
    /** The next write of the same key in the order after each write, or -1. */
    private final int[] nextWrite;
    /** The write of the same key before each write in the order, or -1. */
    private final int[] previousWrite;

    private final int[] firstWrite;
    private final int[] lastWrite;
    private final int[] latestEnded;
    private final VisibilitySearch visibility;
    private final DirectVisibility direct;

    OrderCheck(Problem problem, StepMeter meter) {
        this.problem = problem;
        this.history = problem.history();
        this.accesses = problem.accesses();
        this.meter = meter;
        this.place = new int[history.txnCount()];
        this.nextWrite = new int[history.writeCount()];
        this.previousWrite = new int[history.writeCount()];
        this.firstWrite = new int[history.keyCount()];
        this.lastWrite = new int[history.keyCount()];
        this.latestEnded = new int[problem.realtime().size() + 1];
        this.visibility = new VisibilitySearch(problem, place, previousWrite, latestEnded, meter);
        this.direct = new DirectVisibility(problem);
    }

    /** Decides whether this order of all transactions is a witness. */
    boolean holds(int[] order) {
        arrange(order);
        return extendsKnownOrder() && violations(order, 1).isEmpty();
    }

    /**
     * Returns the violations of an order that extends the known one: reads, each followed by a transaction that
     * overwrites what it read.
     */
    IntArrayList violations(int[] order, int max) {
        arrange(order);
        var found = new IntArrayList();
        for (int txn : order) {
            int lower = lower(txn);
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int next = firstVisible(read, txn, lower);
                if (next >= 0) {
                    found.add(read);
                    found.add(next);
                    if (found.size() >= 2 * max || meter.isExhausted()) {
                        return found;
                    }
                }
            }
        }
        return found;
    }

    /**
     * Returns an overwriter of what was read that is visible, or -1. If any is, the next one is, unless the axiom
     * {@linkplain Axiom#isDirect is direct}.
     */
    private int firstVisible(int read, int txn, int lower) {
        if (!problem.level().axiom().isDirect()) {
            int next = nextWriter(read);
            return next >= 0 && next != txn && isVisible(next, txn, lower) ? next : -1;
        }
        for (int write = firstOverwrite(read); write >= 0; write = nextWrite[write]) {
            int writer = accesses.writer(write);
            meter.spend(1);
            if (place[writer] >= place[txn]) {
                return -1;
            }
            if (direct.flows(writer, txn) || direct.conflict(writer, txn, history.readKey(read))) {
                return writer;
            }
        }
        return -1;
    }

    private int firstOverwrite(int read) {
        int source = accesses.sourceWrite(read);
        return source < 0 ? firstWrite[history.readKey(read)] : nextWrite[source];
    }

    int place(int txn) {
        return place[txn];
    }

    /** Returns the writer that follows the one that was read in the order of the key, or -1. */
    int nextWriter(int read) {
        int next = firstOverwrite(read);
        return next < 0 ? -1 : accesses.writer(next);
    }

    /** Returns the writer of the same key before this write, or -1. */
    int previousWriter(int write) {
        return previousWrite[write] < 0 ? -1 : accesses.writer(previousWrite[write]);
    }

    /** Returns the visibility of direct axioms. */
    DirectVisibility direct() {
        return direct;
    }

    /** Returns the search for ways from writers to readers in the order last looked at. */
    VisibilitySearch visibility() {
        return visibility;
    }

    /**
     * Returns those who overwrite what was read and are visible, in their order, up to so many. Not for parallel
     * snapshots.
     */
    IntArrayList overwriters(int read, int max) {
        var found = new IntArrayList();
        int reader = accesses.reader(read);
        int lower = lower(reader);
        int write = firstOverwrite(read);
        while (write >= 0 && place[accesses.writer(write)] <= lower && found.size() < max) {
            found.add(accesses.writer(write));
            write = nextWrite[write];
        }
        return found;
    }

    private boolean isVisible(int writer, int txn, int lower) {
        if (problem.level().axiom() == Axiom.PARALLEL_SNAPSHOT) {
            return place[writer] < place[txn] && visibility.leads(writer, txn);
        }
        return place[writer] <= lower;
    }

    private void arrange(int[] order) {
        meter.spend(history.txnCount() + (long) history.readCount() + history.writeCount());
        Arrays.fill(firstWrite, -1);
        Arrays.fill(lastWrite, -1);
        Arrays.fill(nextWrite, -1);
        for (int i = 0; i < order.length; i++) {
            int txn = order[i];
            place[txn] = i;
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                int key = history.writeKey(write);
                int last = lastWrite[key];
                previousWrite[write] = last;
                lastWrite[key] = write;
                if (last < 0) {
                    firstWrite[key] = write;
                } else {
                    nextWrite[last] = write;
                }
            }
        }
        RealtimeSweep realtime = problem.realtime();
        latestEnded[0] = -1;
        for (int i = 0; i < realtime.size(); i++) {
            latestEnded[i + 1] = Math.max(latestEnded[i], place[realtime.byEnd(i)]);
        }
    }

    /**
     * Returns the last place that is visible to the transaction, or -1. Without meaning for parallel snapshot
     * isolation.
     */
    int lower(int txn) {
        if (problem.level().axiom() == Axiom.SERIAL) {
            return place[txn] - 1;
        }
        int lower = lowerByBase(txn);
        for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
            if (history.readSource(read) != KeyValueHistory.INITIAL) {
                lower = Math.max(lower, place[history.readSource(read)]);
            }
        }
        if (problem.level().axiom() == Axiom.SNAPSHOT) {
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                if (previousWrite[write] >= 0) {
                    lower = Math.max(lower, place[accesses.writer(previousWrite[write])]);
                }
            }
        }
        return lower;
    }

    private int lowerByBase(int txn) {
        int lower = problem.realtime().size() == 0
                ? -1
                : latestEnded[problem.realtime().endedBefore(txn)];
        if (problem.predecessor(txn) != Problem.NONE) {
            lower = Math.max(lower, place[problem.predecessor(txn)]);
        }
        return lower;
    }

    private boolean extendsKnownOrder() {
        for (int txn = 0; txn < place.length; txn++) {
            if (lowerByBase(txn) > place[txn]) {
                return false;
            }
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                if (history.readSource(read) != KeyValueHistory.INITIAL
                        && place[history.readSource(read)] > place[txn]) {
                    return false;
                }
            }
        }
        for (int key = 0; key < history.keyCount(); key++) {
            if (history.versionCount(key) > 0 && !extendsVersions(key)) {
                return false;
            }
        }
        return true;
    }

    /** Decides whether the known versions come first in the order of the key's writers, and in their own order. */
    private boolean extendsVersions(int key) {
        int expected = 0;
        int count = history.versionCount(key);
        int write = firstWrite[key];
        while (expected < count) {
            int writer = history.version(key, expected);
            if (write < 0 || accesses.writer(write) != writer) {
                return false;
            }
            while (expected < count && history.version(key, expected) == writer) {
                expected++;
            }
            write = nextWrite[write];
        }
        return true;
    }
}
