package moirai.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.options.Argv;
import moirai.cli.options.MockOptions;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.terminal.Signals;
import moirai.formats.PlumeExport;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.wire.MockServer;
import moirai.mockstore.wire.catalog.DefinedCatalog;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.StopRequest;
import moirai.runs.report.VerdictText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai mock serve}, which serves the mock store. */
@Command(
        name = "serve",
        description = {
            "Serves a mock store to clients of PostgreSQL, until Ctrl-C or SIGTERM; then checks its own history.",
            "",
            "Listens on this machine alone. Any user, password and database will do, and a session is a",
            "connection. Ends with 0 if the history satisfies the level, with 1 if not, which is a bug of ours."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} mock serve --isolation causal --seed 42 --init schema.sql"
                + " --history history.txt")
final class ServeCommand implements Callable<Integer> {

    private static final int PORT_MAX = 65_535;
    /** The transactions that are checked at least, at levels at which a store that serves for long may forget some. */
    private static final int KEPT = 10_000;

    private final Context context;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(names = "--port", paramLabel = "PORT", description = "0: any that is free. Default: 5433.")
    private int port = 5433;

    @Mixin
    private MockOptions mock = new MockOptions();

    @Option(
            names = "--init",
            paramLabel = "FILE",
            description = "SQL to execute first; every session sees what it leaves.")
    private String init = "";

    @Option(
            names = "--history",
            paramLabel = "FILE",
            description =
                    "Write the history to it at the end, as text of Plume, which '${ROOT-COMMAND-NAME} check' reads."
                            + " Without it, levels that keep real time forget what is older than the last 10000"
                            + " transactions, and need no more memory as time goes by.")
    private String file = "";

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "60 (seconds), 500ms, 5m, 12h. Default: none.")
    private Duration timeLimit = Duration.ofDays(36_500);

    ServeCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (port < 0 || port > PORT_MAX) {
            throw command.refused("--port: " + port + " is out of range: expected 0 to " + PORT_MAX);
        }
        StoreOptions options = mock.options();
        PrintWriter out = command.out();
        out.println("seed " + options.seed());
        var store = new MockStore(options);
        if (file.isEmpty()) {
            store.memory().keepLast(KEPT);
        }
        var database = new SqlDatabase(store);
        serve(database, out);
        if (!file.isEmpty()) {
            try (Writer history = Files.newBufferedWriter(Path.of(file))) {
                PlumeExport.write(store.history(), history);
            }
        }
        int forgotten = store.memory().forgottenCount();
        if (forgotten > 0) {
            out.println(forgotten + " transactions that wrote were forgotten: what came later is checked"
                    + " (--history FILE keeps all)");
        }
        return conclude(store.history(), options.level().guarantee(), out).code();
    }

    private void serve(SqlDatabase database, PrintWriter out) throws InterruptedException {
        // With it Netty makes a JDK from 24 on print four lines of warnings, and a server of tests does not need its
        // speed.
        System.setProperty("io.netty.noUnsafe", "true");
        var stop = new StopRequest();
        Signals signals = Signals.handle(
                stop, command.err(), "stopping: what was recorded is checked (once more to end at once)");
        try (signals;
                var postgres = new EmbeddedCatalog();
                var catalog = new DefinedCatalog(database, postgres);
                MockServer server = initialised(database, catalog)) {
            requireWritable();
            out.print(welcome(server.port(), database.store().options()));
            out.flush();
            stop.await(timeLimit);
        }
    }

    /**
     * Requires that the history can be written, before there is anything to lose. The history that an earlier server
     * has kept in that place stays until the end.
     */
    private void requireWritable() {
        if (file.isEmpty()) {
            return;
        }
        try {
            Files.newOutputStream(Path.of(file), StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
        } catch (IOException unwritable) {
            throw command.refused("--history: cannot write " + unwritable.getMessage());
        }
    }

    private MockServer initialised(SqlDatabase database, DefinedCatalog catalog) {
        // With the catalog, which knows types that the store does not.
        initialise(database);
        try {
            return MockServer.start(database, port, catalog, mock.sessions());
        } catch (UncheckedIOException taken) {
            throw command.refused("--port: " + taken.getMessage() + "; expected one that is free, or 0 for any");
        }
    }

    private void initialise(SqlDatabase database) {
        if (init.isEmpty()) {
            return;
        }
        String statement = "";
        try (SqlSession session = database.session()) {
            for (String next : session.split(Files.readString(Path.of(init)))) {
                statement = next;
                session.execute(session.prepare(next), List.of());
            }
        } catch (IOException unreadable) {
            throw command.refused("--init: cannot read " + unreadable.getMessage());
        } catch (StoreException failed) {
            throw command.refused("--init: " + init + ": " + failed.getMessage() + " (SQLSTATE " + failed.sqlState()
                    + ") in: " + statement.strip());
        }
        database.store().checkpoint();
    }

    private String welcome(int listening, StoreOptions options) {
        String address = "127.0.0.1:" + listening;
        return "mock store · " + mock.describe() + " · " + address + "\n"
                + "  psql     psql 'host=127.0.0.1 port=" + listening + " user=moirai dbname=moirai'\n"
                + "  JDBC     jdbc:postgresql://" + address + "/moirai?user=moirai\n"
                + "  end      Ctrl-C; then the history is checked at " + StoreLevels.ALL.label(options.level())
                + "\n";
    }

    /** Judges the store's own history, which has to satisfy its level, as it shows every choice of the store. */
    private ExitCode conclude(History history, IsolationLevel level, PrintWriter out) {
        ExitCode code = ExitCode.VALID;
        if (history.txnCount() == 0) {
            out.println("no transaction began: there is nothing to check");
        } else {
            var judgement = Judgement.of(history, context.checker(), level, EvidenceRule.NONE);
            out.print(VerdictText.of(judgement, RunHeader.NONE));
            code = judgement.exitCode();
        }
        if (!file.isEmpty()) {
            out.println("  kept     " + file);
            out.println("  again    " + Argv.line(List.of("check", file, "--expect", level.label())));
        }
        out.println("seed " + history.header().seed());
        out.flush();
        return code;
    }
}
