package moirai.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.cli.options.TermsOptions;
import moirai.cli.options.TypedCommand;
import moirai.cli.reporting.ExportFiles;
import moirai.cli.terminal.LatestRun;
import moirai.generators.Structure;
import moirai.runs.Load;
import moirai.runs.report.Numbers;
import moirai.runs.report.Wrapping;
import moirai.runs.store.Resumption;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunLock;
import moirai.runs.store.RunStore;

/** The command {@code run --resume RUN}, which adds a part to a run: with its settings, in its directory. */
final class ResumedRun {

    static final String OPTION = "--resume";

    private static final String STORE = "--store";
    private static final String ADDRESS = "--on-anomaly-url";
    private static final String TIME_LIMIT = "--time-limit";
    private static final String TXN_COUNT = "--txn-count";

    /** The options that do not change what is tested. */
    private static final Set<String> ACCEPTED = Set.of(
            OPTION,
            STORE,
            TIME_LIMIT,
            TXN_COUNT,
            "--metrics",
            "--stop-on",
            "--on-anomaly",
            ADDRESS,
            ExportFiles.JUNIT,
            ExportFiles.MARKDOWN,
            ExportFiles.SARIF,
            TermsOptions.ACCEPT_KNOWN,
            TermsOptions.LOG_PATTERN,
            TermsOptions.REQUIRE,
            "--no-live-check",
            "--password",
            "--quiet");

    private final Context context;
    private final TypedCommand command;
    private final Path store;

    /** @param command as it was typed */
    ResumedRun(Context context, TypedCommand command, Path store) {
        this.context = context;
        this.command = command;
        this.store = store;
    }

    /** Goes on with a run, and returns the exit code of the whole. */
    int call(String run) throws InterruptedException {
        requireAccepted();
        RunDirectory directory = directory(run);
        try (RunLock lock = RunLock.of(directory)) {
            Resumption resumption = Resumption.of(directory, lock);
            var again = new RunCommand(context);
            requireWholeAddress(resumption.argv());
            List<String> argv = new ArrayList<>(withoutCommand(resumption.argv()));
            argv.addAll(typed());
            RunAgain.parse(again, argv, command.line());
            Execution.Order order = again.order();
            requirePossible(order);
            Load load = left(order.settings().load(), order.target().isSimulated(), resumption);
            var resumed = new Execution.Resumed(directory, lock, resumption.part());
            return again.execute(
                    order.with(load, resumption.argv()), Optional.of(resumed), heading(directory, resumption));
        }
    }

    private void requireAccepted() {
        command.line().getParseResult().matchedOptions().stream()
                .map(option -> option.longestName())
                .filter(name -> !ACCEPTED.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw command.refused(OPTION + ": the run goes on with its own settings, and " + name
                            + " would change them; expected only "
                            + String.join(", ", ACCEPTED.stream().sorted().toList()));
                });
    }

    /** Fails if the run was to tell an address of what it finds that is not known any more, and none was typed. */
    private void requireWholeAddress(List<String> argv) {
        argv.stream()
                .filter(argument -> argument.endsWith("/…"))
                .filter(address -> !command.has(ADDRESS))
                .findFirst()
                .ifPresent(address -> {
                    throw command.refused(OPTION + ": the run told " + address + " of what it found, and only this much"
                            + " of the address was kept, as the rest may be a secret; expected " + ADDRESS
                            + " again (env:NAME and file:PATH are kept whole)");
                });
    }

    private RunDirectory directory(String run) {
        Path path = Path.of(run);
        if (LatestRun.isMeant(run)) {
            path = new RunStore(store)
                    .runs().stream()
                            .map(RunDirectory::path)
                            .findFirst()
                            .orElseThrow(() -> command.refused(OPTION + ": no run in " + store));
            LatestRun.tell(path, "", command.err());
        }
        try {
            // 'latest' is a link, which a later run takes with it.
            Path real = path.toRealPath();
            if (Files.isDirectory(real)) {
                Path here = Path.of("").toRealPath();
                return new RunDirectory(real.startsWith(here) ? here.relativize(real) : real);
            }
        } catch (IOException missing) {
            throw command.refused(OPTION + ": '" + run
                    + "' is not there; expected the directory of a run, such as store/" + LatestRun.WORD);
        }
        throw command.refused(
                OPTION + ": '" + run + "' is no directory; expected that of a run, such as store/" + LatestRun.WORD);
    }

    /** Returns the options that were typed beside {@code --resume}, and say how this part is run. */
    private List<String> typed() {
        var typed = new ArrayList<String>();
        List<String> all = withoutCommand(command.line().getParseResult().expandedArgs());
        for (int i = 0; i < all.size(); i++) {
            String argument = all.get(i);
            if (argument.equals(OPTION) || argument.equals(STORE)) {
                i++;
            } else if (!argument.startsWith(OPTION + "=") && !argument.startsWith(STORE + "=")) {
                typed.add(argument);
            }
        }
        return typed;
    }

    private static List<String> withoutCommand(List<String> argv) {
        return argv.isEmpty() || !argv.getFirst().equals("run") ? argv : argv.subList(1, argv.size());
    }

    private void requirePossible(Execution.Order order) {
        if (order.settings().workload().structure() == Structure.ACCOUNTS) {
            throw command.refused(OPTION + ": a bank is not gone on with: if it was stopped, its accounts are gone, and"
                    + " if it was killed, a transfer may be missing in its record, so that no sum of both parts could"
                    + " be proven right or wrong; expected a run of another workload");
        }
    }

    /** Returns what is left of the limits of the run, unless others were typed. */
    private Load left(Load load, boolean isSimulated, Resumption resumption) {
        Duration time = load.timeLimit();
        // A simulation's clock is its own.
        if (!command.has(TIME_LIMIT) && !isSimulated) {
            time = time.minus(resumption.used());
            if (!time.isPositive()) {
                throw command.refused(OPTION + ": the run has used up its time of " + Numbers.seconds(load.timeLimit())
                        + "; expected " + TIME_LIMIT + " for what is to be added");
            }
        }
        long count = load.txnCount();
        if (!command.has(TXN_COUNT) && count != Load.UNLIMITED) {
            count -= resumption.txns();
            if (count < 1) {
                throw command.refused(
                        OPTION + ": the run has used up its " + Numbers.counted(load.txnCount(), "transaction")
                                + "; expected " + TXN_COUNT + " for what is to be added");
            }
        }
        // Stages go on where the parts before were; after the last stage its rate goes on.
        return new Load(load.concurrency(), time, count, load.stages().after(resumption.used()));
    }

    private static String heading(RunDirectory directory, Resumption resumption) {
        return Wrapping.hanging("part " + resumption.part().number() + " of " + directory.path() + ": "
                + Numbers.counted(resumption.txns(), "transaction") + " recorded before, new keys from "
                + resumption.part().firstKey());
    }
}
