package moirai.runs.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import moirai.runs.latency.Latency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThresholdTest {

    private static final Figures SEEN = new Figures(
            2,
            new Figures.Counts(1_000, 200, 50),
            new Figures.Durability(true, 900, 3),
            new Figures.Evidence(0.25, 70, 9),
            Map.of("all", new Latency(100, 2_000, 90_000), "write", new Latency(400, 51_250, 90_000)));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "committed > 999",
                "committed>=1000",
                "aborted == 200",
                "indeterminate <= 50",
                "aborts < 20%",
                "aborts >= 16 %",
                "rate > 499/s",
                "rate <= 500",
                "lost != 0",
                "acknowledged == 900",
                "overlap > 20%",
                "versions-read > 69",
                "keys-contended < 10",
                "p50 < 101us",
                "p99 <= 2ms",
                "p99(write) < 51.3ms",
                "p99(append) < 1s",
                "max < 91ms"
            })
    void whatHoldsIsNotMissed(String text) {
        assertThat(Threshold.parse(text).missed(SEEN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    committed > 1000    | committed > 1000 (was 1000)
                    aborts < 10%        | aborts < 10% (was 16.0%)
                    rate >= 1000/s      | rate >= 1000/s (was 500.0/s)
                    lost == 0           | lost == 0 (was 3)
                    p99(append) < 50ms  | p99(append) < 50ms (was 51.3ms)
                    p99(read) < 1s      | p99(read) < 1s (not known: no such transaction committed, or a virtual clock)
                    """)
    void whatIsMissedSaysWhatWasMeasured(String text, String missed) {
        assertThat(Threshold.parse(text).missed(SEEN)).contains(missed);
    }

    @Test
    void aLossThatNobodyLookedForIsNotKnown() {
        assertThat(Threshold.parse("lost == 0").missed(Figures.NONE))
                .contains("lost == 0 (not known: the run has no final reads)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    comitted > 5      | 'comitted' is not a figure (did you mean committed?). Known: committed, aborted
                    committed         | 'committed' is not a threshold: expected a figure, <, <=, >, >=, == or !=, and
                    committed => 5    | 'committed => 5' is not a threshold: expected
                    committed > 1.2.3 | 'committed > 1.2.3' is not a threshold: expected
                    committed > 5ms   | 'committed > 5ms': committed is limited by a number, such as 1000
                    aborts < 0.2      | 'aborts < 0.2': aborts is limited by a share, such as 20%
                    p99 < 50          | 'p99 < 50': p99 is limited by a time, such as 50ms, 800us or 2s
                    p99(scan) < 50ms  | 'scan' is not a kind of transactions: expected read or write, as in p99(write)
                    lost(read) == 0   | 'lost(read)': only latencies are told apart by kind: expected lost
                    """)
    void whatIsNoThresholdIsRefused(String text, String message) {
        assertThatThrownBy(() -> Threshold.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
