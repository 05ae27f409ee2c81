package moirai.analysis.counters;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.IntPredicate;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.columns.Groups;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * Finds the anomalies that single reads of counters that begin at 0 prove.
 *
 * <p>Of each committed read, the external value is compared, in this order, with
 *
 * <ol>
 *   <li>its value as it was returned: if only that is explained, the read missed what its own transaction had added,
 *       which is an internal inconsistency;
 *   <li>the sums of any increments that anybody made, aborted ones too: what is none of them is garbage;
 *   <li>the sums of whole transactions that may have taken effect: what is none of them is a dirty read;
 *   <li>what its session had committed before, if the counter only grows: less misses one of those, which is one rw
 *       edge and the order of the session: G-single-process; the same upside down for one that only shrinks;
 *   <li>all but what its session did later, if the counter only grows, or only shrinks: what takes that to explain saw
 *       one of those (wr, and the order of the session: G1c-process);
 *   <li>what had ended before the reader began, with any of what ran beside it (as in Jepsen's {@code counter}). If
 *       the counter only grows, less misses one that had ended (rw, realtime: G-single-realtime), and more contains
 *       one that had not begun (wr, realtime: G1c-realtime). If it goes both ways, it is one of the two, which no
 *       snapshots in real time allow.
 * </ol>
 *
 * <p>Indeterminate transactions count as possible throughout, and their own reads prove nothing, since no read shows
 * that they took effect. O(ops × log), plus {@link SubsetSums} for each key.
 */
final class CounterBounds {

    private final CounterValues values;
    private final History history;
    private final AnomalyLog log;
    private final IntArrayList inexact = new IntArrayList();

    CounterBounds(CounterValues values, AnomalyLog log) {
        this.values = values;
        this.history = values.history();
        this.log = log;
    }

    void check() {
        Groups increments =
                Groups.of(history.opCount(), history.keyCount(), op -> history.isWrite(op) ? history.key(op) : -1);
        Groups reads = Groups.of(
                history.opCount(),
                history.keyCount(),
                op -> values.isRead(op) && values.isCommitted(values.txn(op)) ? history.key(op) : -1);
        for (int key = 0; key < history.keyCount(); key++) {
            if (values.isSetAside(key)) {
                log.doubt(
                        Phenomenon.GARBAGE_READ,
                        "the numbers of key " + history.keyLabel(key) + " are too large to be added up");
            } else {
                checkKey(key, reads.members(key), increments.members(key));
            }
        }
    }

    /**
     * Compares some reads with what had ended and what had begun, and with nothing that a later transaction may change:
     * whether the counter only grows, and which sums there are. So what is wrong is of the class that both ways prove.
     */
    void checkMoments(IntPredicate isJudged) {
        Groups increments =
                Groups.of(history.opCount(), history.keyCount(), op -> history.isWrite(op) ? history.key(op) : -1);
        Groups reads = Groups.of(
                history.opCount(),
                history.keyCount(),
                op -> values.isRead(op) && isJudged.test(values.txn(op)) ? history.key(op) : -1);
        for (int key = 0; key < history.keyCount(); key++) {
            if (reads.size(key) > 0 && !values.isSetAside(key)) {
                var moments = new Moments(values, key, writers(increments.members(key)));
                for (int read : reads.members(key)) {
                    long min = moments.min(values.txn(read));
                    long max = moments.max(values.txn(read));
                    if (values.external(read) < min || values.external(read) > max) {
                        report(Phenomenon.SNAPSHOT_VIOLATION_REALTIME, read, min, max);
                    }
                }
            }
        }
    }

    private IntArrayList writers(int[] increments) {
        var writers = new IntArrayList();
        for (int op : increments) {
            if (values.mayHaveTakenEffect(values.txn(op)) && values.isFirstIncrement(op)) {
                writers.add(values.txn(op));
            }
        }
        return writers;
    }

    /**
     * Adds doubts about keys of which not every sum was tried; a serial order that explains all reads makes up for
     * them.
     */
    void doubtInexactKeys() {
        for (int i = 0; i < inexact.size(); i++) {
            log.doubt(
                    Phenomenon.GARBAGE_READ,
                    "key " + history.keyLabel(inexact.getInt(i)) + " has too many sums to try them all");
        }
    }

    private void checkKey(int key, int[] reads, int[] increments) {
        var any = new LongArrayList();
        var whole = new LongArrayList();
        IntArrayList writers = writers(increments);
        for (int op : increments) {
            any.add(history.value(op));
        }
        for (int i = 0; i < writers.size(); i++) {
            whole.add(values.net(writers.getInt(i), key));
        }
        SubsetSums ofAny = SubsetSums.of(any);
        SubsetSums ofWhole = SubsetSums.of(whole);
        if (!ofAny.isExact()) {
            inexact.add(key);
        }
        var moments = new Moments(values, key, writers);
        var ofSession = new SessionSums(values, key, reads, writers);
        for (int i = 0; i < reads.length; i++) {
            int read = reads[i];
            if (!checkSums(read, ofAny, ofWhole)
                    && !checkSession(read, ofSession.before(i))
                    && !checkFuture(read, ofWhole, ofSession.after(i))
                    && history.isTimed()) {
                checkMoment(read, moments);
            }
        }
    }

    private boolean checkSums(int read, SubsetSums ofAny, SubsetSums ofWhole) {
        long value = values.external(read);
        if ((!ofAny.mayContain(value) && ofAny.mayContain(history.value(read)))
                || (!ofWhole.mayContain(value) && ofWhole.mayContain(history.value(read)))) {
            log.add(new Anomaly.InternalInconsistency(values.txn(read), read, false));
        } else if (value < ofAny.min() || value > ofAny.max()) {
            report(Phenomenon.GARBAGE_READ, read, ofAny.min(), ofAny.max());
        } else if (!ofAny.mayContain(value)) {
            log.add(new Anomaly.GarbageRead(values.txn(read), read, history.value(read)));
        } else if (!ofWhole.mayContain(value)) {
            report(Phenomenon.DIRTY_READ, read, ofWhole.min(), ofWhole.max());
        } else {
            return false;
        }
        return true;
    }

    private boolean checkSession(int read, long sum) {
        int key = history.key(read);
        if (values.neverShrinks(key) && values.external(read) < sum) {
            report(Phenomenon.G_SINGLE_PROCESS, read, sum, Long.MAX_VALUE);
        } else if (values.neverGrows(key) && values.external(read) > sum) {
            report(Phenomenon.G_SINGLE_PROCESS, read, Long.MIN_VALUE, sum);
        } else {
            return false;
        }
        return true;
    }

    /** Reports a value that only later increments of its session explain; returns whether it is one. */
    private boolean checkFuture(int read, SubsetSums ofWhole, long later) {
        int key = history.key(read);
        long value = values.external(read);
        if (values.neverShrinks(key) && value > ofWhole.max() - later) {
            report(Phenomenon.G1C_PROCESS, read, Long.MIN_VALUE, ofWhole.max() - later);
        } else if (values.neverGrows(key) && value < ofWhole.min() - later) {
            report(Phenomenon.G1C_PROCESS, read, ofWhole.min() - later, Long.MAX_VALUE);
        } else {
            return false;
        }
        return true;
    }

    private void checkMoment(int read, Moments moments) {
        int key = history.key(read);
        long value = values.external(read);
        long min = moments.min(values.txn(read));
        long max = moments.max(values.txn(read));
        boolean less = value < min;
        if (!less && value <= max) {
            return;
        }
        if (values.neverShrinks(key) || values.neverGrows(key)) {
            boolean missed = less == values.neverShrinks(key);
            report(
                    missed ? Phenomenon.G_SINGLE_REALTIME : Phenomenon.G1C_REALTIME,
                    read,
                    less ? min : Long.MIN_VALUE,
                    less ? Long.MAX_VALUE : max);
        } else {
            report(Phenomenon.SNAPSHOT_VIOLATION_REALTIME, read, min, max);
        }
    }

    /** Reports a read. The bounds include the reader's own increments, as it would have seen them. */
    private void report(Phenomenon phenomenon, int read, long min, long max) {
        long own = history.value(read) - values.external(read);
        log.add(new Anomaly.CounterRead(
                phenomenon,
                values.txn(read),
                read,
                min == Long.MIN_VALUE ? min : min + own,
                max == Long.MAX_VALUE ? max : max + own));
    }
}
