package moirai.cli.replaying;

import java.util.List;
import moirai.runs.cases.Case;

/** The commands that cases come from. */
public final class CaseCommands {

    private CaseCommands() {}

    /** What follows {@code moirai run} in the command of the run that a case comes from. */
    public static List<String> of(Case found) {
        return ReplayedRun.of(found, List.of(), false).argv();
    }
}
