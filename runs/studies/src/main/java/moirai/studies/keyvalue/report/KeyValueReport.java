package moirai.studies.keyvalue.report;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.studies.keyvalue.HarnessRunner;

/** Texts about the key-value programs. Equal arguments give equal texts, except for {@link #speed}. */
public final class KeyValueReport {

    private KeyValueReport() {}

    /**
     * Returns the paper's table 1: the number of runs for each violation at causal.
     *
     * @param runs of each assertion with each kind of harness; the paper has 10,000
     */
    public static String table1(Seed seed, int runs) {
        return String.format(
                        Locale.ROOT,
                        "Runs for each run that breaks an assertion; causal, %,d runs of each, seed %s%n%n",
                        runs,
                        seed)
                + AssertionTable.iterations(seed, runs);
    }

    /**
     * Returns the share of runs that break each assertion, at each level.
     *
     * @param runs of each assertion with each kind of harness at each level
     */
    public static String levels(Seed seed, int runs) {
        int total = runs * HarnessKind.values().length;
        return String.format(Locale.ROOT, "Runs that break an assertion, of %,d each, seed %s%n%n", total, seed)
                + AssertionTable.levels(seed, runs);
    }

    /**
     * Returns the processor time of a run on this machine, of a random harness of 3 sessions with 3 operations each.
     *
     * @param runs of each program at each level
     */
    public static String speed(Seed seed, int runs) {
        return AssertionTable.speed(seed, runs);
    }

    /**
     * Returns the paper's figure 13: the states that random runs find, beside all states, for random harnesses.
     *
     * @param harnesses of each program
     * @param runs the maximal number for each harness; the paper has 5,000
     * @param historiesMax the number of histories after which an exploration is given up, and its harness left out
     */
    public static String coverage(Seed seed, int harnesses, int runs, int historiesMax) {
        return String.format(Locale.ROOT, """
                        Different replies to all clients, means over harnesses of 2 or 3 sessions, 2 to 4 operations;
                        shuffled: sessions take turns at random, in every other run by whole operations;
                        left out: more than %,d histories to explore; share: mean share of the maximum;
                        95 %% of: how many harnesses had at least that share; seed %s

                        """, historiesMax, seed)
                + CoverageTable.of(seed, harnesses, runs, historiesMax);
    }

    /**
     * Returns the first run that breaks each assertion at a level, as tables of its sessions.
     *
     * @param runs after which an assertion is said to hold
     */
    public static String counterExamples(IsolationLevel level, Seed seed, int runs) {
        return counterExamples(level, seed, runs, false);
    }

    /**
     * Returns the same, and below each table, for each read that the level has restricted, the excluded sources with
     * reasons.
     */
    public static String explainedCounterExamples(IsolationLevel level, Seed seed, int runs) {
        return counterExamples(level, seed, runs, true);
    }

    private static String counterExamples(IsolationLevel level, Seed seed, int runs, boolean isExplained) {
        return Scenario.all().stream()
                .map(scenario -> counterExample(scenario, level, seed, runs, isExplained) + "\n")
                .collect(Collectors.joining());
    }

    private static String counterExample(
            Scenario scenario, IsolationLevel level, Seed seed, int runs, boolean isExplained) {
        var runner = new HarnessRunner(level);
        HarnessKind kind = HarnessKind.SMALL;
        OptionalInt broken = Rate.firstBroken(scenario, kind, runner, seed, runs);
        String name = scenario.program().name() + ": " + scenario.assertion().name();
        if (broken.isEmpty()) {
            return String.format(
                    Locale.ROOT, "%s: not in %,d runs at %s%n", name, runs, StoreLevels.NAMES.label(level));
        }
        Seed failing = seed.part(broken.getAsInt());
        var run = new TracedRun(kind.of(scenario, failing.part(0)), runner, failing, isExplained);
        String reasons =
                run.restricted().stream().map(read -> "\n" + read.text()).collect(Collectors.joining());
        return String.format(
                        Locale.ROOT,
                        "%s; %s, run %d, seed %s%n%n",
                        name,
                        StoreLevels.NAMES.label(level),
                        broken.getAsInt() + 1,
                        failing)
                + new SessionTable(run)
                + reasons;
    }
}
