package moirai.studies.keyvalue.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.history.Seed;
import moirai.studies.keyvalue.Call;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.Harness;
import moirai.studies.keyvalue.HarnessRunner;

/**
 * The number of different states that random runs have found.
 *
 * @param counts after each requested number of runs
 * @param states after all runs
 */
public record Curve(List<Integer> counts, Set<List<List<Object>>> states) {

    public Curve {
        counts = List.copyOf(counts);
        states = Set.copyOf(states);
    }

    /**
     * Runs the harness with one seed after the other, by the runners in turn. A run in which an operation was given up
     * counts as a run but shows no state, because its clients did not finish.
     *
     * @param after the numbers of runs after which states are counted, in ascending order; the last is the number of
     *    all runs
     */
    public static Curve of(Harness harness, List<HarnessRunner> runners, Seed seed, List<Integer> after) {
        Set<List<List<Object>>> states = new HashSet<>();
        var counts = new ArrayList<Integer>();
        for (int run = 0; run < after.getLast(); run++) {
            Execution execution = runners.get(run % runners.size()).run(harness, seed.part(run));
            if (execution.sessions().stream().flatMap(List::stream).allMatch(Call::isDone)) {
                states.add(execution.observed());
            }
            if (after.contains(run + 1)) {
                counts.add(states.size());
            }
        }
        return new Curve(counts, states);
    }
}
