package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Checker;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.counters.BankRules;
import moirai.analysis.registers.Assumption;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.PlantedBug;
import moirai.clients.memory.Simulation;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each phenomenon for which the documentation names a planted bug together with a workload is found in one of
 * {@value #RUNS} runs of at most {@value #TXN_COUNT} transactions, at one of the levels that it breaks first. If that
 * level asks for an order of sessions or of real time, it holds in the same run without that order, so that the order
 * is what breaks it.
 */
class PlantedStructureDiscoveryTest {

    private static final int RUNS = 100;
    private static final int TXN_COUNT = 210;
    private static final double PROBABILITY = 0.3;
    /**
     * The divisor of the length of every other run: a graver anomaly hides other phenomena, and small histories have
     * fewer of it.
     */
    private static final int SHORTER = 3;

    private static final StepBudget BUDGET = new StepBudget(20_000_000);

    private static final Pattern ROW =
            Pattern.compile("\\| `([^`]+)` .*\\| `([^`]+)` with `([a-z]+)( --assume ([a-z-]+))?` \\|");

    /** A row of the table. */
    record Row(String phenomenon, PlantedBug bug, Workload workload, Set<Assumption> assumptions) {

        static Row of(MatchResult row) {
            Set<Assumption> assumptions = Stream.ofNullable(row.group(5))
                    .map(label -> Assumption.named(label).orElseThrow())
                    .collect(Collectors.toUnmodifiableSet());
            return new Row(row.group(1), PlantedBug.parse(row.group(2)), Workload.parse(row.group(3)), assumptions);
        }

        Phenomenon named() {
            return Stream.of(Phenomenon.values())
                    .filter(each -> each.label().equals(phenomenon))
                    .findFirst()
                    .orElseThrow();
        }

        List<IsolationLevel> breaks() {
            return IsolationLevel.weakest(Stream.of(IsolationLevel.values())
                    .filter(level -> level.forbidden().contains(named()))
                    .toList());
        }

        /**
         * Returns whether a history shows the phenomenon at this level, and nothing that the level forbids without its
         * order.
         */
        boolean isShownBy(History history, IsolationLevel level) {
            return checker().analyze(history, level).phenomena().contains(named())
                    && withoutOrder(level).allMatch(weaker -> checker().check(history, weaker) instanceof Verdict.Pass);
        }

        /**
         * Returns the level without the order that the phenomenon is named for; for real time, with that of sessions.
         */
        private Stream<IsolationLevel> withoutOrder(IsolationLevel level) {
            if (phenomenon.endsWith("-process")) {
                return Stream.of(level(level.label().replaceFirst("^strong-session-", "")));
            }
            return phenomenon.endsWith("-realtime")
                    ? Stream.of(level(level.label().replaceFirst("^(strong|strict)-", "strong-session-")))
                    : Stream.of();
        }

        private static IsolationLevel level(String label) {
            return IsolationLevel.NAMES.named(label).orElseThrow();
        }

        Checker checker() {
            boolean ofAxioms = named().compareTo(Phenomenon.MISSING_OWN_WRITE) >= 0;
            BankRules rules = BankRules.DEFAULT.of(workload.structure() == Structure.ACCOUNTS);
            return new LevelChecker(ofAxioms ? Engine.AXIOMS : Engine.CYCLES, BUDGET, assumptions).withBank(rules);
        }
    }

    static List<Row> rows() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("../../checkers/PHENOMENA.md"))) {
            return lines.flatMap(line -> ROW.matcher(line).results())
                    .map(Row::of)
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void phenomenonIsFoundWithItsPlantedBug(Row row) {
        boolean found = false;
        for (int seed = 1; seed <= RUNS && !found; seed++) {
            int shorter = seed % 2 == 0 ? 1 : SHORTER;
            History history = Recording.of(
                    row.workload(),
                    new Seed(seed),
                    MemoryDatabase.planted(row.bug(), PROBABILITY, new Seed(seed)),
                    Simulation.of(new Seed(seed), 10),
                    TXN_COUNT / shorter);
            for (IsolationLevel level : row.breaks()) {
                found |= row.isShownBy(history, level);
            }
        }

        assertThat(found).isTrue();
    }

    /** Each structure that the simulated database knows has a bug in the table, besides lists, which have most. */
    @Test
    void registersCountersAndAccountsAreInTheTable() throws IOException {
        assertThat(rows().stream().map(row -> row.workload().structure()))
                .contains(Structure.REGISTERS, Structure.COUNTERS, Structure.ACCOUNTS);
    }
}
