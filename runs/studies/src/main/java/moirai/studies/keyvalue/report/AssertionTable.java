package moirai.studies.keyvalue.report;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.runs.report.TextTable;
import moirai.studies.keyvalue.HarnessRunner;
import moirai.studies.keyvalue.applications.Courseware;

/** The rates at which each assertion of the paper's table 1 breaks. */
final class AssertionTable {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private AssertionTable() {}

    /** Returns the average iterations at causal, for each kind of harness, beside the paper's figure. */
    static String iterations(Seed seed, int runs) {
        var columns = new ArrayList<>(List.of("assertion", "paper"));
        for (HarnessKind kind : HarnessKind.values()) {
            columns.add(kind.label());
        }
        var table = new TextTable(1, columns);
        for (Scenario scenario : Scenario.all()) {
            var row = new ArrayList<>(List.of(
                    scenario.assertion().name(), String.format(Locale.ROOT, "%.1f", scenario.paperIterations())));
            for (HarnessKind kind : HarnessKind.values()) {
                row.add(Rate.of(scenario, kind, new HarnessRunner(IsolationLevel.CAUSAL), seed, runs)
                        .iterations());
            }
            table.add(row);
        }
        return table.toString();
    }

    /** Returns the share of runs, over all kinds of harnesses, that break each assertion at each level. */
    static String levels(Seed seed, int runs) {
        var columns = new ArrayList<>(List.of("level"));
        Scenario.all().forEach(scenario -> columns.add(scenario.assertion().name()));
        var table = new TextTable(1, columns);
        for (IsolationLevel level : StoreLevels.all()) {
            var row = new ArrayList<>(List.of(StoreLevels.NAMES.label(level)));
            for (Scenario scenario : Scenario.all()) {
                row.add(overAllKinds(scenario, level, seed, runs).percent());
            }
            table.add(row);
        }
        return table.toString();
    }

    /** Runs this number of harnesses of each kind. */
    static Rate overAllKinds(Scenario scenario, IsolationLevel level, Seed seed, int runs) {
        var all = new Rate(0, 0);
        for (HarnessKind kind : HarnessKind.values()) {
            all = all.and(Rate.of(scenario, kind, new HarnessRunner(level), seed, runs));
        }
        return all;
    }

    /** Returns the processor time of a run at each level, after a warm-up of as many runs. */
    static String speed(Seed seed, int runs) {
        List<Scenario> scenarios = Scenario.all().stream()
                .filter(scenario -> !scenario.assertion().equals(Courseware.REMOVED_IS_EMPTY))
                .toList();
        var columns = new ArrayList<>(List.of("microseconds a run"));
        scenarios.forEach(scenario -> columns.add(scenario.program().name()));
        var table = new TextTable(1, columns);
        for (IsolationLevel level : StoreLevels.all()) {
            var row = new ArrayList<>(List.of(StoreLevels.NAMES.label(level)));
            for (Scenario scenario : scenarios) {
                Rate.of(scenario, HarnessKind.DRAWN, new HarnessRunner(level), seed, runs);
                long start = THREADS.getCurrentThreadCpuTime();
                Rate.of(scenario, HarnessKind.DRAWN, new HarnessRunner(level), seed, runs);
                row.add(String.format(Locale.ROOT, "%.1f", (THREADS.getCurrentThreadCpuTime() - start) / 1e3 / runs));
            }
            table.add(row);
        }
        return table.toString();
    }
}
