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
 * The run that is to be shrunk.
 *
 * @param scenario all of it
 * @param planned its faults, as the seed has them
 */
public record WholeRun(Scenario scenario, List<PlannedFault> planned) {

    public WholeRun {
        planned = List.copyOf(planned);
    }

    /**
     * The run with these settings.
     *
     * @param nodes the names of its cluster's nodes, in order; not asked for if it has no faults
     */
    public static WholeRun of(RunSettings settings, List<String> nodes) {
        Load load = settings.load();
        List<PlannedFault> planned = settings.faults().isNone()
                ? List.of()
                : FaultSchedule.until(load.timeLimit(), settings.faultSeed(), settings.faults(), nodes);
        List<FaultPick> picks = planned.stream()
                .map(fault -> new FaultPick(fault.fault().kind(), fault.number(), limit(settings, fault)))
                .toList();
        return new WholeRun(new Scenario(load.concurrency(), load.timeLimit(), load.txnCount(), picks), planned);
    }

    /** A limit that the run itself had. */
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
