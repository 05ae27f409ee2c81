package moirai.runs.campaign.execution;

import java.util.List;

/** The command by which a cell becomes a process. */
@FunctionalInterface
public interface CellLauncher {

    /**
     * Returns the words of the command.
     *
     * @param run the arguments of {@code moirai}, beginning with {@code run}
     */
    List<String> command(List<String> run);
}
