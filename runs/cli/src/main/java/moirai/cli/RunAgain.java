package moirai.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.cli.matrix.LevelRuns;
import moirai.cli.options.TypedCommand;
import moirai.cli.terminal.Signals;
import moirai.cli.terminal.Terminal;
import moirai.runs.RunResult;
import moirai.runs.StopRequest;
import moirai.runs.campaign.file.RunOptions;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The runs that a stored command line asks for, executed again. */
record RunAgain(Context context) implements LevelRuns {

    /** The options of a run that a campaign sets itself, or that make no sense for many runs at a time. */
    private static final List<String> OWN_OF_CAMPAIGNS =
            List.of("store", "name", "quiet", "resume", "junit", "md", "sarif", "metrics", "help", "version");

    @Override
    public Asked asked(List<String> argv) {
        var command = new RunCommand(context);
        parse(command, argv);
        Execution.Order order = command.order();
        return new Asked(order.settings(), order.target(), command.nodeCount());
    }

    /**
     * Gives a command these arguments, as a stored command line asks for.
     *
     * @param typed the command that was typed, where the answers go
     */
    static void parse(RunCommand command, List<String> argv, CommandLine typed) {
        CommandLine again = commandLine(command).setOut(typed.getOut()).setErr(typed.getErr());
        again.parseArgs(argv.toArray(String[]::new));
    }

    private static ParseResult parse(RunCommand command, List<String> argv) {
        return commandLine(command).parseArgs(argv.toArray(String[]::new));
    }

    private static CommandLine commandLine(RunCommand command) {
        // What was typed stands there as it was after expansion; a file may bring along what nobody typed.
        return new CommandLine(command).setOverwrittenOptionsAllowed(true).setExpandAtFiles(false);
    }

    @Override
    public RunResult execute(List<String> argv, TypedCommand typed, Terminal terminal, StopRequest stop)
            throws InterruptedException {
        var command = new RunCommand(context);
        parse(command, argv, typed.line());
        return command.execute(terminal, stop);
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
    public RunOptions campaignOptions() {
        var valued = new ArrayList<String>();
        var flags = new ArrayList<String>();
        for (OptionSpec option :
                commandLine(new RunCommand(context)).getCommandSpec().options()) {
            String name = option.longestName().replaceFirst("^-+", "");
            if (!OWN_OF_CAMPAIGNS.contains(name)) {
                (option.arity().max() == 0 ? flags : valued).add(name);
            }
        }
        return new RunOptions(valued, flags);
    }

    @Override
    public boolean isWatched() {
        return context.isTerminal();
    }

    @Override
    public Listening listen(StopRequest stop, PrintWriter err, String stopping) {
        Signals signals = Signals.handle(stop, err, stopping);
        return signals::close;
    }
}
