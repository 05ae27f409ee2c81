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
import java.util.function.Supplier;
import java.util.stream.Stream;
import moirai.cli.bisecting.BisectCommand;
import moirai.cli.campaigns.CampaignCommand;
import moirai.cli.consent.TargetCommand;
import moirai.cli.corpus.CorpusCommand;
import moirai.cli.faults.NemesisCommand;
import moirai.cli.histories.HistoryCommand;
import moirai.cli.installing.InstallCommand;
import moirai.cli.installing.UninstallCommand;
import moirai.cli.matrix.MatrixCommand;
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
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/*
 * The root is built without annotations. The first annotation that a process reads takes 0.05 CPU seconds, and the help
 * of the root and the version need none.
 */
/** The root of the command line. */
public final class Moirai {

    private static final String[] HELP_OPTIONS = {"-h", "--help", HelpPage.ALL};
    private static final String[] VERSION_OPTIONS = {"-V", "--version"};

    private Moirai() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        ParentWatch.begin();
        if (!isAboutMoirai(args)) {
            RunLog.silence();
        }
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
     * Returns whether the arguments ask for a help or a version and can mean nothing else. No library that logs takes
     * part in these, and the log takes 0.02 CPU seconds to set up.
     */
    private static boolean isAboutMoirai(String[] args) {
        if (args.length == 0) {
            return true;
        }
        List<String> words = List.of(args);
        return (List.of(HELP_OPTIONS).contains(words.getLast())
                        || List.of(VERSION_OPTIONS).contains(words.getLast()))
                && words.subList(0, words.size() - 1).stream()
                        .noneMatch(word -> word.startsWith("-") || word.startsWith("@"));
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
     * A command and how to build it.
     *
     * @param summary its description in the list of commands
     */
    private record Named(String summary, Supplier<Object> whole) {

        /** Returns the name and the description without the options, which take longer to build than to list. */
        CommandLine listed(String name) {
            CommandSpec spec = CommandSpec.create().name(name);
            spec.usageMessage().description(summary);
            return new CommandLine(spec);
        }
    }

    /**
     * Returns the command line that these arguments need: the command that the first one names and no other. If it
     * names none, every command is there for the help and for messages, but those that no argument names have a name
     * and a description alone. Building all of them takes longer than judging a short history.
     */
    static CommandLine commandLine(Context context, String... args) {
        Map<String, Named> commands = commands(context, new RunAgain(context));
        Named first = args.length > 0 ? commands.get(args[0]) : null;
        if (first != null) {
            return commandLine(context, Stream.of(first.whole().get()));
        }
        if (args.length == 1 && List.of(VERSION_OPTIONS).contains(args[0])) {
            return commandLine(context, Stream.of());
        }
        List<String> words = List.of(args);
        if (words.stream().anyMatch(word -> word.startsWith("@"))) {
            return everyCommand(context); // The names are in a file.
        }
        return commandLine(
                context,
                commands.entrySet().stream()
                        .map(command -> words.contains(command.getKey())
                                ? command.getValue().whole().get()
                                : command.getValue().listed(command.getKey())));
    }

    /** Returns the command line with the whole of every command. */
    static CommandLine everyCommand(Context context) {
        return commandLine(
                context,
                commands(context, new RunAgain(context)).values().stream()
                        .map(command -> command.whole().get()));
    }

    private static CommandLine commandLine(Context context, Stream<Object> commands) {
        var commandLine = new CommandLine(root());
        commands.forEach(commandLine::addSubcommand);
        return HelpPage.prepared(commandLine)
                .setCommandName(OwnCommand.words())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(parsed -> executeIfMatched(parsed, context))
                .setParameterExceptionHandler(Errors::ofArguments)
                .setExecutionExceptionHandler(Errors::ofExecution);
    }

    private static CommandSpec root() {
        CommandSpec root = CommandSpec.create().name("moirai").versionProvider(new Version());
        root.usageMessage()
                .description("Fuzzes transactional databases and judges their isolation.")
                .synopsisSubcommandLabel("COMMAND")
                .footer(
                        "",
                        "Start with: ${ROOT-COMMAND-NAME} demo",
                        "",
                        "Exit codes: 0 valid, 1 invalid, 2 unknown, 3 insufficient evidence, 130 and 143 stopped by a"
                                + " signal with nothing found, 252 clean-up incomplete, 253 refused, 254 bad arguments,"
                                + " 255 error.");
        root.addOption(OptionSpec.builder(HELP_OPTIONS)
                .usageHelp(true)
                .scopeType(CommandLine.ScopeType.INHERIT)
                .description("Show this help, or with --help-all also the options that few need.")
                .build());
        return root.addOption(OptionSpec.builder(VERSION_OPTIONS)
                .versionHelp(true)
                .description("Show the version.")
                .build());
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
        if (!parsed.hasSubcommand() && !parsed.isVersionHelpRequested()) {
            throw new ParameterException(parsed.commandSpec().commandLine(), "a command is missing");
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
    private static Map<String, Named> commands(Context context, RunAgain runs) {
        var commands = new LinkedHashMap<String, Named>();
        commands.put("demo", new Named(DemoCommand.SUMMARY, () -> new DemoCommand(context)));
        commands.put("run", new Named(RunCommand.SUMMARY, () -> new RunCommand(context)));
        commands.put(
                "matrix", new Named(MatrixCommand.SUMMARY, () -> MatrixCommand.commandLine(context.checker(), runs)));
        commands.put(
                "campaign",
                new Named(CampaignCommand.SUMMARY, () -> CampaignCommand.commandLine(runs, () -> width(context))));
        commands.put("check", new Named(CheckCommand.SUMMARY, () -> new CheckCommand(context)));
        commands.put("explain", new Named(ExplainCommand.SUMMARY, () -> new ExplainCommand(context)));
        commands.put("report", new Named(ReportCommand.SUMMARY, () -> new ReportCommand(context.checker())));
        commands.put("serve", new Named(BrowseCommand.SUMMARY, () -> new BrowseCommand(context.checker(), runs)));
        commands.put("shrink", new Named(ShrinkCommand.SUMMARY, () -> new ShrinkCommand(context.checker(), runs)));
        commands.put("bisect", new Named(BisectCommand.SUMMARY, () -> BisectCommand.commandLine(runs)));
        commands.put("replay", new Named(ReplayCommand.SUMMARY, () -> new ReplayCommand(context.environment(), runs)));
        commands.put("corpus", new Named(CorpusCommand.SUMMARY, () -> CorpusCommand.commandLine(runs)));
        commands.put(
                "schedule",
                new Named(
                        ScheduleCommand.SUMMARY,
                        () -> ScheduleCommand.commandLine(context.environment(), context.isTerminal())));
        commands.put("explore", new Named(ExploreCommand.SUMMARY, () -> new ExploreCommand(context)));
        commands.put(
                "history",
                new Named(
                        HistoryCommand.SUMMARY,
                        () -> HistoryCommand.commandLine(context.checker(), () -> width(context))));
        commands.put(
                "mock",
                new Named(
                        MockCommand.SUMMARY,
                        () -> new CommandLine(new MockCommand())
                                .addSubcommand(new ServeCommand(context))
                                .addSubcommand(new ProgramCommand(context))));
        commands.put("nemesis", new Named(NemesisCommand.SUMMARY, NemesisCommand::commandLine));
        commands.put(
                "target", new Named(TargetCommand.SUMMARY, () -> TargetCommand.commandLine(context.environment())));
        commands.put("doctor", new Named(DoctorCommand.SUMMARY, () -> new DoctorCommand(context.environment())));
        commands.put(
                "install",
                new Named(
                        InstallCommand.SUMMARY,
                        () -> new InstallCommand(
                                context.environment(), OwnCommand.script(), () -> everyCommand(context))));
        commands.put(
                "uninstall", new Named(UninstallCommand.SUMMARY, () -> new UninstallCommand(context.environment())));
        return commands;
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
