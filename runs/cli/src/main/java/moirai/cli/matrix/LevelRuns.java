package moirai.cli.matrix;

import java.util.List;
import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import moirai.cli.terminal.Terminal;
import moirai.runs.RunResult;
import moirai.runs.StopRequest;

/** The runs of which a table is made, each as {@code moirai run} executes and stores it. */
public interface LevelRuns extends RunCommands {

    /**
     * Executes the run that these arguments ask for. Its progress is shown, its result is not.
     *
     * @param argv what follows {@code moirai run}
     * @param typed the command that was typed, where messages go
     * @throws moirai.runs.consent.RefusedException if the database may not be written to
     */
    RunResult execute(List<String> argv, TypedCommand typed, Terminal terminal, StopRequest stop)
            throws InterruptedException;
}
