package moirai.cli.reporting;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import moirai.analysis.Checker;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.replaying.RunCommands;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;
import moirai.runs.report.OwnCommand;
import moirai.runs.serve.StoreServer;
import moirai.runs.store.RunStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/**
 * The command {@code moirai serve}, which shows stored runs in a browser; {@code moirai mock serve} is another command.
 */
@Command(
        name = "serve",
        description = {
            BrowseCommand.SUMMARY,
            "",
            "Listens on this machine alone, for whoever is logged in on it, and changes nothing in the store,",
            "but makes a run's report.html where it is missing."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} serve --port 8081 store")
public final class BrowseCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Shows the runs of a store in a browser, until Ctrl-C: table, reports, downloads.";

    private final Checker checker;
    private final RunCommands runs;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(arity = "0..1", paramLabel = "STORE", description = "Where runs are kept. Default: ./store.")
    private @Nullable Path named;

    @Option(names = "--store", paramLabel = "DIR", description = "The same as STORE, as other commands have it.")
    private @Nullable Path alsoNamed;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            converter = OfPort.class,
            description = "0: any that is free. Default: 8080.")
    private int port = 8080;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "60 (seconds), 500ms, 5m, 12h. Default: none.")
    private Duration timeLimit = Duration.ofDays(36_500);

    /** A converter for the number of a port. */
    static final class OfPort implements ITypeConverter<Integer> {

        private static final int PORT_MAX = 65_535;

        @Override
        public Integer convert(String value) {
            int port = value.matches("\\d{1,5}") ? Integer.parseInt(value) : -1;
            if (port < 0 || port > PORT_MAX) {
                throw new TypeConversionException("'" + value + "' is not a port: expected 0 to " + PORT_MAX);
            }
            return port;
        }
    }

    /**
     * Creates the command.
     *
     * @param checker judges runs that have no report yet
     */
    public BrowseCommand(Checker checker, RunCommands runs) {
        this.checker = checker;
        this.runs = runs;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (named != null && alsoNamed != null) {
            throw command.refused("--store: '" + alsoNamed + "' beside '" + named + "': expected one of them");
        }
        Path store =
                Stream.of(named, alsoNamed).filter(Objects::nonNull).findFirst().orElse(Path.of("store"));
        if (!Files.isDirectory(store)) {
            throw command.refused("--store: '" + store + "' is no folder: expected a store, in which '"
                    + OwnCommand.line("run") + "' keeps runs");
        }
        PrintWriter out = command.out();
        var stop = new StopRequest();
        RunCommands.Listening listening = runs.listen(stop, command.err(), "stopping");
        try (listening;
                StoreServer server = start(store)) {
            out.println("store " + store + " · http://127.0.0.1:" + server.port() + "/ · Ctrl-C ends it");
            out.flush();
            stop.await(timeLimit);
        }
        return ExitCode.VALID.code();
    }

    private StoreServer start(Path store) {
        try {
            return StoreServer.start(new RunStore(store), port, checker);
        } catch (IOException taken) {
            throw command.refused(
                    "--port: " + port + ": " + taken.getMessage() + "; expected one that is free, or 0 for any");
        }
    }
}
