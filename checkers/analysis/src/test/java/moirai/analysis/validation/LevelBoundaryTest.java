package moirai.analysis.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.registers.Assumption;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Register histories at every level of the lattice; the first line of each names the strongest levels that hold. */
class LevelBoundaryTest {

    private static final String HOLDS = "# holds: ";

    record Example(String name, Set<IsolationLevel> strongest, History history) {

        static Example read(Path file) {
            try {
                String text = Files.readString(file);
                String levels = text.lines().findFirst().orElseThrow().substring(HOLDS.length());
                Set<IsolationLevel> strongest = Arrays.stream(levels.split(" \\+ "))
                        .filter(level -> !level.equals("none"))
                        .map(level -> IsolationLevel.NAMES.named(level).orElseThrow())
                        .collect(Collectors.toSet());
                return new Example(
                        file.getFileName().toString(), strongest, HistoryNotation.parse(file.toString(), text));
            } catch (IOException unreadable) {
                throw new AssertionError(unreadable);
            }
        }

        boolean holds(IsolationLevel level) {
            return strongest.stream().anyMatch(holding -> holding.implies(level));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Example> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/registers"))) {
            return files.sorted().map(Example::read).toList();
        }
    }

    /** Returns the levels of registers that restrict more than writes. */
    private static List<IsolationLevel> levels() {
        return Stream.of(IsolationLevel.values())
                .filter(level -> LevelAxioms.of(level).isPresent())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyLevelHoldsExactlyIfAStrongestOneImpliesIt(Example example) {
        for (IsolationLevel level : IsolationLevel.values()) {
            assertThat(new LevelChecker().check(example.history(), level))
                    .as("%s at %s", example, level.label())
                    .isInstanceOf(example.holds(level) ? Verdict.Pass.class : Verdict.Fail.class);
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void levelsThatNoAxiomDefinesSayWhatToAskInsteadIfVersionsAreAssumedToBeInOrder(Example example) {
        var checker = new LevelChecker(Engine.AUTO, StepBudget.DEFAULT, Set.of(Assumption.WFR_KEYS));
        for (IsolationLevel level : IsolationLevel.values()) {
            if (level != IsolationLevel.READ_UNCOMMITTED
                    && LevelAxioms.of(level).isEmpty()
                    && checker.check(example.history(), level) instanceof Verdict.Undecided(String reason)) {
                assertThat(reason)
                        .contains(level.label() + " cannot be told without the order of versions")
                        .contains("ask for ");
            }
        }
    }

    /** Everything that strict serializability implies is examined as far as needed to say what does hold. */
    @ParameterizedTest
    @MethodSource("examples")
    void strongestLevelsThatHoldAreFoundOnTheWay(Example example) {
        Findings findings = new LevelChecker().analyze(example.history(), IsolationLevel.STRICT_SERIALIZABLE);

        assertThat(findings.strongestHolding()).containsExactlyInAnyOrderElementsOf(example.strongest());
        for (IsolationLevel level : IsolationLevel.values()) {
            assertThat(findings.holds(level)).as(level.label()).isEqualTo(example.holds(level));
        }
    }

    /** Cycles of writes alone are asked about in the same way, whichever levels are. */
    @ParameterizedTest
    @MethodSource("examples")
    void kindsOfReadUncommittedAreExaminedAmongEveryLevel(Example example) {
        Findings findings = new LevelChecker().ofEveryLevel().analyze(example.history());

        for (IsolationLevel level : IsolationLevel.values()) {
            if (LevelAxioms.of(level).isEmpty()) {
                assertThat(findings.holds(level)).as(level.label()).isEqualTo(example.holds(level));
            }
        }
    }

    @Test
    void everyAdjacentPairOfLevelsIsToldApart() throws IOException {
        List<Example> examples = examples();
        for (IsolationLevel stronger : levels()) {
            for (IsolationLevel weaker : levels()) {
                if (stronger != weaker
                        && stronger.implies(weaker)
                        && !axioms(stronger).equals(axioms(weaker))) {
                    assertThat(examples)
                            .as("a history between %s and %s", weaker.label(), stronger.label())
                            .anyMatch(example -> example.holds(weaker) && !example.holds(stronger));
                }
            }
        }
    }

    private static Optional<AxiomaticLevel> axioms(IsolationLevel level) {
        return LevelAxioms.of(level).map(LevelAxioms::level);
    }

    /** The axioms decide what cycles on lists do not, such as causal; no level stays open, and the lattice is kept. */
    @ParameterizedTest
    @MethodSource("lists")
    void listsAreDecidedAtEveryLevel(Path file) throws IOException {
        History history = HistoryNotation.parse(file.toString(), Files.readString(file));
        var holding = EnumSet.noneOf(IsolationLevel.class);

        for (IsolationLevel level : IsolationLevel.values()) {
            Verdict verdict = new LevelChecker().check(history, level);
            assertThat(verdict).as("%s at %s", file, level.label()).isNotInstanceOf(Verdict.Undecided.class);
            if (verdict instanceof Verdict.Pass) {
                holding.add(level);
            }
        }

        for (IsolationLevel level : holding) {
            assertThat(IsolationLevel.values())
                    .filteredOn(level::implies)
                    .as("implied by %s", level.label())
                    .allMatch(holding::contains);
        }
    }

    static List<Path> lists() throws IOException {
        try (Stream<Path> paths = Files.walk(Path.of("src/test/resources/histories"))) {
            return paths.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
