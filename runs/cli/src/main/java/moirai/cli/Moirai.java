package moirai.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import moirai.cli.bisecting.BisectCommand;
import moirai.cli.consent.TargetCommand;
import moirai.cli.corpus.CorpusCommand;
import moirai.cli.faults.NemesisCommand;
import moirai.cli.predicting.ScheduleCommand;
import moirai.cli.replaying.ReplayCommand;
import moirai.cli.reporting.BrowseCommand;
import moirai.cli.reporting.ReportCommand;
import moirai.cli.shrinking.ShrinkCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of the command line. */
@Command(
        name = "moirai",
        description = "Fuzzes transactional databases and judges their isolation.",
        versionProvider = Moirai.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Start with: moirai demo",
            "",
            "Exit codes: 0 valid, 1 invalid, 2 unknown, 3 insufficient evidence, 130 and 143 stopped by",
            "a signal with nothing found, 252 clean-up incomplete, 253 refused, 254 bad arguments, 255 error."
        })
public final class Moirai implements Runnable {

    private static final int HELP_WIDTH = 118;

    /** The columns for an option and the name of its value in the help; longer options get a line of their own. */
    private static final int OPTIONS_WIDTH = 24;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Show this help.")
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
        RunLog.silence();
        // Not System.out, which keeps to itself that a disk is full.
        var stdout = new FileOutputStream(FileDescriptor.out);
        var out = new PrintWriter(new OutputStreamWriter(stdout, StandardCharsets.UTF_8), true);
        var err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
        int code = execute(commandLine(Context.ofProcess()).setOut(out).setErr(err), args);
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

    /** Returns the whole command line, with every command that works and no other. */
    static CommandLine commandLine(Context context) {
        var commandLine = new CommandLine(new Moirai());
        commandLine.addSubcommand(new DemoCommand(context));
        commandLine.addSubcommand(new RunCommand(context));
        commandLine.addSubcommand(new CheckCommand(context));
        commandLine.addSubcommand(new ExplainCommand(context));
        commandLine.addSubcommand(new ReportCommand(context.checker()));
        commandLine.addSubcommand(
                new BrowseCommand(context.checker(), (stop, err, saying) -> Signals.handle(stop, err, saying)::close));
        commandLine.addSubcommand(new ShrinkCommand(context.checker(), new RunAgain(context)));
        commandLine.addSubcommand(BisectCommand.commandLine(new RunAgain(context)));
        commandLine.addSubcommand(new ReplayCommand(context.environment(), new RunAgain(context)));
        commandLine.addSubcommand(CorpusCommand.commandLine(new RunAgain(context)));
        commandLine.addSubcommand(ScheduleCommand.commandLine(context.environment()));
        commandLine.addSubcommand(new ExploreCommand(context));
        commandLine.addSubcommand(new CommandLine(new HistoryCommand())
                .addSubcommand(new ExportCommand())
                .addSubcommand(new ImportCommand()));
        commandLine.addSubcommand(new CommandLine(new MockCommand())
                .addSubcommand(new ServeCommand(context))
                .addSubcommand(new ProgramCommand(context)));
        commandLine.addSubcommand(NemesisCommand.commandLine());
        commandLine.addSubcommand(TargetCommand.commandLine(context.environment()));
        commandLine.addSubcommand(new DoctorCommand(context.environment()));
        return commandLine
                .setUsageHelpWidth(HELP_WIDTH)
                .setUsageHelpLongOptionsMaxWidth(OPTIONS_WIDTH)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Errors::ofArguments)
                .setExecutionExceptionHandler(Errors::ofExecution);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Moirai.class.getPackage().getImplementationVersion();
            return new String[] {
                "moirai " + (version == null ? "development" : version),
                "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
            };
        }
    }
}
