package moirai.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import moirai.cli.bisecting.BisectCommand;
import moirai.cli.campaigns.CampaignCommand;
import moirai.cli.consent.TargetCommand;
import moirai.cli.corpus.CorpusCommand;
import moirai.cli.faults.NemesisCommand;
import moirai.cli.histories.HistoryCommand;
import moirai.cli.installing.InstallCommand;
import moirai.cli.installing.UninstallCommand;
import moirai.cli.matrix.MatrixCommand;
import moirai.cli.options.TypedCommand;
import moirai.cli.predicting.ScheduleCommand;
import moirai.cli.replaying.ReplayCommand;
import moirai.cli.reporting.BrowseCommand;
import moirai.cli.reporting.ReportCommand;
import moirai.cli.shrinking.ShrinkCommand;
import moirai.cli.terminal.HelpPage;
import moirai.cli.terminal.Terminal;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.Wrapping;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root of the command line. */
@Command(
        name = "moirai",
        description = "Fuzzes transactional databases and judges their isolation.",
        versionProvider = Moirai.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Start with: ${ROOT-COMMAND-NAME} demo",
            "",
            "Exit codes: 0 valid, 1 invalid, 2 unknown, 3 insufficient evidence, 130 and 143 stopped by a signal"
                    + " with nothing found, 252 clean-up incomplete, 253 refused, 254 bad arguments, 255 error."
        })
public final class Moirai implements Runnable {

    private static final Set<String> VERSION_OPTIONS = Set.of("-V", "--version");

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = {"-h", "--help", HelpPage.ALL},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Show this help, or with --help-all also the options that few need.")
    @SuppressWarnings("UnusedVariable") // picocli itself acts on it.
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    @SuppressWarnings("UnusedVariable") // picocli itself acts on it.
    private boolean version;

    private Moirai() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        ParentWatch.begin();
        RunLog.silence();
        // Not System.out, which keeps to itself that a disk is full.
        var stdout = new FileOutputStream(FileDescriptor.out);
        var out = new PrintWriter(new OutputStreamWriter(stdout, StandardCharsets.UTF_8), true);
        var err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
        Context context = Context.ofProcess();
        width(context).ifPresent(Wrapping::fit);
        int code = execute(commandLine(context, args).setOut(out).setErr(err), args);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /**
     * Runs one command and returns its exit code. Also catches what picocli does not, such as an exhausted memory: the
     * JVM would end with code 1, which says that a forbidden anomaly is proven.
     */
    static int execute(CommandLine commandLine, String... args) {
        try {
            return commandLine.execute(args);
        } catch (Throwable broken) {
            return Errors.ofJvm(broken, commandLine);
        }
    }

    /**
     * Returns the command line with the command that the first argument names and no other, or with every command if it
     * names none. Building all of them takes longer than judging a short history.
     */
    static CommandLine commandLine(Context context, String... args) {
        var commandLine = new CommandLine(new Moirai());
        Map<String, Supplier<Object>> commands = commands(context, new RunAgain(context));
        Set<String> wanted = commands.keySet();
        if (args.length > 0 && wanted.contains(args[0])) {
            wanted = Set.of(args[0]);
        } else if (args.length == 1 && VERSION_OPTIONS.contains(args[0])) {
            wanted = Set.of();
        }
        for (var command : commands.entrySet()) {
            if (wanted.contains(command.getKey())) {
                commandLine.addSubcommand(command.getValue().get());
            }
        }
        return HelpPage.prepared(commandLine)
                .setCommandName(OwnCommand.words())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(parsed -> executeIfMatched(parsed, context))
                .setParameterExceptionHandler(Errors::ofArguments)
                .setExecutionExceptionHandler(Errors::ofExecution);
    }

    /**
     * Executes a command, or shows the help. picocli forgives arguments that it does not know if help is asked for, and
     * {@code moirai chekc --help} would show another help than that of {@code check}.
     */
    private static int executeIfMatched(ParseResult parsed, Context context) {
        for (CommandLine named : parsed.asCommandLineList()) {
            List<String> unmatched = named.getParseResult().unmatched();
            if (!unmatched.isEmpty()) {
                throw new UnmatchedArgumentException(named, unmatched);
            }
        }
        for (CommandLine asked : parsed.asCommandLineList()) {
            if (asked.isUsageHelpRequested()) {
                return help(asked, parsed.originalArgs().contains(HelpPage.ALL), context);
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int help(CommandLine command, boolean isWhole, Context context) {
        if (isWhole) {
            HelpPage.showAll(command);
        }
        int columns = HelpPage.columns(context.environment(), context.isTerminal());
        command.getOut().print(HelpPage.of(command, command.getColorScheme(), columns));
        command.getOut().flush();
        return command.getCommandSpec().exitCodeOnUsageHelp();
    }

    private static OptionalInt width(Context context) {
        return Terminal.columns(context.environment(), context.isTerminal());
    }

    /** Returns every command that works, by its name, in the order of the help. */
    private static Map<String, Supplier<Object>> commands(Context context, RunAgain runs) {
        var commands = new LinkedHashMap<String, Supplier<Object>>();
        commands.put("demo", () -> new DemoCommand(context));
        commands.put("run", () -> new RunCommand(context));
        commands.put("matrix", () -> MatrixCommand.commandLine(context.checker(), runs));
        commands.put("campaign", () -> CampaignCommand.commandLine(runs, () -> width(context)));
        commands.put("check", () -> new CheckCommand(context));
        commands.put("explain", () -> new ExplainCommand(context));
        commands.put("report", () -> new ReportCommand(context.checker()));
        commands.put("serve", () -> new BrowseCommand(context.checker(), runs));
        commands.put("shrink", () -> new ShrinkCommand(context.checker(), runs));
        commands.put("bisect", () -> BisectCommand.commandLine(runs));
        commands.put("replay", () -> new ReplayCommand(context.environment(), runs));
        commands.put("corpus", () -> CorpusCommand.commandLine(runs));
        commands.put("schedule", () -> ScheduleCommand.commandLine(context.environment(), context.isTerminal()));
        commands.put("explore", () -> new ExploreCommand(context));
        commands.put("history", () -> HistoryCommand.commandLine(context.checker(), () -> width(context)));
        commands.put(
                "mock",
                () -> new CommandLine(new MockCommand())
                        .addSubcommand(new ServeCommand(context))
                        .addSubcommand(new ProgramCommand(context)));
        commands.put("nemesis", NemesisCommand::commandLine);
        commands.put("target", () -> TargetCommand.commandLine(context.environment()));
        commands.put("doctor", () -> new DoctorCommand(context.environment()));
        commands.put(
                "install",
                () -> new InstallCommand(context.environment(), OwnCommand.script(), () -> commandLine(context)));
        commands.put("uninstall", () -> new UninstallCommand(context.environment()));
        return commands;
    }

    @Override
    public void run() {
        throw command.refused("a command is missing");
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {
                "moirai " + OwnCommand.version(),
                "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
            };
        }
    }
}
