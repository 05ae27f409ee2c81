package moirai.analysis.sets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;

/**
 * Small histories of sets and counters that are nearly right: a serial execution in some order, of which some answers
 * are then changed.
 */
public final class RandomStructures {

    private final Random random;
    private final boolean sets;
    private final int signs;
    private final List<Txn> plans = new ArrayList<>();
    private final Map<Integer, Txn> run = new HashMap<>();
    private final TreeSet<Integer> elements = new TreeSet<>();
    private int opsMax = 3;
    private int pauseMax = 3;
    private int indeterminateOfEight = 1;
    private boolean moves;

    private RandomStructures(Random random, boolean sets, int signs) {
        this.random = random;
        this.sets = sets;
        this.signs = signs;
    }

    /** Up to {@code txnsMax} transactions on sets. */
    public static History sets(Random random, int txnsMax) {
        return new RandomStructures(random, true, 0).history(txnsMax);
    }

    /** The same on counters, which only grow, only shrink, or do both, as it happens. */
    public static History counters(Random random, int txnsMax) {
        return new RandomStructures(random, false, random.nextInt(3)).history(txnsMax);
    }

    /** The same with one op in each transaction, most of which touch the next of their session. */
    public static History singleCounters(Random random, int txnsMax) {
        var structures = new RandomStructures(random, false, random.nextInt(2));
        structures.opsMax = 1;
        structures.pauseMax = 1;
        structures.indeterminateOfEight = 3;
        return structures.history(txnsMax);
    }

    /** Transfers between two accounts and reads of both; they begin at 0. */
    public static History transfers(Random random, int txnsMax) {
        var structures = new RandomStructures(random, false, 2);
        structures.moves = true;
        return structures.history(txnsMax);
    }

    private History history(int txnsMax) {
        plan(1 + random.nextInt(txnsMax));
        execute();
        var builder = new HistoryBuilder(RunHeader.NONE);
        if (random.nextInt(8) == 0) {
            builder.untimed();
        }
        for (int txn = 0; txn < plans.size(); txn++) {
            builder.add(run.getOrDefault(txn, plans.get(txn)));
        }
        // So that it holds the right kind for certain.
        var kind = sets ? new Op.Add(0, 1000) : new Op.Increment(0, 100);
        return builder.add(new Txn(0, List.of(kind), new Outcome.Aborted(""), 100, 100))
                .build();
    }

    private void plan(int count) {
        long[] free = new long[3];
        for (int txn = 0; txn < count; txn++) {
            int session = random.nextInt(free.length);
            long start = free[session] + random.nextInt(pauseMax + 1);
            long end = start + random.nextInt(5);
            free[session] = end;
            var ops = new ArrayList<Op>();
            if (moves) {
                addMove(ops);
            } else {
                for (int left = 1 + random.nextInt(opsMax); left > 0; left--) {
                    ops.add(op());
                }
            }
            plans.add(new Txn(session, ops, outcome(), start, end));
        }
    }

    private Outcome outcome() {
        int drawn = random.nextInt(8);
        if (drawn == 0) {
            return new Outcome.Aborted("");
        }
        return drawn <= indeterminateOfEight ? new Outcome.Indeterminate("") : new Outcome.Committed();
    }

    /** Reads of both accounts, or a transfer, now and then from one to itself. */
    private void addMove(List<Op> ops) {
        if (random.nextBoolean()) {
            ops.add(Op.Read.planned(0));
            ops.add(Op.Read.planned(1));
            return;
        }
        long amount = 1L + random.nextInt(2);
        long from = random.nextInt(2);
        ops.add(new Op.Increment(from, -amount));
        ops.add(new Op.Increment(random.nextInt(5) == 0 ? from : 1 - from, amount));
    }

    private Op op() {
        long key = random.nextInt(2);
        if (random.nextInt(5) < 3) {
            return Op.Read.planned(key);
        }
        if (sets) {
            int element = random.nextInt(25) == 0 ? 1 : elements.size() + 1;
            elements.add(element);
            return new Op.Add(key, element);
        }
        long amount = 1L + random.nextInt(3);
        return new Op.Increment(key, signs == 0 || (signs == 2 && random.nextBoolean()) ? amount : -amount);
    }

    /** Executes in the order of a moment in each interval, or in any order. */
    private void execute() {
        var order = new ArrayList<Integer>();
        double[] moments = new double[plans.size()];
        for (int txn = 0; txn < plans.size(); txn++) {
            order.add(txn);
            Txn plan = plans.get(txn);
            moments[txn] = plan.startNanos() + random.nextDouble() * (plan.endNanos() - plan.startNanos());
        }
        Collections.shuffle(order, random);
        if (random.nextInt(3) > 0) {
            order.sort(Comparator.comparingDouble(txn -> moments[txn]));
        }
        var state = new HashMap<Long, List<Long>>();
        for (int txn : order) {
            boolean applied = plans.get(txn).outcome() instanceof Outcome.Committed || random.nextInt(4) == 0;
            var own = new HashMap<Long, List<Long>>();
            state.forEach((key, values) -> own.put(key, new ArrayList<>(values)));
            execute(txn, own);
            if (applied) {
                state.putAll(own);
            }
        }
    }

    private void execute(int txn, Map<Long, List<Long>> state) {
        Txn plan = plans.get(txn);
        var ops = new ArrayList<Op>();
        for (Op op : plan.ops()) {
            List<Long> values = state.computeIfAbsent(op.key(), key -> new ArrayList<>());
            switch (op) {
                case Op.Add add -> values.add((long) add.element());
                case Op.Increment increment -> values.add(increment.amount());
                default -> {}
            }
            boolean answered = op instanceof Op.Read && random.nextInt(20) > 0;
            ops.add(answered ? answer(op.key(), values) : op);
        }
        run.put(txn, new Txn(plan.session(), ops, plan.outcome(), plan.startNanos(), plan.endNanos()));
    }

    private Op answer(long key, List<Long> values) {
        boolean wrong = random.nextInt(10) == 0;
        if (!sets) {
            long sum = values.stream().mapToLong(value -> value).sum();
            return new Op.ReadCounter(key, wrong ? sum + random.nextInt(7) - 3 : sum);
        }
        var seen = new TreeSet<Integer>();
        values.forEach(value -> seen.add(value.intValue()));
        if (wrong) {
            int changed = 1 + random.nextInt(elements.size() + 1);
            if (!seen.remove(changed)) {
                seen.add(changed);
            }
        }
        return new Op.ReadSet(
                key, Elements.of(seen.stream().mapToInt(value -> value).toArray()));
    }
}
