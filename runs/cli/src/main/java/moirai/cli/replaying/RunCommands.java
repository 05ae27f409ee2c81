package moirai.cli.replaying;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import moirai.runs.StopRequest;
import moirai.runs.replay.WholeRun;

/** What {@code moirai run} knows of its own command line. */
public interface RunCommands {

    /**
     * The run that a command asks for; nothing is touched. Of an option that is given twice, the last counts.
     *
     * @param argv what follows {@code moirai run}
     * @throws picocli.CommandLine.ParameterException if it is not such a command
     */
    WholeRun parsed(List<String> argv);

    /**
     * The options of such a command by their longest names, each with the values that were typed; nothing by default.
     *
     * @throws picocli.CommandLine.ParameterException if it has an option that there is not
     */
    Map<String, List<String>> options(List<String> argv);

    /**
     * How many servers the database of such a command has.
     *
     * @throws picocli.CommandLine.ParameterException as {@link #parsed}
     */
    int nodeCount(List<String> argv);

    /** Whether a person watches, who wants to see how far it is. */
    boolean isWatched();

    /** Has the next Ctrl-C or SIGTERM ask to stop, until what is returned is closed. */
    Listening listen(StopRequest stop, PrintWriter err);

    /** Ends with the work that may be stopped. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }
}
