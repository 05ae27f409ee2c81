package moirai.studies.exploration;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.options.Values;
import moirai.programs.explored.Applications;
import moirai.runs.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code scripts/explore-figures}: one figure of the paper on exploration. */
@Command(
        name = "explore-figures",
        description = "Measures again what the paper on exploration has measured (section 7.3).",
        sortOptions = false,
        footer = "Example: scripts/explore-figures applications --time-limit 60 --plots figures")
public final class ExploreFigures implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FIGURE",
            description = {
                "applications: 25 clients of 3 sessions with 3 transactions, by each algorithm.",
                "sessions: 1 to 5 sessions of TPC-C and Wikipedia, at causal.",
                "txns: 1 to 5 transactions of each of 3 sessions, at causal."
            })
    private String figure = "";

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "For each search: 60 (seconds), 500ms, 30m. Default: 60.")
    private Duration timeLimit = Duration.ofSeconds(60);

    @Option(
            names = "--clients",
            paramLabel = "NAME",
            split = ",",
            description = "With applications: these alone, such as courseware-1,tpcc-3.")
    private List<String> clients = List.of();

    @Option(
            names = "--plots",
            paramLabel = "FOLDER",
            description = "With applications: draw cactus plots of time, memory and end states here, as SVG.")
    private List<Path> plots = List.of();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        var figures = new ExplorationFigures(timeLimit.toNanos() / 1e9, line -> {
            out.println(line);
            out.flush();
        });
        String known = known();
        if ((!plots.isEmpty() || !clients.isEmpty()) && !known.equals("applications")) {
            throw new ParameterException(
                    spec.commandLine(), "--plots and --clients: go with 'applications', not with '" + known + "'");
        }
        switch (known) {
            case "applications" -> figures.applications(clients(), plots);
            case "sessions" -> figures.sessions();
            default -> figures.txns();
        }
        return ExitCode.VALID.code();
    }

    private List<String> clients() {
        List<String> all = Applications.clients();
        try {
            clients.forEach(client -> Values.known("--clients", client, all));
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()));
        }
        return clients.isEmpty() ? all : clients;
    }

    private String known() {
        try {
            return Values.known("FIGURE", figure, List.of("applications", "sessions", "txns"));
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()));
        }
    }
}
