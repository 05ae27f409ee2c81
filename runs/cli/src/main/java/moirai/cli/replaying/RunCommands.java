package moirai.cli.replaying;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import moirai.runs.StopRequest;
import moirai.runs.replay.WholeRun;

/** The command line of {@code moirai run}, as other commands use it. */
public interface RunCommands {

    /**
     * Returns the run that a command asks for; nothing is touched. If an option is given twice, the last one counts.
     *
     * @param argv what follows {@code moirai run}
     * @throws picocli.CommandLine.ParameterException if it is not such a command
     */
    WholeRun parsed(List<String> argv);

    /**
     * Returns the options of such a command by their longest names, each with the values that were typed; no defaults.
     *
     * @throws picocli.CommandLine.ParameterException if it has an option that there is not
     */
    Map<String, List<String>> options(List<String> argv);

    /**
     * Returns the number of servers that the database of such a command has.
     *
     * @throws picocli.CommandLine.ParameterException as {@link #parsed}
     */
    int nodeCount(List<String> argv);

    /** Returns whether a person watches, to whom progress is shown. */
    boolean isWatched();

    /** Makes the next Ctrl-C or SIGTERM a request to stop, until the result is closed. */
    Listening listen(StopRequest stop, PrintWriter err);

    /** A registration of signals, which ends with the work that may be stopped. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }
}
