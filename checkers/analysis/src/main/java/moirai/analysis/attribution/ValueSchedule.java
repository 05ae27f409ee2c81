package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.keyvalue.RepeatedValues;

/**
 * A guess at a serial order: plays the sessions as a scheduler would that knows which values they are going to read,
 * and ignores who wrote them.
 *
 * <p>Of the transactions that come next in their sessions and read what is there:
 *
 * <ol>
 *   <li>One that writes nothing is taken at once.
 *   <li>A writer waits while others are going to read a value that it overwrites and that nobody writes again.
 *   <li>A writer that overwrites nothing that others are going to read comes before one that does.
 *   <li>Otherwise the first in the order of a guide is taken. If no session can go on with right reads, the first in
 *       the guide's order is taken as well, and the order is wrong.
 * </ol>
 *
 * <p>O(transactions × sessions × ops of a transaction²), counted as steps. Nothing is played if there are more than
 * {@link #SESSIONS_MAX} sessions.
 */
final class ValueSchedule {

    private static final int SESSIONS_MAX = 256;
    private static final int NONE = -1;

    /** The ranks of a transaction that may come next; the lowest is taken. */
    private static final int READS_ONLY = 0;

    private static final int HARMLESS = 1;
    private static final int OVERWRITES_WHAT_COMES_AGAIN = 2;
    private static final int OVERWRITES_FOR_GOOD = 3;
    private static final int READS_WRONG = 4;

    private final RepeatedValues values;
    private final KeyValueHistory base;
    /** The value of each write: its number among those that several wrote, or one of its own behind them. */
    private final int[] written;
    /** The value of each key, and how many reads and writes of each value are yet to come. */
    private final int[] current;

    private final int[] unread;
    private final int[] unwritten;
    private final int[] next;
    private final int[] place;

    private ValueSchedule(RepeatedValues values, KeyValueHistory base, Guide guide) {
        this.values = values;
        this.base = base;
        this.written = new int[base.writeCount()];
        this.current = new int[keyCount()];
        this.next = new int[base.sessionCount()];
        this.place = new int[base.txnCount()];
        Arrays.setAll(written, write -> values.groupCount() + write);
        Arrays.setAll(current, this::initial);
        for (int at = 0; at < guide.size(); at++) {
            place[base.indexOf(guide.at(at))] = at;
        }
        var named = new BitSet();
        for (int open = 0; open < values.count(); open++) {
            int group = values.groupOf(open);
            if (!named.get(group)) {
                named.set(group);
                nameWrites(group, values.key(open));
            }
        }
        this.unread = new int[initial(current.length)];
        this.unwritten = new int[unread.length];
        for (int write = 0; write < written.length; write++) {
            unwritten[written[write]]++;
        }
        for (int txn = 0; txn < base.txnCount(); txn++) {
            count(txn, 1);
        }
    }

    /**
     * Returns the order of a guide, changed so that more reads find the value that they returned. It is a guess, and
     * may be worse; it is the same if the budget ends.
     */
    static Guide of(RepeatedValues values, KeyValueHistory base, Guide guide, StepBudget budget) {
        if (base.sessionCount() > SESSIONS_MAX) {
            return guide;
        }
        IntArrayList order = new ValueSchedule(values, base, guide).play(new StepMeter(budget));
        return order.size() < base.txnCount() ? guide : Guide.of(values, base, CommitOrder.of(order.toIntArray()));
    }

    private int keyCount() {
        int count = base.keyCount();
        for (int open = 0; open < values.count(); open++) {
            count = Math.max(count, values.key(open) + 1);
        }
        return count;
    }

    private int initial(int key) {
        return values.groupCount() + written.length + key;
    }

    private void nameWrites(int group, int key) {
        for (int writer : values.writers(group)) {
            int txn = base.indexOf(writer);
            if (txn >= 0) {
                written[base.write(txn, key)] = group;
            }
        }
    }

    private int value(int read) {
        int source = base.readSource(read);
        return source == KeyValueHistory.INITIAL
                ? initial(base.readKey(read))
                : written[base.write(source, base.readKey(read))];
    }

    private void count(int txn, int change) {
        for (int read = base.firstRead(txn); read < base.endRead(txn); read++) {
            unread[value(read)] += change;
        }
        int recorded = base.recordedTxn(txn);
        for (int open = values.firstOpen(recorded); isOf(open, recorded); open++) {
            unread[values.groupOf(open)] += change;
        }
    }

    private boolean isOf(int open, int recorded) {
        return open < values.count() && values.reader(open) == recorded;
    }

    /** Returns the order, or the beginning of it if the budget ends. */
    private IntArrayList play(StepMeter meter) {
        var order = new IntArrayList(base.txnCount());
        while (order.size() < base.txnCount() && !meter.isExhausted()) {
            int best = NONE;
            int rankOfBest = Integer.MAX_VALUE;
            for (int session = 0; session < next.length && rankOfBest > READS_ONLY; session++) {
                if (next[session] < base.sessionSize(session)) {
                    int txn = base.txnAt(session, next[session]);
                    meter.spend(cost(txn));
                    int rank = rank(txn);
                    if (rank < rankOfBest || (rank == rankOfBest && place[txn] < place[best])) {
                        best = txn;
                        rankOfBest = rank;
                    }
                }
            }
            execute(best);
            order.add(best);
        }
        return order;
    }

    private long cost(int txn) {
        long reads = 1L + base.endRead(txn) - base.firstRead(txn);
        return reads * (1L + base.endWrite(txn) - base.firstWrite(txn));
    }

    private int rank(int txn) {
        if (!readsWhatIsThere(txn)) {
            return READS_WRONG;
        }
        int rank = READS_ONLY;
        for (int write = base.firstWrite(txn); write < base.endWrite(txn); write++) {
            int value = current[base.writeKey(write)];
            boolean isHarmless = value == written[write] || unread[value] == readsBy(txn, base.writeKey(write));
            int overwrites = unwritten[value] > 0 ? OVERWRITES_WHAT_COMES_AGAIN : OVERWRITES_FOR_GOOD;
            rank = Math.max(rank, isHarmless ? HARMLESS : overwrites);
        }
        return rank;
    }

    private boolean readsWhatIsThere(int txn) {
        for (int read = base.firstRead(txn); read < base.endRead(txn); read++) {
            if (current[base.readKey(read)] != value(read)) {
                return false;
            }
        }
        int recorded = base.recordedTxn(txn);
        for (int open = values.firstOpen(recorded); isOf(open, recorded); open++) {
            if (current[values.key(open)] != values.groupOf(open)) {
                return false;
            }
        }
        return true;
    }

    private int readsBy(int txn, int key) {
        int count = 0;
        for (int read = base.firstRead(txn); read < base.endRead(txn); read++) {
            count += base.readKey(read) == key ? 1 : 0;
        }
        int recorded = base.recordedTxn(txn);
        for (int open = values.firstOpen(recorded); isOf(open, recorded); open++) {
            count += values.key(open) == key ? 1 : 0;
        }
        return count;
    }

    private void execute(int txn) {
        count(txn, -1);
        for (int write = base.firstWrite(txn); write < base.endWrite(txn); write++) {
            current[base.writeKey(write)] = written[write];
            unwritten[written[write]]--;
        }
        next[base.session(txn)]++;
    }
}
