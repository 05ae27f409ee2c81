package moirai.cli.replaying;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.campaign.file.RunOptions;
import moirai.runs.replay.WholeRun;

/** The command line of {@code moirai run}, as other commands use it. */
public interface RunCommands {

    /**
     * The run that a command asks for.
     *
     * @param nodeCount how many servers its database has
     */
    record Asked(RunSettings settings, Target target, int nodeCount) {}

    /**
     * Returns the run that a command asks for; nothing is touched. If an option is given twice, the last one counts.
     *
     * @param argv what follows {@code moirai run}
     * @throws picocli.CommandLine.ParameterException if it is not such a command
     */
    Asked asked(List<String> argv);

    /** Returns the run as {@link #asked} does, to be executed. */
    default WholeRun parsed(List<String> argv) {
        Asked asked = asked(argv);
        return new WholeRun(asked.settings(), asked.target());
    }

    /**
     * Returns the options of such a command by their longest names, each with the values that were typed; no defaults.
     *
     * @throws picocli.CommandLine.ParameterException if it has an option that there is not
     */
    Map<String, List<String>> options(List<String> argv);

    /** Returns the options of such a command that a campaign may set: all but those about files and the store. */
    RunOptions campaignOptions();

    /** Returns whether a person watches, to whom progress is shown. */
    boolean isWatched();

    /** Makes the next Ctrl-C or SIGTERM a request to stop after this attempt, until the result is closed. */
    default Listening listen(StopRequest stop, PrintWriter err) {
        return listen(stop, err, "stopping: the attempt that is under way is the last (once more to end at once)");
    }

    /** Makes the next Ctrl-C or SIGTERM a request to stop, told in these words, until the result is closed. */
    Listening listen(StopRequest stop, PrintWriter err, String stopping);

    /** A registration of signals, which ends with the work that may be stopped. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }
}
