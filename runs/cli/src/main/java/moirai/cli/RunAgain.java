package moirai.cli;

import java.io.PrintWriter;
import java.util.List;
import moirai.cli.replaying.RunCommands;
import moirai.runs.StopRequest;
import moirai.runs.replay.WholeRun;
import picocli.CommandLine;

/** Runs that are asked for by a command that was typed before. */
record RunAgain(Context context) implements RunCommands {

    private static final String STOPPING =
            "stopping: the attempt that is under way is the last (once more to end at once)";

    @Override
    public WholeRun parsed(List<String> argv) {
        var command = new RunCommand(context);
        new CommandLine(command).setOverwrittenOptionsAllowed(true).parseArgs(argv.toArray(String[]::new));
        Execution.Order order = command.order();
        return new WholeRun(order.settings(), order.target());
    }

    @Override
    public Listening listen(StopRequest stop, PrintWriter err) {
        Signals signals = Signals.handle(stop, err, STOPPING);
        return signals::close;
    }
}
