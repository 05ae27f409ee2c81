package moirai.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.UrlOptions;
import moirai.cli.options.Values;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Nearest;
import moirai.mockstore.StoreLevels;
import moirai.programs.SqlPrograms;
import moirai.programs.sql.Interleaving;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramResults;
import moirai.programs.sql.ServerTarget;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.SqlTarget;
import moirai.runs.ExitCode;
import moirai.runs.products.Products;
import moirai.runs.products.ServerProduct;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code moirai mock program}, which runs an application many times and counts the broken assertions. */
@Command(
        name = "program",
        description = {
            "Runs an application many times, each time on an empty database, and counts the runs after which its"
                    + " assertions do not hold. They hold after every serial execution.",
            "",
            "Ends with 1 if any was broken, with 0 if none was. With --url, on a server, in a schema of its own."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} mock program smallbank --isolation causal --runs 50 --seed 42")
final class ProgramCommand implements Callable<Integer> {

    private final Context context;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(paramLabel = "PROGRAM", description = "tpcc, smallbank, voter or wikipedia.")
    private String name = "";

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            description =
                    "A level of the mock store, by default causal; with --url one of SQL, by default serializable.")
    private String isolation = "";

    @Option(names = "--sessions", paramLabel = "N", description = "Default: 3.")
    private int sessions = 3;

    @Option(names = "--runs", paramLabel = "N", description = "Default: 50.")
    private int runs = 50;

    @Option(names = "--txns", paramLabel = "N", description = "Transactions of each session in a run. Default: 20.")
    private int txns = 20;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "For the transactions of a run: 60 (seconds), 500ms, 5m. Default: 10.")
    private Duration timeLimit = ProgramOptions.TIME_LIMIT_PAPER;

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "Where all choices come from. Default: a new one each time.")
    private Seed seed = Seed.random();

    @Mixin
    private UrlOptions url = new UrlOptions();

    @Mixin
    private AdmissionOptions admission = new AdmissionOptions();

    ProgramCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        SqlProgram program = SqlPrograms.named(name)
                .orElseThrow(() ->
                        command.refused("'" + name + "' is not a program" + Nearest.hint(name, SqlPrograms.names())
                                + ". Known: " + String.join(", ", SqlPrograms.names())));
        boolean isServer = url.isGiven();
        SqlTarget target = isServer ? server() : new MockTarget(level());
        ProgramOptions options = options(isServer ? Interleaving.THREADS : Interleaving.SERIAL);
        if (isServer) {
            ServerProduct product = product();
            Endpoint endpoint = url.endpoint(product, context.environment());
            admission.require(url, product, endpoint, context.environment(), timeLimit.multipliedBy(runs));
        }
        PrintWriter out = command.out();
        out.println("seed " + seed);
        out.flush();
        ProgramResults results = SqlPrograms.run(program, target, options);
        out.print(results.table());
        out.println("seed " + seed);
        out.flush();
        return (results.brokenAny().part() == 0 ? ExitCode.VALID : ExitCode.INVALID).code();
    }

    private ProgramOptions options(Interleaving interleaving) {
        return command.accepted(
                "--runs, --sessions, --txns: ",
                () -> new ProgramOptions(runs, sessions, txns, timeLimit, seed, interleaving));
    }

    private IsolationLevel level() {
        return isolation.isEmpty()
                ? IsolationLevel.CAUSAL
                : command.accepted("--isolation: ", () -> StoreLevels.NAMES.parse(isolation));
    }

    private ServerProduct product() {
        return url.product(List.of(Products.POSTGRES));
    }

    private SqlTarget server() {
        Endpoint endpoint = url.endpoint(product(), context.environment());
        return command.accepted(
                "--isolation: ",
                () -> new ServerTarget(
                        endpoint, isolation.isEmpty() ? SqlIsolation.SERIALIZABLE : SqlIsolation.parse(isolation)));
    }
}
