package moirai.studies.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import moirai.analysis.Checker;
import moirai.analysis.Verdict;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.KeyDistribution;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunClock;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.SimulatedRun;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.teeth.Bite;
import moirai.runs.teeth.Mutation;
import moirai.runs.teeth.Teeth;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;

/**
 * Compares the teeth of recipes with what they find: the share of bugs that is noticed in copies of an honest run's
 * history, and the share of runs on a database with the bug that show it.
 */
public final class TeethAgreement {

    private static final IsolationLevel LEVEL = IsolationLevel.STRICT_SERIALIZABLE;
    private static final int TXNS = 2_000;

    /**
     * The probability with which a bug takes a chance, so that some runs show it and others do not: some bugs have a
     * chance in each transaction, and others only where two meet.
     */
    private static final Map<PlantedBug, Double> PROBABILITIES = Map.of(
            PlantedBug.LOST_WRITE, 0.002,
            PlantedBug.STALE_READ, 0.002,
            PlantedBug.INCOMPATIBLE_ORDER, 0.002,
            PlantedBug.FRACTURED_READ, 0.1,
            PlantedBug.LOST_UPDATE, 0.1);

    private static final Map<Mutation, PlantedBug> SAME = Map.of(
            Mutation.LOST_APPEND, PlantedBug.LOST_WRITE,
            Mutation.STALE_READ, PlantedBug.STALE_READ,
            Mutation.FRACTURED_READ, PlantedBug.FRACTURED_READ,
            Mutation.LOST_UPDATE, PlantedBug.LOST_UPDATE,
            Mutation.SWAPPED_ELEMENTS, PlantedBug.INCOMPATIBLE_ORDER);

    private final Path place;
    private final PrintStream out;
    private final Checker checker = new ListAppendChecker();

    private TeethAgreement(Path place, PrintStream out) {
        this.place = place;
        this.out = out;
    }

    /** Takes the number of runs, and of copies, for each recipe and bug. */
    public static void main(String[] args) throws IOException {
        int runs = Integer.parseInt(args[0]);
        Path place = Files.createTempDirectory("moirai-teeth");
        try {
            new TeethAgreement(place, System.out).compare(runs);
        } finally {
            SimulatedCell.remove(place);
        }
    }

    private static Map<String, Workload> recipes() {
        var recipes = new LinkedHashMap<String, Workload>();
        recipes.put("standard", Workload.append());
        for (int keys : new int[] {3, 30, 300, 3_000, 10_000}) {
            for (double reads : new double[] {0.02, 0.2, 0.5, 0.8}) {
                recipes.put(
                        keys + " keys, " + Math.round(100 * reads) + " % reads",
                        Workload.append()
                                .withKeyDistribution(new KeyDistribution.Uniform())
                                .withKeyCount(keys)
                                .withReadShare(reads));
            }
        }
        return recipes;
    }

    private void compare(int runs) throws IOException {
        var ofBug = new LinkedHashMap<Mutation, List<double[]>>();
        out.printf(Locale.ROOT, "%-24s %-18s %10s %14s %8s%n", "recipe", "bug", "noticed", "opportunities", "found");
        for (var recipe : recipes().entrySet()) {
            History honest = record(
                    recipe.getValue(), new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE), new Seed(1), "honest");
            Teeth measured = Teeth.measure(honest, LEVEL, checker, runs, new SplittableRandom(28))
                    .orElseThrow();
            for (Mutation mutation : Mutation.values()) {
                Bite bite = measured.bites().get(mutation);
                if (bite == null || !SAME.containsKey(mutation)) {
                    continue;
                }
                double noticed = bite.noticed().judged() == 0
                        ? 0
                        : (double) bite.noticed().shown() / bite.noticed().judged();
                double chances = (double) bite.opportunities().shown()
                        / bite.opportunities().judged();
                double rate = rate(recipe.getValue(), SAME.get(mutation), runs);
                // What a run shows depends on how often the bug has a chance as well as on whether it is seen then.
                double foretold = noticed * chances;
                ofBug.computeIfAbsent(mutation, none -> new ArrayList<>()).add(new double[] {foretold, rate});
                out.printf(
                        Locale.ROOT,
                        "%-24s %-18s %9.0f%% %13.1f%% %7.0f%%%n",
                        recipe.getKey(),
                        mutation.label(),
                        100 * noticed,
                        100 * chances,
                        100 * rate);
            }
        }
        ofBug.forEach((mutation, pairs) ->
                out.printf(Locale.ROOT, "rank correlation, %-18s %.2f%n", mutation.label(), correlation(pairs)));
    }

    private static double correlation(List<double[]> pairs) {
        return new SpearmansCorrelation()
                .correlation(
                        pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
                        pairs.stream().mapToDouble(pair -> pair[1]).toArray());
    }

    private double rate(Workload recipe, PlantedBug bug, int runs) throws IOException {
        int found = 0;
        for (int run = 0; run < runs; run++) {
            History history = record(
                    recipe, new Target.Planted(bug, PROBABILITIES.getOrDefault(bug, 0.0)), new Seed(100 + run), "run");
            found += checker.check(history, LEVEL) instanceof Verdict.Fail ? 1 : 0;
        }
        return (double) found / runs;
    }

    private History record(Workload recipe, Target.Simulated target, Seed seed, String name) throws IOException {
        var settings = new RunSettings(
                seed,
                recipe,
                new Levels("strict-serializable", LEVEL),
                new Load(10, Duration.ofHours(1), TXNS),
                EvidenceRule.DEFAULT);
        var header = new RunHeader(seed, recipe.toString(), LEVEL.label(), LEVEL.label(), "", Instant.EPOCH);
        Path directory = place.resolve(name);
        HistoryDirectory history =
                HistoryDirectory.create(directory, header, new HistoryDirectory.Options(false, 4_000));
        try {
            new SimulatedRun(settings, history, RunClock.start(), new StopRequest(), RunWatcher.SILENT)
                    .run(target.open(settings.plantedBugSeed()));
            return HistoryReader.read(directory).history();
        } finally {
            SimulatedCell.remove(directory);
        }
    }
}
