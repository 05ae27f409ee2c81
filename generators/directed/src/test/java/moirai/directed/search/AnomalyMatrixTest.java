package moirai.directed.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The solver finds each textbook anomaly at exactly the levels that allow it. */
class AnomalyMatrixTest {

    private static final Bounds BOUNDS = new Bounds(4, 8, 2, 3, 1);

    static List<Anomaly> anomalies(TextbookAnomaly anomaly, Promises level) {
        return new AnomalySearch(anomaly.program(), Levels.all(level), BOUNDS)
                .find(anomaly.ring())
                .anomalies();
    }

    /** The columns are EC, CV, CC, RC, RR, RA, PC, PSI, SI, SER; x is possible. */
    @ParameterizedTest
    @CsvSource({
        "DIRTY_WRITE,            x x x . . . . . . .",
        "INTERMEDIATE_READ,      x x x . x . . . . .",
        "FRACTURED_READ,         x x x x x . . . . .",
        "NON_REPEATABLE_READ,    x x x x . . . . . .",
        "CAUSALITY_VIOLATION,    x . . x x x . . . .",
        "LOST_UPDATE,            x x x x x x x . . .",
        "LOST_UPDATE_WITH_GUARD, x x x x x x x . . .",
        "LONG_FORK,              x x x x x x . x . .",
        "WRITE_SKEW,             x x x x x x x x x .",
        "READ_ONLY_ANOMALY,      x x x x x x x x x .",
        "PHANTOM_WRITE_SKEW,     x x x x x x x x x .",
    })
    void isPossibleExactlyWhereTheTextbookSays(TextbookAnomaly anomaly, String row) {
        assertThat(Promises.all().stream()
                        .map(level -> anomalies(anomaly, level).isEmpty() ? "." : "x")
                        .collect(Collectors.joining(" ")))
                .isEqualTo(row);
    }

    @Test
    void withoutReadingOnesOwnWritesCausalVisibilityAllowsTheCausalityViolation() {
        Promises level = Promises.parse("CV:without-read-your-writes");

        assertThat(anomalies(TextbookAnomaly.CAUSALITY_VIOLATION, level)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"RC", "RR", "RA", "PC"})
    void withoutAContiguousOrderOfWritesDirtyWritesArePossible(String name) {
        assertThat(anomalies(TextbookAnomaly.DIRTY_WRITE, Promises.parse(name))).isEmpty();
        assertThat(anomalies(TextbookAnomaly.DIRTY_WRITE, Promises.parse(name + ":without-contiguous")))
                .isNotEmpty();
    }
}
