package moirai.studies.keyvalue.report;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import moirai.history.Seed;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.HarnessRunner;

/**
 * The number of runs that broke an assertion.
 *
 * @param runs of harnesses
 * @param broken the number of runs that broke it
 */
record Rate(int runs, int broken) {

    /** Runs harnesses of a kind, each with its part of the seed. */
    static Rate of(Scenario scenario, HarnessKind kind, HarnessRunner runner, Seed seed, int runs) {
        int broken = (int) IntStream.range(0, runs)
                .filter(run -> isBroken(scenario, kind, runner, seed.part(run)))
                .count();
        return new Rate(runs, broken);
    }

    /** Returns the first run that broke the assertion; empty if none did. */
    static OptionalInt firstBroken(Scenario scenario, HarnessKind kind, HarnessRunner runner, Seed seed, int runs) {
        return IntStream.range(0, runs)
                .filter(run -> isBroken(scenario, kind, runner, seed.part(run)))
                .findFirst();
    }

    private static boolean isBroken(Scenario scenario, HarnessKind kind, HarnessRunner runner, Seed seed) {
        Execution execution = runner.run(kind.of(scenario, seed.part(0)), seed);
        return scenario.assertion().broken().test(execution);
    }

    /** Returns the rate over the runs of both. */
    Rate and(Rate other) {
        return new Rate(runs + other.runs, broken + other.broken);
    }

    /** Returns the number of runs for each violation, as in the paper's table. */
    String iterations() {
        return broken == 0 ? "none" : String.format(Locale.ROOT, "%.1f", (double) runs / broken);
    }

    /** Returns the share of runs with a violation. */
    String percent() {
        return broken == 0 ? "holds" : String.format(Locale.ROOT, "%.2f %%", 100.0 * broken / runs);
    }
}
