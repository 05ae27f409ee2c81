package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file of the corpus against every level; a file's folder names the strongest levels that hold. */
public class CorpusBoundaryTest {

    private static final Path CORPUS = Path.of("src/test/resources/histories");

    public static List<Path> files() throws IOException {
        try (Stream<Path> paths = Files.walk(CORPUS)) {
            return paths.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static Findings findings(Path file) throws IOException {
        return new ListAppendChecker().analyze(HistoryNotation.parse(file.toString(), Files.readString(file)));
    }

    private static String folder(Path file) {
        return file.getName(file.getNameCount() - 2).toString();
    }

    @ParameterizedTest
    @MethodSource("files")
    void strongestLevelsAreThoseOfTheFolder(Path file) throws IOException {
        String strongest = findings(file).strongestHolding().stream()
                .map(IsolationLevel::label)
                .collect(Collectors.joining("+"));

        assertThat(strongest.isEmpty() ? "none" : strongest).isEqualTo(folder(file));
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyLevelHoldsExactlyIfAStrongestOneImpliesIt(Path file) throws IOException {
        Findings findings = findings(file);
        List<IsolationLevel> strongest = findings.strongestHolding();

        for (IsolationLevel level : findings.examined().keySet()) {
            boolean implied = strongest.stream().anyMatch(holding -> holding.implies(level));
            assertThat(findings.at(level))
                    .as("%s at %s", file, level.label())
                    .isInstanceOf(implied ? Verdict.Pass.class : Verdict.Fail.class);
        }
    }

    /**
     * Between two levels of which one implies the other there is a history that keeps to the weaker and breaks the
     * stronger.
     */
    @Test
    void everyAdjacentPairOfLevelsIsToldApart() throws IOException {
        List<Path> files = files();
        Set<IsolationLevel> levels = findings(files.getFirst()).examined().keySet();
        for (IsolationLevel stronger : levels) {
            for (IsolationLevel weaker : levels) {
                boolean same = forbiddenByCyclesAndReads(stronger).equals(forbiddenByCyclesAndReads(weaker));
                if (stronger != weaker && stronger.implies(weaker) && !same) {
                    assertThat(files)
                            .as("a history between %s and %s", weaker.label(), stronger.label())
                            .anyMatch(file -> isBetween(file, weaker, stronger));
                }
            }
        }
    }

    private static List<Phenomenon> forbiddenByCyclesAndReads(IsolationLevel level) {
        return level.forbidden().stream()
                .filter(EnumSet.range(Phenomenon.G0, Phenomenon.INCOMPATIBLE_ORDER)::contains)
                .toList();
    }

    private static boolean isBetween(Path file, IsolationLevel weaker, IsolationLevel stronger) {
        try {
            Findings findings = findings(file);
            return findings.at(weaker) instanceof Verdict.Pass && findings.at(stronger) instanceof Verdict.Fail;
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
