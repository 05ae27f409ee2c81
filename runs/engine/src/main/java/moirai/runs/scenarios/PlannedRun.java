package moirai.runs.scenarios;

import java.time.Duration;
import java.util.List;
import moirai.nemesis.faults.FaultChoice;
import moirai.nemesis.faults.FaultPick;
import moirai.nemesis.faults.FaultSchedule;
import moirai.nemesis.faults.PlannedFault;
import moirai.runs.Load;
import moirai.runs.RunSettings;

/**
 * A run that is to be shrunk.
 *
 * @param scenario the whole of the run
 * @param planned its faults, as the seed gives them
 */
public record PlannedRun(Scenario scenario, List<PlannedFault> planned) {

    public PlannedRun {
        planned = List.copyOf(planned);
    }

    /**
     * Returns the run with these settings.
     *
     * @param nodes the names of its cluster's nodes, in order; not used if it has no faults
     */
    public static PlannedRun of(RunSettings settings, List<String> nodes) {
        Load load = settings.load();
        List<PlannedFault> planned = settings.faults().isNone()
                ? List.of()
                : FaultSchedule.until(load.timeLimit(), settings.faultSeed(), settings.faults(), nodes);
        List<FaultPick> picks = planned.stream()
                .map(fault -> new FaultPick(fault.fault().kind(), fault.number(), limit(settings, fault)))
                .toList();
        return new PlannedRun(new Scenario(load.concurrency(), load.timeLimit(), load.txnCount(), picks), planned);
    }

    /** Returns the limit that the run itself set on a fault's duration. */
    private static Duration limit(RunSettings settings, PlannedFault fault) {
        return settings.faults().choice() instanceof FaultChoice.Only(List<FaultPick> picks)
                ? picks.stream()
                        .filter(pick -> pick.name().equals(fault.name()))
                        .map(FaultPick::atMost)
                        .findFirst()
                        .orElse(FaultPick.AS_PLANNED)
                : FaultPick.AS_PLANNED;
    }
}
