package moirai.runs.campaign.execution;

import java.util.List;

/** The command by which a cell, or what is asked about its run, becomes a process. */
@FunctionalInterface
public interface CellLauncher {

    /**
     * The system property of a process that is a cell. Such a process ends when its standard input does: the other end
     * of that pipe is held by its campaign.
     */
    String PROPERTY = "moirai.cell";

    /**
     * Returns the words of the command.
     *
     * @param arguments those of {@code moirai}, beginning with {@code run} or the name of another command
     */
    List<String> command(List<String> arguments);
}
