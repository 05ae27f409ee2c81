package moirai.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The textbook's matrix, from classes that use JDBC: what hand-written programs give has to come out of source too. */
class AnomalyMatrixFromSourceTest {

    private static final Bounds BOUNDS = new Bounds(4, 8, 2, 3, 1);

    /** The columns are EC, CV, CC, RC, RR, RA, PC, PSI, SI, SER; x is possible. */
    @ParameterizedTest
    @CsvSource({
        "DirtyWrite,          writeBoth writeBoth,         x x x . . . . . . .",
        "IntermediateRead,    writeTwice read,             x x x . x . . . . .",
        "FracturedRead,       writeBoth readBoth,          x x x x x . . . . .",
        "NonRepeatableRead,   write readTwice,             x x x x . . . . . .",
        "CausalityViolation,  post reply look,             x . . x x x . . . .",
        "LostUpdate,          payment payment,             x x x x x x x . . .",
        "LostUpdateWithGuard, withdraw withdraw,           x x x x x x x . . .",
        "LongFork,            writeX look writeY look,     x x x x x x . x . .",
        "WriteSkew,           copyX copyY,                 x x x x x x x x x .",
        "ReadOnlyAnomaly,     withdraw deposit report,     x x x x x x x x x .",
        "PhantomWriteSkew,    book book,                   x x x x x x x x x .",
    })
    void isPossibleExactlyWhereTheTextbookSays(String file, String ring, String row) {
        Path source = Path.of("src/test/java/moirai/sources/anomalies", file + ".java");
        Program program = JavaSources.translate(SourceOptions.of(source, 2)).program();

        assertThat(Promises.all().stream()
                        .map(level -> isPossible(program, List.of(ring.split(" ", -1)), level) ? "x" : ".")
                        .collect(Collectors.joining(" ")))
                .isEqualTo(row);
    }

    private static boolean isPossible(Program program, List<String> ring, Promises level) {
        return !new AnomalySearch(program, Levels.all(level), BOUNDS)
                .find(ring)
                .anomalies()
                .isEmpty();
    }
}
