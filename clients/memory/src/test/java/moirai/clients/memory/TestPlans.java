package moirai.clients.memory;

import java.util.Iterator;
import java.util.SplittableRandom;
import moirai.history.TxnPlan;

/**
 * An endless source of plans: a window of live keys, each half as likely as the next. A key that has been planned to be
 * appended to often enough gives way to a new one.
 */
final class TestPlans implements Iterator<TxnPlan> {

    private final SplittableRandom random;
    private final int opCountMax;
    private final int appendsPerKey;
    private final int[] keys;
    private final int[] appends;
    private int nextKey;

    TestPlans(long seed, int liveKeys, int opCountMax, int appendsPerKey) {
        this.random = new SplittableRandom(seed);
        this.opCountMax = opCountMax;
        this.appendsPerKey = appendsPerKey;
        this.keys = new int[liveKeys];
        this.appends = new int[liveKeys];
        for (int i = 0; i < liveKeys; i++) {
            keys[i] = nextKey++;
        }
    }

    /** Makes a source as of a list-append workload of the usual size. */
    static TestPlans usual(long seed) {
        return new TestPlans(seed, 10, 5, 32);
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public TxnPlan next() {
        int count = 1 + random.nextInt(opCountMax);
        var plan = new TxnPlan.Builder(count);
        for (int i = 0; i < count; i++) {
            int slot = Math.min(keys.length - 1, Integer.numberOfTrailingZeros(random.nextInt() | 1 << 30));
            if (random.nextBoolean()) {
                plan.read(keys[slot]);
            } else {
                append(plan, slot);
            }
        }
        return plan.build();
    }

    private void append(TxnPlan.Builder plan, int slot) {
        if (appends[slot] == appendsPerKey) {
            keys[slot] = nextKey++;
            appends[slot] = 0;
        }
        plan.append(keys[slot], ++appends[slot]);
    }
}
