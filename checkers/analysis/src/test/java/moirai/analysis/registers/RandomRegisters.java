package moirai.analysis.registers;

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
 * Small histories of registers in which sessions run transactions of a few ops each, whose reads return what somebody
 * wrote at some time: mostly nonsense, which is what interpretations have to be looked for in.
 */
final class RandomRegisters {

    private final Random random;
    private final int keys;
    private final Map<Long, List<Long>> written = new HashMap<>();

    private RandomRegisters(long seed) {
        this.random = new Random(seed);
        this.keys = 1 + random.nextInt(3);
    }

    static History of(long seed) {
        return new RandomRegisters(seed).history();
    }

    private History history() {
        int count = 2 + random.nextInt(5);
        int sessions = 1 + random.nextInt(4);
        long[] clock = new long[sessions];
        boolean timed = random.nextBoolean();
        var plans = new ArrayList<List<Op>>();
        long value = 0;
        for (int txn = 0; txn < count; txn++) {
            var plan = new ArrayList<Op>();
            for (int op = 1 + random.nextInt(3); op > 0; op--) {
                long key = random.nextInt(keys);
                if (random.nextBoolean()) {
                    // One value is sometimes written twice, so that its reads cannot be attributed.
                    value += random.nextInt(20) == 0 ? 0 : 1;
                    plan.add(new Op.Write(key, value));
                    written.computeIfAbsent(key, ignored -> new ArrayList<>()).add(value);
                } else {
                    plan.add(Op.Read.planned(key));
                }
            }
            plans.add(plan);
        }
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (List<Op> plan : plans) {
            int session = random.nextInt(sessions);
            long start = clock[session] + (timed ? random.nextInt(6) : 0);
            long end = start + (timed ? 1 + random.nextInt(8) : 0);
            clock[session] = end + (timed ? 1 : 0);
            builder.add(new Txn(session, plan.stream().map(this::answered).toList(), outcome(), start, end));
        }
        builder.write(99, 1_000_000).end(98, new Outcome.Aborted(""), 0, 0); // so that it holds registers for certain
        return builder.build();
    }

    private Op answered(Op op) {
        if (op instanceof Op.Write) {
            return op;
        }
        List<Long> values = written.getOrDefault(op.key(), List.of());
        int choice = random.nextInt(values.size() + 1);
        if (random.nextInt(30) == 0) {
            return op;
        }
        return choice == values.size() ? new Op.ReadInitial(op.key()) : new Op.ReadValue(op.key(), values.get(choice));
    }

    private Outcome outcome() {
        return switch (random.nextInt(8)) {
            case 0 -> new Outcome.Aborted("");
            case 1, 2 -> new Outcome.Indeterminate("");
            default -> new Outcome.Committed();
        };
    }
}
