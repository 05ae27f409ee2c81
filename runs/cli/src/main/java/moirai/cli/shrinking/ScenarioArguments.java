package moirai.cli.shrinking;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import moirai.nemesis.faults.FaultPick;
import moirai.runs.RunSettings;
import moirai.runs.scenarios.Scenario;

/** The command of a run, changed so that it executes a scenario of it. */
final class ScenarioArguments {

    private static final List<String> REPLACED =
            List.of("--concurrency", "--time-limit", "--txn-count", "--nemesis-only");
    private static final String CONCURRENCY = "-c";

    private ScenarioArguments() {}

    /**
     * Returns the arguments of the scenario.
     *
     * @param argv of the run, with {@code run} first
     */
    static List<String> of(List<String> argv, RunSettings whole, Scenario scenario) {
        var kept = new ArrayList<String>(without(argv));
        kept.addAll(List.of("--concurrency", String.valueOf(scenario.sessions())));
        kept.addAll(List.of("--time-limit", scenario.timeLimit().toMillis() + "ms"));
        if (scenario.isCounted()) {
            kept.addAll(List.of("--txn-count", String.valueOf(scenario.txnCount())));
        }
        if (!whole.faults().isNone()) {
            String names = scenario.faults().stream().map(FaultPick::label).collect(Collectors.joining(","));
            kept.addAll(List.of("--nemesis-only", names.isEmpty() ? "none" : names));
        }
        return List.copyOf(kept);
    }

    private static List<String> without(List<String> argv) {
        var kept = new ArrayList<String>();
        for (int i = 0; i < argv.size(); i++) {
            String argument = argv.get(i);
            if (REPLACED.contains(argument) || argument.equals(CONCURRENCY)) {
                i++;
            } else if (REPLACED.stream().noneMatch(option -> argument.startsWith(option + "="))
                    && !argument.matches("-c=?\\d+n?")) {
                kept.add(argument);
            }
        }
        return kept;
    }
}
