package moirai.cli.shrinking;

import java.util.List;
import moirai.cli.replaying.RunCommands;
import moirai.runs.RunSettings;
import moirai.runs.Target;

/** The command line of {@code moirai run}, as used by commands that execute runs again with less. */
public interface RunRepetition extends RunCommands {

    /**
     * The run that a command asks for.
     *
     * @param nodeCount how many servers its database has
     */
    record Asked(RunSettings settings, Target target, int nodeCount) {}

    /**
     * Returns the run that a command asks for; nothing is touched.
     *
     * @param argv what follows {@code moirai run}
     * @throws picocli.CommandLine.ParameterException if it is no such command
     */
    Asked asked(List<String> argv);
}
