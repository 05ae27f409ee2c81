package moirai.studies.keyvalue.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.runs.report.TextTable;
import moirai.studies.keyvalue.Harness;
import moirai.studies.keyvalue.HarnessRunner;
import moirai.studies.keyvalue.HarnessRunner.Turns;
import moirai.studies.keyvalue.KeyValueProgram;
import moirai.studies.keyvalue.applications.Courseware;
import moirai.studies.keyvalue.applications.ShoppingCart;
import moirai.studies.keyvalue.applications.TreiberStack;
import moirai.studies.keyvalue.applications.Twitter;

/**
 * The paper's figure 13 as a table: the average number of states that random runs find, beside the number of all
 * states. The harnesses are random, with 2 or 3 sessions of 2 to 4 operations.
 */
final class CoverageTable {

    /** The maximal number of retries, with which few runs give an operation up. */
    private static final int RETRIES_MAX = 10;

    private static final List<IsolationLevel> LEVELS = List.of(
            IsolationLevel.CAUSAL, IsolationLevel.STRONG_SESSION_SERIALIZABLE, IsolationLevel.STRICT_SERIALIZABLE);

    /** The states of one harness that one kind of runs found. */
    private record Result(int states, List<Integer> counts) {

        double share() {
            return (double) counts.getLast() / states;
        }
    }

    private final Seed seed;
    private final List<Integer> after;
    private final int historiesMax;
    private final TextTable table;

    private CoverageTable(Seed seed, int runs, int historiesMax) {
        this.seed = seed;
        this.after = IntStream.of(10, 100, 1000, runs)
                .filter(count -> count <= runs)
                .distinct()
                .boxed()
                .toList();
        this.historiesMax = historiesMax;
        var columns = new ArrayList<>(List.of("program", "level", "turns", "harnesses", "left out", "maximum"));
        after.forEach(count -> columns.add(String.format(Locale.ROOT, "%,d runs", count)));
        columns.addAll(List.of("share", "95 % of"));
        this.table = new TextTable(3, columns);
    }

    static String of(Seed seed, int harnesses, int runs, int historiesMax) {
        var coverage = new CoverageTable(seed, runs, historiesMax);
        for (KeyValueProgram program :
                List.of(new TreiberStack(), new Courseware(), new ShoppingCart(), new Twitter())) {
            for (IsolationLevel level : LEVELS) {
                coverage.add(program, level, harnesses);
            }
        }
        return coverage.table.toString();
    }

    private void add(KeyValueProgram program, IsolationLevel level, int harnesses) {
        List<HarnessRunner> shuffling = List.of(
                new HarnessRunner(level, Turns.CHOSEN, RETRIES_MAX),
                new HarnessRunner(level, Turns.CHOSEN_BY_OPERATION, RETRIES_MAX));
        List<HarnessRunner> sequential = List.of(new HarnessRunner(level, Turns.IN_SEQUENCE, RETRIES_MAX));
        var shuffled = new ArrayList<Result>();
        var inSequence = new ArrayList<Result>();
        for (int index = 0; index < harnesses; index++) {
            Seed own = seed.part(index);
            Harness harness = drawn(program, own);
            StateSpace space = StateSpace.of(harness, level, historiesMax);
            if (space.isExhausted()) {
                shuffled.add(result(harness, space, shuffling, own));
                inSequence.add(result(harness, space, sequential, own));
            }
        }
        add(List.of(program.name(), StoreLevels.NAMES.label(level), "shuffled"), shuffled, harnesses);
        add(List.of(program.name(), StoreLevels.NAMES.label(level), "in sequence"), inSequence, harnesses);
    }

    private static Harness drawn(KeyValueProgram program, Seed seed) {
        SplittableRandom random = seed.generator();
        return Harness.random(program, 2 + random.nextInt(2), 2 + random.nextInt(3), seed.part(0));
    }

    private Result result(Harness harness, StateSpace space, List<HarnessRunner> runners, Seed seed) {
        Curve curve = Curve.of(harness, runners, seed.part(1), after);
        if (!space.states().containsAll(curve.states())) {
            throw new IllegalStateException("a state that the exploration of " + harness + " has missed, seed " + seed);
        }
        return new Result(space.states().size(), curve.counts());
    }

    private void add(List<String> names, List<Result> results, int harnesses) {
        var row = new ArrayList<>(names);
        row.add(Integer.toString(results.size()));
        row.add(Integer.toString(harnesses - results.size()));
        row.add(mean(results, Result::states));
        for (int index = 0; index < after.size(); index++) {
            int point = index;
            row.add(mean(results, result -> result.counts().get(point)));
        }
        row.add(String.format(
                Locale.ROOT,
                "%.1f %%",
                100 * results.stream().mapToDouble(Result::share).average().orElse(0)));
        row.add(Long.toString(
                results.stream().filter(result -> result.share() >= 0.95).count()));
        table.add(row);
    }

    private static String mean(List<Result> results, ToDoubleFunction<Result> figure) {
        return String.format(
                Locale.ROOT,
                "%.1f",
                results.stream().mapToDouble(figure).average().orElse(0));
    }
}
