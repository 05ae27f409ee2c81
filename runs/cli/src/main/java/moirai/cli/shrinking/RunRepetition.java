package moirai.cli.shrinking;

import java.io.PrintWriter;
import java.util.List;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.Target;

/** What {@code moirai run} knows of its own command line. */
public interface RunRepetition {

    /**
     * What a command asks for.
     *
     * @param nodeCount how many servers its database has
     */
    record Asked(RunSettings settings, Target target, int nodeCount) {}

    /** Ends with the work that may be stopped. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * The run that a command asks for; nothing is touched.
     *
     * @param argv what follows {@code moirai run}
     * @throws picocli.CommandLine.ParameterException if it is no such command
     */
    Asked parsed(List<String> argv);

    /** Has the next Ctrl-C or SIGTERM ask to stop, until what is returned is closed. */
    Listening listen(StopRequest stop, PrintWriter err);
}
