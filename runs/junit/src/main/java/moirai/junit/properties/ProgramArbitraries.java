package moirai.junit.properties;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.exploration.program.Body;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Small programs over keys and values as jqwik arbitraries, for {@link moirai.exploration.Exploration}.
 *
 * <p>Keys are called x0, x1, … in the order in which they are first used, and hold integers; a key without a value
 * counts as 0. A transaction reads keys, writes numbers to them, and adds to them. Its reply is the list of values that
 * it read. Its name says what it does: {@code read x0; x1 = 1; x0 += 2}.
 */
public final class ProgramArbitraries {

    private enum Kind {
        READ,
        WRITE,
        ADD
    }

    /** A step; {@code number} is written or added. */
    private record Step(Kind kind, int key, int number) {

        String text() {
            return switch (kind) {
                case READ -> "read x" + key;
                case WRITE -> "x" + key + " = " + number;
                case ADD -> "x" + key + " += " + number;
            };
        }
    }

    private record TxnShape(int session, List<Step> steps) {}

    private ProgramArbitraries() {}

    /**
     * Returns programs of 1 to {@code txnCountMax} transactions in up to {@code sessionCountMax} sessions, with 1 to
     * {@code opCountMax} steps each over up to {@code keyCount} keys.
     *
     * <p>They shrink towards fewer transactions, fewer steps, fewer sessions and keys, and reads.
     */
    public static Arbitrary<Program> programs(int sessionCountMax, int keyCount, int txnCountMax, int opCountMax) {
        Arbitrary<Step> step = Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(0, keyCount - 1),
                        Arbitraries.integers().between(1, 3))
                .as(Step::new);
        return Combinators.combine(
                        Arbitraries.integers().between(0, sessionCountMax - 1),
                        step.list().ofMinSize(1).ofMaxSize(opCountMax))
                .as(TxnShape::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(txnCountMax)
                .map(ProgramArbitraries::program);
    }

    private static Program program(List<TxnShape> shapes) {
        List<Integer> keys = shapes.stream()
                .flatMap(shape -> shape.steps().stream())
                .map(Step::key)
                .distinct()
                .toList();
        List<Integer> sessions =
                shapes.stream().map(TxnShape::session).distinct().toList();
        var program = Program.startingWith(Map.of());
        for (int session : sessions) {
            program = program.session(shapes.stream()
                    .filter(shape -> shape.session() == session)
                    .map(shape -> txn(shape, keys))
                    .toArray(ProgramTxn[]::new));
        }
        return program;
    }

    private static ProgramTxn txn(TxnShape shape, List<Integer> keys) {
        List<Step> steps = shape.steps().stream()
                .map(step -> new Step(step.kind(), keys.indexOf(step.key()), step.number()))
                .toList();
        return new ProgramTxn(steps.stream().map(Step::text).collect(Collectors.joining("; ")), body(steps));
    }

    private static Body body(List<Step> steps) {
        return txn -> {
            var seen = new ArrayList<Integer>();
            for (Step step : steps) {
                String key = "x" + step.key();
                switch (step.kind()) {
                    case READ -> seen.add(txn.read(key, Integer.class, 0));
                    case WRITE -> txn.write(key, step.number());
                    case ADD -> {
                        int before = txn.read(key, Integer.class, 0);
                        seen.add(before);
                        txn.write(key, before + step.number());
                    }
                }
            }
            return List.copyOf(seen);
        };
    }
}
