package moirai.reenactment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every anomaly of the textbook happens on the mock store, at every level that has it. */
class MockMatrixTest {

    /** The outcome of two calls that insert the same key, which is no anomaly if tables have keys. */
    private static final String DUPLICATE_KEY = "aborted 23505";

    /** The columns are EC, CV, CC, RC, RR, RA, PC, PSI, SI, SER; x happened. */
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
    void happensWhereverItIsPossible(TextbookAnomaly anomaly, String row) {
        assertThat(Promises.all().stream().map(level -> happens(anomaly, level)).collect(Collectors.joining(" ")))
                .isEqualTo(row);
    }

    private static String happens(TextbookAnomaly anomaly, Promises level) {
        var outcomes = new TreeSet<String>();
        for (DirectedCase wanted : Cases.of(anomaly, level)) {
            outcomes.add(outcome(wanted));
        }
        if (anomaly == TextbookAnomaly.PHANTOM_WRITE_SKEW) {
            outcomes.remove(DUPLICATE_KEY);
        }
        return outcomes.isEmpty() ? "." : String.join("; ", outcomes);
    }

    private static String outcome(DirectedCase wanted) {
        ReplayOutcome outcome = replay(wanted);
        if (outcome instanceof ReplayOutcome.Manifested) {
            return "x";
        }
        return outcome.label().equals(DUPLICATE_KEY) ? DUPLICATE_KEY : outcome.sentence() + "\n" + wanted.text();
    }

    private static ReplayOutcome replay(DirectedCase wanted) {
        try {
            return DirectedReplay.replay(wanted, new MockTarget());
        } catch (Exception failure) {
            throw new AssertionError(wanted.text(), failure);
        }
    }
}
