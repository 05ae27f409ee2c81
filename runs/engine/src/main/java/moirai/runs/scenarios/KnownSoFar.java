package moirai.runs.scenarios;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import moirai.nemesis.faults.FaultPick;

/**
 * What attempts have proven so far: that a scenario shows the failure, and so that the faults which it does not have
 * are not needed. An attempt that does not show it proves nothing.
 */
public final class KnownSoFar {

    private static final Comparator<Scenario> SMALLEST = Comparator.<Scenario>comparingInt(
                    scenario -> scenario.faults().size())
            .thenComparing(Scenario::timeLimit)
            .thenComparingInt(Scenario::sessions)
            .thenComparingLong(Scenario::txnCount);

    /** The number of faults that are named one by one. */
    private static final int NAMED_MAX = 4;

    private final List<String> faults;
    private Optional<Scenario> smallest = Optional.empty();
    private int attempts;

    /** @param whole the run that is shrunk */
    public KnownSoFar(Scenario whole) {
        faults = names(whole);
    }

    /** Takes in an attempt, and returns what is known after it, in a few words. */
    public String after(Scenario scenario, Attempt attempt) {
        attempts++;
        if (attempt instanceof Attempt.Shown
                && smallest.filter(known -> SMALLEST.compare(known, scenario) <= 0)
                        .isEmpty()) {
            smallest = Optional.of(scenario);
        }
        return smallest.map(this::words)
                .orElse("after " + (attempts == 1 ? "1 attempt" : attempts + " attempts") + " not shown again yet");
    }

    private String words(Scenario shown) {
        List<String> kept = names(shown);
        List<String> spare =
                faults.stream().filter(fault -> !kept.contains(fault)).toList();
        return "it fails with " + shown.describe()
                + (spare.isEmpty()
                        ? ""
                        : "; not needed: "
                                + (spare.size() > NAMED_MAX
                                        ? "the other " + spare.size() + " faults"
                                        : String.join(", ", spare)));
    }

    private static List<String> names(Scenario scenario) {
        return scenario.faults().stream().map(FaultPick::name).toList();
    }
}
