package moirai.analysis.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import moirai.analysis.attribution.RegisterFrontier.Answer;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** Linearizability of a register with few values against all orders, and on histories that are known to have one. */
class RegisterFrontierOracleProperties {

    private static final int SMALL = 6;
    private static final int LARGE = 200;
    private static final int VALUES = 3;

    @Provide
    Arbitrary<History> small() {
        return Arbitraries.randomValue(random -> history(random, 2 + random.nextInt(SMALL - 1), 8, random.nextInt(3)));
    }

    @Provide
    Arbitrary<History> honest() {
        return Arbitraries.randomValue(random -> history(random, LARGE, 40, 0));
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void decidesAsAllOrdersDo(@ForAll("small") History history) {
        RegisterUses uses = uses(history);
        var frontier = new RegisterFrontier(uses, meter());

        boolean hasOrder = frontier.run() == Answer.FOUND;

        assertThat(hasOrder).isEqualTo(hasOrder(uses, new ArrayList<>(), RegisterUses.INITIAL));
        if (hasOrder) {
            int value = RegisterUses.INITIAL;
            var left = new BitSet();
            left.set(0, uses.size());
            for (int use : frontier.order()) {
                assertThat(uses.read(use)).isIn(RegisterUses.NONE, value);
                value = uses.isPureRead(use) ? value : uses.write(use);
                left.clear(use);
                assertThat(left.stream().noneMatch(other -> uses.end(other) < uses.start(use)))
                        .isTrue();
            }
            assertThat(left.stream().noneMatch(uses::isCertain)).isTrue();
        }
        Statistics.label("has an order").collect(hasOrder).coverage(coverage -> {
            coverage.check(true).count(count -> count > 0);
            coverage.check(false).count(count -> count > 0);
        });
    }

    /** What happened has an order, the whole and what was open in any window of time, whatever was before it. */
    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void honestRegisterHasAnOrderInEachWindow(@ForAll("honest") History history, @ForAll Random random) {
        RegisterUses uses = uses(history);
        assertThat(new RegisterFrontier(uses, meter()).run()).isEqualTo(Answer.FOUND);

        long begin = uses.start(random.nextInt(uses.size()));
        long end = begin + random.nextInt(300);
        int[] window = IntStream.of(all(uses))
                .filter(use -> uses.end(use) >= begin && uses.start(use) <= end)
                .filter(use -> !uses.isPureRead(use) || random.nextBoolean())
                .toArray();
        assertThat(new RegisterFrontier(uses, window, false, begin, end, meter()).run())
                .isEqualTo(Answer.FOUND);
    }

    private static RegisterUses uses(History history) {
        return RegisterUses.of(history)[0];
    }

    private static int[] all(RegisterUses uses) {
        return IntStream.range(0, uses.size()).toArray();
    }

    private static StepMeter meter() {
        return new StepMeter(StepBudget.DEFAULT);
    }

    /** Tries each use next that nothing left has to precede; those of unknown outcome may be left out. */
    private static boolean hasOrder(RegisterUses uses, List<Integer> before, int value) {
        List<Integer> left = IntStream.range(0, uses.size())
                .filter(use -> !before.contains(use))
                .boxed()
                .toList();
        if (left.stream().noneMatch(uses::isCertain)) {
            return true;
        }
        for (int use : left) {
            boolean isNext = left.stream().noneMatch(other -> uses.end(other) < uses.start(use));
            if (isNext && (uses.read(use) == RegisterUses.NONE || uses.read(use) == value)) {
                before.add(use);
                if (hasOrder(uses, before, uses.isPureRead(use) ? value : uses.write(use))) {
                    return true;
                }
                before.removeLast();
            }
        }
        return false;
    }

    /**
     * Reads, writes and compare-and-sets of one register, each at a moment of its interval; some reads are lies, and
     * one of {@code certainOf} is of unknown outcome.
     */
    private static History history(Random random, int count, int certainOf, double lies) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        // A value that everybody may have read is written, so that each read counts.
        for (int value = 0; value < VALUES; value++) {
            builder.add(new Txn(value, List.of(new Op.Write(0, value)), outcome(true), 10L * value, 10L * value + 5));
        }
        long held = VALUES - 1;
        for (int txn = 0; txn < count; txn++) {
            long moment = 10L * (VALUES + txn);
            long start = Math.max(10L * VALUES, moment - random.nextInt(40));
            boolean isCertain = random.nextInt(certainOf) > 0;
            var ops = new ArrayList<Op>();
            int kind = random.nextInt(3);
            if (kind != 1) {
                ops.add(new Op.ReadValue(0, random.nextDouble() < lies ? random.nextInt(VALUES) : held));
            }
            if (kind != 0) {
                long written = random.nextInt(VALUES);
                ops.add(new Op.Write(0, written));
                // Of unknown outcome: it may have failed.
                held = isCertain || random.nextBoolean() ? written : held;
            }
            builder.add(new Txn(VALUES + txn, ops, outcome(isCertain), start, moment + random.nextInt(40)));
        }
        return builder.build();
    }

    private static Outcome outcome(boolean isCertain) {
        return isCertain ? new Outcome.Committed() : new Outcome.Indeterminate("no answer");
    }
}
