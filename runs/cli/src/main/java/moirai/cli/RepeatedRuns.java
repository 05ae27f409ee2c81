package moirai.cli;

import java.io.PrintWriter;
import java.util.List;
import moirai.cli.shrinking.RunRepetition;
import moirai.runs.StopRequest;
import picocli.CommandLine;

/** Runs that are executed again, as their commands ask for it. */
record RepeatedRuns(Context context) implements RunRepetition {

    private static final String STOPPING =
            "stopping: what is under way ends, and what is known by then is said (once more to end at once)";

    @Override
    public Asked parsed(List<String> argv) {
        var command = new RunCommand(context);
        new CommandLine(command).parseArgs(argv.toArray(String[]::new));
        Execution.Order order = command.order();
        return new Asked(order.settings(), order.target(), command.nodeCount());
    }

    @Override
    public Listening listen(StopRequest stop, PrintWriter err) {
        return Signals.handle(stop, err, STOPPING)::close;
    }
}
