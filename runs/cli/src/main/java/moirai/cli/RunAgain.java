package moirai.cli;

import java.io.PrintWriter;
import java.util.List;
import moirai.cli.shrinking.RunRepetition;
import moirai.runs.StopRequest;
import moirai.runs.replay.WholeRun;
import picocli.CommandLine;

/** Runs that are asked for by a command that was typed before. */
record RunAgain(Context context) implements RunRepetition {

    private static final String STOPPING =
            "stopping: the attempt that is under way is the last (once more to end at once)";

    @Override
    public WholeRun parsed(List<String> argv) {
        Asked asked = asked(argv);
        return new WholeRun(asked.settings(), asked.target());
    }

    @Override
    public Asked asked(List<String> argv) {
        var command = new RunCommand(context);
        // What was typed stands there as it was after expansion; a file may bring along what nobody typed.
        new CommandLine(command)
                .setOverwrittenOptionsAllowed(true)
                .setExpandAtFiles(false)
                .parseArgs(argv.toArray(String[]::new));
        Execution.Order order = command.order();
        return new Asked(order.settings(), order.target(), command.nodeCount());
    }

    @Override
    public int nodeCount(List<String> argv) {
        return asked(argv).nodeCount();
    }

    @Override
    public boolean isWatched() {
        return context.isTerminal();
    }

    @Override
    public Listening listen(StopRequest stop, PrintWriter err) {
        Signals signals = Signals.handle(stop, err, STOPPING);
        return signals::close;
    }
}
