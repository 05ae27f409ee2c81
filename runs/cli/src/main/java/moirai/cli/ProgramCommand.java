package moirai.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import moirai.cli.options.Nearest;
import moirai.cli.options.Secrets;
import moirai.cli.options.Values;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.history.Seed;
import moirai.mockstore.StoreLevel;
import moirai.programs.SqlPrograms;
import moirai.programs.sql.Interleaving;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramResults;
import moirai.programs.sql.ServerTarget;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.SqlTarget;
import moirai.runs.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moirai mock program}. */
@Command(
        name = "program",
        description = {
            "Runs an application many times, each time on an empty database, and counts the runs after which its"
                    + " assertions do not hold. They hold after every serial execution.",
            "",
            "Ends with 1 if any was broken, with 0 if none was."
        },
        sortOptions = false,
        footer = "Example: moirai mock program smallbank --isolation causal --runs 50 --seed 42")
final class ProgramCommand implements Callable<Integer> {

    private final Context context;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

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

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "A server instead of the mock store: jdbc:postgresql://HOST:PORT/NAME. Sessions get threads,"
                    + " and tables a schema of their own; the password is taken from PGPASSWORD or ~/.pgpass.")
    private String url = "";

    @Option(names = "--user", paramLabel = "USER", description = "With --url. Default: as PGUSER or your own name.")
    private String user = "";

    ProgramCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        SqlProgram program = SqlPrograms.named(name)
                .orElseThrow(() -> refused("'" + name + "' is not a program" + Nearest.hint(name, SqlPrograms.names())
                        + ". Known: " + String.join(", ", SqlPrograms.names())));
        boolean isServer = spec.commandLine().getParseResult().hasMatchedOption("--url");
        SqlTarget target = isServer ? server() : new MockTarget(level());
        ProgramOptions options = options(isServer ? Interleaving.THREADS : Interleaving.SERIAL);
        PrintWriter out = spec.commandLine().getOut();
        out.println("seed " + seed);
        out.flush();
        ProgramResults results = SqlPrograms.run(program, target, options);
        out.print(results.table());
        out.println("seed " + seed);
        out.flush();
        return (results.brokenAny().part() == 0 ? ExitCode.VALID : ExitCode.INVALID).code();
    }

    private ProgramOptions options(Interleaving interleaving) {
        try {
            return new ProgramOptions(runs, sessions, txns, timeLimit, seed, interleaving);
        } catch (IllegalArgumentException wrong) {
            throw refused("--runs, --sessions, --txns: " + wrong.getMessage());
        }
    }

    private StoreLevel level() {
        if (isolation.isEmpty()) {
            return StoreLevel.CAUSAL;
        }
        return StoreLevel.named(isolation)
                .orElseThrow(() -> refused("--isolation: '" + isolation + "' is not a level of the mock store"
                        + Nearest.hint(isolation, StoreLevel.labels()) + ". Known: " + StoreLevel.accepted()));
    }

    private SqlTarget server() {
        if (!url.startsWith("jdbc:postgresql:") || Secrets.isInAuthority(url)) {
            throw refused("--url: '" + Secrets.redacted(url)
                    + "' is not supported: expected jdbc:postgresql://HOST:PORT/NAME, and --user");
        }
        try {
            SqlIsolation level = isolation.isEmpty() ? SqlIsolation.SERIALIZABLE : SqlIsolation.parse(isolation);
            var environment = context.environment();
            return new ServerTarget(
                    url,
                    user.isEmpty() ? environment.getOrDefault("PGUSER", "") : user,
                    environment.getOrDefault("PGPASSWORD", ""),
                    level.jdbcLevel());
        } catch (IllegalArgumentException unknown) {
            throw refused("--isolation: " + unknown.getMessage());
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
