package moirai.analysis.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;

/**
 * Small histories of registers with few values, so that most values are written by several transactions: of a store
 * that runs transactions one after the other and, now and then, lets a read return something else that somebody wrote.
 */
final class RandomRepeatedValues {

    private static final int TXNS_MAX = 5;

    private final Random random;
    private final int keys;
    private final int values;
    private final int lies;
    private final Map<Long, Long> store = new HashMap<>();
    private final Map<Long, List<Long>> written = new HashMap<>();

    private RandomRepeatedValues(long seed) {
        this.random = new Random(seed);
        this.keys = 1 + random.nextInt(2);
        this.values = 1 + random.nextInt(3);
        this.lies = random.nextInt(4);
    }

    static History of(long seed) {
        return new RandomRepeatedValues(seed).history();
    }

    private History history() {
        int sessions = 1 + random.nextInt(4);
        var plans = new ArrayList<List<Op>>();
        int count = 2 + random.nextInt(TXNS_MAX - 1);
        for (int txn = 0; txn < count; txn++) {
            plans.add(plan());
        }
        var builder = new HistoryBuilder(RunHeader.NONE);
        boolean timed = random.nextBoolean();
        long[] ended = new long[sessions];
        var recorded = new ArrayList<Txn>();
        for (int txn = 0; txn < count; txn++) {
            int session = random.nextInt(sessions);
            long start = Math.max(ended[session] + 1, 10L * txn - random.nextInt(20));
            long end = Math.max(start, 10L * txn + random.nextInt(20));
            ended[session] = end;
            recorded.add(
                    run(plans.get(txn), session, txn, timed ? Math.max(0, start) : 0, timed ? Math.max(0, end) : 0));
        }
        if (!timed) {
            builder.untimed();
        }
        recorded.forEach(builder::add);
        builder.write(99, 1_000_000).end(98, new Outcome.Aborted(""), 0, 0); // so that it holds registers for certain
        return builder.build();
    }

    private List<Op> plan() {
        var plan = new ArrayList<Op>();
        for (int op = 1 + random.nextInt(3); op > 0; op--) {
            long key = random.nextInt(keys);
            plan.add(random.nextBoolean() ? new Op.Write(key, random.nextInt(values)) : Op.Read.planned(key));
        }
        plan.forEach(op -> {
            if (op instanceof Op.Write(long key, long value)) {
                written.computeIfAbsent(key, none -> new ArrayList<>()).add(value);
            }
        });
        return plan;
    }

    private Txn run(List<Op> plan, int session, int txn, long start, long end) {
        var before = new HashMap<>(store);
        var own = new HashMap<Long, Long>();
        var ops = new ArrayList<Op>();
        for (Op op : plan) {
            if (op instanceof Op.Write(long key, long value)) {
                store.put(key, value);
                own.put(key, value);
                ops.add(op);
            } else {
                ops.add(read(op.key(), own));
            }
        }
        int fate = random.nextInt(10);
        if (fate == 0) {
            store.clear();
            store.putAll(before);
            return new Txn(session, ops, new Outcome.Aborted(""), start, end);
        }
        // Alone in its session, since else nothing is certain of the order of that session.
        return fate < 3
                ? new Txn(50 + txn, ops, new Outcome.Indeterminate(""), start, end)
                : new Txn(session, ops, new Outcome.Committed(), start, end);
    }

    private Op read(long key, Map<Long, Long> own) {
        boolean lies = random.nextInt(4) < this.lies && (!own.containsKey(key) || random.nextInt(8) == 0);
        if (lies) {
            List<Long> choices = written.getOrDefault(key, List.of());
            int choice = random.nextInt(choices.size() + 1);
            return choice == choices.size() ? new Op.ReadInitial(key) : new Op.ReadValue(key, choices.get(choice));
        }
        return store.containsKey(key) ? new Op.ReadValue(key, store.get(key)) : new Op.ReadInitial(key);
    }
}
