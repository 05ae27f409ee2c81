package moirai.cli.replaying;

import java.util.List;
import moirai.runs.cases.HistoryCase;

/** The commands of the runs that cases come from. */
public final class CaseCommands {

    private CaseCommands() {}

    /**
     * Returns the arguments after {@code moirai run} in the command of the run that a case comes from.
     *
     * @throws IllegalArgumentException if it has an option that no case may bring, in words for the user
     * @throws picocli.CommandLine.ParameterException if it is no command of a run
     */
    public static List<String> of(HistoryCase found, RunCommands runs) {
        return ReplayedRun.of(found, ReplayedRun.Given.NOTHING, runs).argv();
    }
}
