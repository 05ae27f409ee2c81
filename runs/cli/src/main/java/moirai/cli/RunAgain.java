package moirai.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.cli.shrinking.RunRepetition;
import moirai.runs.StopRequest;
import moirai.runs.replay.WholeRun;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The runs that a stored command line asks for, executed again. */
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
        parse(command, argv);
        Execution.Order order = command.order();
        return new Asked(order.settings(), order.target(), command.nodeCount());
    }

    private static ParseResult parse(RunCommand command, List<String> argv) {
        // What was typed stands there as it was after expansion; a file may bring along what nobody typed.
        return new CommandLine(command)
                .setOverwrittenOptionsAllowed(true)
                .setExpandAtFiles(false)
                .parseArgs(argv.toArray(String[]::new));
    }

    @Override
    public Map<String, List<String>> options(List<String> argv) {
        var options = new LinkedHashMap<String, List<String>>();
        for (OptionSpec option : parse(new RunCommand(context), argv).matchedOptions()) {
            options.computeIfAbsent(option.longestName(), name -> List.copyOf(option.originalStringValues()));
        }
        return options;
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
