package moirai.studies;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.search.SearchDecider;

/**
 * Decides many hard histories at snapshot isolation and serializability over the order of sessions, and checks every
 * decision. Run by {@code scripts/hard-histories [histories [first seed [min [max]]]]}, the last two being numbers of
 * transactions. Exit code 1 if anything is undecided or wrong.
 */
public final class HardHistories {

    private static final List<AxiomaticLevel> LEVELS = List.of(
            new AxiomaticLevel(Axiom.SNAPSHOT, BaseOrder.SESSION), new AxiomaticLevel(Axiom.SERIAL, BaseOrder.SESSION));

    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, List<Long>> nanos = new TreeMap<>();
    private int objections;

    private HardHistories() {}

    /** Prints a line for each wrong decision, and then counts and times. */
    public static void main(String[] args) {
        int count = argument(args, 0, 100);
        int first = argument(args, 1, 0);
        var run = new HardHistories();
        for (int seed = first; seed < first + count; seed++) {
            var shape = HardHistory.Shape.random(argument(args, 2, 200), argument(args, 3, 2_000), seed);
            HardHistory.Plant[] plants = HardHistory.Plant.values();
            run.decide(HardHistory.of(shape, plants[seed % plants.length]));
        }
        run.print();
        System.exit(run.objections == 0 ? 0 : 1);
    }

    private static int argument(String[] args, int at, int otherwise) {
        return at < args.length ? Integer.parseInt(args[at]) : otherwise;
    }

    private void decide(HardHistory hard) {
        for (AxiomaticLevel level : LEVELS) {
            long start = System.nanoTime();
            Decision decision = new SearchDecider(level, StepBudget.DEFAULT).decide(hard.history());
            long elapsed = System.nanoTime() - start;
            String kind = "%-22s %-8s %-11s".formatted(level, hard.shape().store(), hard.planted());
            counts.merge(kind + " " + decision.getClass().getSimpleName(), 1, Integer::sum);
            nanos.computeIfAbsent(level.toString(), key -> new ArrayList<>()).add(elapsed);
            Optional<String> objection = CheckedDecision.objection(hard, level, decision);
            if (objection.isPresent()) {
                objections++;
                System.out.println(level + ", " + hard + ": " + objection.get());
            }
        }
    }

    private void print() {
        counts.forEach((kind, count) -> System.out.printf("%6d %s%n", count, kind));
        nanos.forEach((level, each) -> {
            Collections.sort(each);
            System.out.printf(
                    "%s, ms: median %.1f, 90 %% %.1f, 99 %% %.1f, maximum %.1f%n",
                    level, millis(each, 0.5), millis(each, 0.9), millis(each, 0.99), millis(each, 1));
        });
        System.out.println(objections + " undecided or wrong");
    }

    private static double millis(List<Long> sorted, double share) {
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1) / 1e6;
    }
}
