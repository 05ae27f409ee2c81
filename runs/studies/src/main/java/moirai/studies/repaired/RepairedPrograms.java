package moirai.studies.repaired;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.Errors;
import moirai.directed.levels.Promises;
import moirai.runs.ExitCode;
import moirai.runs.report.Wrapping;
import moirai.studies.programs.ProgramSources;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code scripts/repaired-programs}: the repairs that an analysis names, applied and run. */
@Command(
        name = "repaired-programs",
        description = {
            "Applies each repair that moirai schedule analyze --repairs names to a copy of the Java source, analyses",
            "the copy again, and replays the anomalies of the source as it was on a PostgreSQL of its own.",
            "Ends with 1 if a repair leaves anomalies, adds some, or lets one of the group happen; otherwise with 0."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Columns: anomalies of the group; live, how many of them happen to the source as it is; then, of the",
            "repaired source, how many an analysis still finds, how many new ones, how many happen, and how many of",
            "these may be of other groups, of which the analysis still finds some between the same transactions.",
            "Example: scripts/repaired-programs --source src/main/java/bank --level RC"
        })
public final class RepairedPrograms implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--source",
            paramLabel = "DIR",
            description = "A folder of Java sources. Default: SmallBank and TPC-C of runs/programs.")
    private @Nullable Path source;

    @Option(
            names = "--txn",
            paramLabel = "METHOD",
            split = ",",
            description = "The transactions of --source, as moirai schedule analyze takes them.")
    private List<String> txns = List.of();

    @Option(names = "--level", paramLabel = "LEVEL", description = "The level of all transactions. Default: RC.")
    private String level = Promises.READ_COMMITTED.name();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Folders of classes and jars that --source needs, without its own classes.")
    private List<Path> classpath = List.of();

    private RepairedPrograms() {}

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new RepairedPrograms())
                .setParameterExceptionHandler(Errors::ofArguments)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        Promises asked = asked();
        Path folder = source;
        try (LiveServer server = LiveServer.start()) {
            boolean isContradicted = false;
            if (folder != null) {
                isContradicted = run(new RepairTrials(folder, txns, asked, classpath, server));
            } else {
                Path root = Path.of("");
                isContradicted |= run(new RepairTrials(
                        ProgramSources.folder(root, "smallbank"), List.of("*.run"), asked, List.of(), server));
                isContradicted |= run(new RepairTrials(
                        ProgramSources.folder(root, "tpcc"),
                        List.of("NewOrder.run", "Payment.run", "OrderStatus.run", "Delivery.run", "StockLevel.run"),
                        asked,
                        List.of(),
                        server));
            }
            return (isContradicted ? ExitCode.INVALID : ExitCode.VALID).code();
        }
    }

    private Promises asked() {
        try {
            return Promises.parse(level);
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), "--level: " + unknown.getMessage());
        }
    }

    /** Tries the repairs of one program, and returns whether one of them is contradicted. */
    private boolean run(RepairTrials trials) throws IOException, SQLException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Subject before = trials.before();
        out.println(before.program().name() + " at " + before.levels().text() + ": "
                + before.analysis().anomalies().size() + " anomalies in "
                + before.groups().groups().size() + " groups");
        out.println(RepairTrial.HEAD);
        out.flush();
        List<RepairTrial> all = trials.run(trial -> {
            out.println(trial.line());
            out.flush();
        });
        out.println();
        all.forEach(trial -> out.print(Wrapping.hanging(trial.notes())));
        out.println();
        out.println(RepairTrial.totals(all));
        out.println();
        out.flush();
        return all.stream().anyMatch(RepairTrial::isContradicted);
    }
}
