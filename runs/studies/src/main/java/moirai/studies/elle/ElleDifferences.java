package moirai.studies.elle;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import moirai.analysis.registers.Assumption;
import moirai.cli.Errors;
import moirai.generators.Structure;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code scripts/elle-differences}: compares verdicts with Elle's on random histories. */
@Command(
        name = "elle-differences",
        description = {
            "Compares Moirai's verdicts with those of Elle on small random histories of lists and registers, and",
            "prints each class of differences with its count, a reason and a smallest history.",
            "Ends with 0 if every difference has a known reason, with 1 if not, with 254 without Elle."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = "Example: scripts/elle-differences --elle \"$(cat elle.classpath)\" --histories 10000 --seed 1")
public final class ElleDifferences implements Callable<Integer> {

    private static final int LEVELS_PER_HISTORY = 6;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--elle",
            paramLabel = "CLASSPATH",
            description =
                    "Elle's jar and those of everything that it needs, Clojure among them, separated as in java -cp.")
    private String classPath = "";

    @Option(names = "--histories", paramLabel = "N", description = "How many histories. Default: 1000.")
    private int histories = 1_000;

    @Option(names = "--minutes", paramLabel = "N", description = "Ends after so many minutes. Default: no limit.")
    private int minutes;

    @Option(names = "--txns", paramLabel = "N", description = "At most so many transactions each. Default: 8.")
    private int txns = 8;

    @Option(names = "--seed", paramLabel = "N", description = "The number of the first history. Default: 0.")
    private long seed;

    private final Map<String, DifferenceClass> classes = new TreeMap<>();
    private long compared;
    private long verdicts;
    private long agreements;

    /** Differences that look alike. */
    private static final class DifferenceClass {

        private final Reason reason;
        private final Trace minimal;
        private final String assumption;
        private final long history;
        private final Set<IsolationLevel> levels = EnumSet.noneOf(IsolationLevel.class);
        private int count;

        private DifferenceClass(Reason reason, Trace minimal, String assumption, long history) {
            this.reason = reason;
            this.minimal = minimal;
            this.assumption = assumption;
            this.history = history;
        }
    }

    /** Runs the command, and ends with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ElleDifferences()).setParameterExceptionHandler(Errors::ofArguments);
    }

    @Override
    public Integer call() throws IOException {
        check();
        PrintWriter out = spec.commandLine().getOut();
        Path file = Files.createTempFile("history", ".edn");
        try (ElleProcess elle = ElleProcess.start(classPath)) {
            var comparison = new Comparison(elle, new OwnAnswers(file));
            long end = minutes == 0 ? Long.MAX_VALUE : System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
            for (long number = seed; number < seed + histories && System.nanoTime() < end; number++) {
                compare(number, comparison);
            }
        } catch (RunException failed) {
            throw new ParameterException(spec.commandLine(), String.valueOf(failed.getMessage()));
        } finally {
            Files.delete(file);
        }
        print(out);
        boolean isExplained =
                classes.values().stream().noneMatch(each -> each.reason.standing() == Reason.Standing.TO_BE_LOOKED_AT);
        return (isExplained ? ExitCode.VALID : ExitCode.INVALID).code();
    }

    private void check() {
        if (classPath.isBlank()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--elle is missing: give the class path of Elle, as for java -cp: its jar and those of Clojure,"
                            + " jepsen.history, jepsen.txn, bifurcan and whatever else it needs");
        }
        if (histories < 1 || txns < 3 || minutes < 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--histories has to be 1 or more, --txns 3 or more, and --minutes not negative");
        }
    }

    private void compare(long number, Comparison comparison) {
        var random = new SplittableRandom(number);
        Structure structure = random.nextBoolean() ? Structure.LISTS : Structure.REGISTERS;
        Trace trace = RandomTrace.of(random.nextLong(), structure, txns);
        Optional<Assumption> assumption = structure == Structure.LISTS ? Optional.empty() : anyAssumption(random);
        Set<IsolationLevel> levels = someLevels(random);
        List<Difference> differences = comparison.differences(trace, levels, assumption);
        compared++;
        verdicts += levels.size();
        agreements += levels.size() - differences.size();
        for (Difference difference : differences) {
            DifferenceClass alike = classes.computeIfAbsent(
                    difference.look(), look -> classified(trace, difference, assumption, comparison, number));
            alike.count++;
            alike.levels.add(difference.level());
        }
    }

    private static Optional<Assumption> anyAssumption(SplittableRandom random) {
        Assumption[] all = Assumption.values();
        int choice = random.nextInt(2 * all.length);
        return choice < all.length ? Optional.of(all[choice]) : Optional.empty();
    }

    /** Returns the strongest level, at which more is compared, and some others. */
    private static Set<IsolationLevel> someLevels(SplittableRandom random) {
        var all = new ArrayList<>(Comparison.LEVELS);
        Collections.shuffle(all, new Random(random.nextLong()));
        Set<IsolationLevel> some = EnumSet.of(IsolationLevel.STRICT_SERIALIZABLE);
        some.addAll(all.subList(0, LEVELS_PER_HISTORY - 1));
        return some;
    }

    private static DifferenceClass classified(
            Trace trace, Difference difference, Optional<Assumption> assumption, Comparison comparison, long number) {
        Trace minimal = Shrinking.shrink(trace, part -> comparison.shows(part, difference, assumption));
        return new DifferenceClass(
                comparison.reason(minimal, difference, assumption),
                minimal,
                assumption.map(Assumption::label).orElse(""),
                number);
    }

    private void print(PrintWriter out) {
        classes.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, DifferenceClass> entry) -> entry.getValue().reason)
                        .thenComparingInt(entry -> -entry.getValue().count))
                .forEach(entry -> print(entry.getKey(), entry.getValue(), out));
        out.printf(Locale.ROOT, "%,d histories, %,d verdicts compared, %,d agree%n", compared, verdicts, agreements);
        var counts = new TreeMap<Reason, Integer>();
        classes.values().forEach(each -> counts.merge(each.reason, each.count, Integer::sum));
        counts.forEach((reason, count) -> out.printf(Locale.ROOT, "%,8d %s%n", count, reason));
        out.flush();
    }

    private static void print(String look, DifferenceClass each, PrintWriter out) {
        out.printf(Locale.ROOT, "%d × %s%n", each.count, look);
        out.printf(Locale.ROOT, "  %s%n", each.reason);
        String assumption = each.assumption.isEmpty() ? "" : ", assuming " + each.assumption;
        out.printf(
                Locale.ROOT,
                "  at %s%s; history %d in short:%n",
                new TreeSet<>(each.levels).stream().map(IsolationLevel::label).collect(Collectors.joining(", ")),
                assumption,
                each.history);
        each.minimal.edn().forEach(line -> out.println("    " + line));
        out.println();
    }
}
