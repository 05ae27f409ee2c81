package moirai.runs.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import moirai.runs.latency.Latency;
import moirai.runs.measures.KeptTerms;
import moirai.runs.measures.LogFinding;
import moirai.runs.measures.Measures;
import moirai.runs.summary.Availability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThresholdTest {

    private static final Figures FIGURES = new Figures(
            2,
            new Figures.Counts(1_000, 200, 50),
            new Figures.Durability(true, 900, 3),
            new Figures.Evidence(0.25, 70, 9),
            Map.of("all", new Latency(100, 2_000, 90_000), "write", new Latency(400, 51_250, 90_000)));

    private static final Measured SEEN = new Measured(
            FIGURES,
            new Measures(
                    new Availability(
                            9, 12, 3_500_000_000L, new Availability.Recovery(4, 800_000_000, 2_000_000_000, 0)),
                    Collections.emptySortedMap(),
                    List.of(new LogFinding("n1", "panic", 2, 1, "PANIC:  could not write")),
                    true,
                    KeptTerms.NONE));

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
                "max < 91ms",
                "availability >= 0.75",
                "availability >= 75%",
                "longest-gap <= 3.5s",
                "recovery < 1s",
                "recovery-max < 2001ms",
                "log-findings == 2"
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
                    availability > 0.9  | availability > 0.9 (was 75.0%)
                    recovery-max < 1s   | recovery-max < 1s (was 2000.0ms)
                    log-findings == 0   | log-findings == 0 (was 2)
                    p99(read) < 1s      | p99(read) < 1s (not known: no such transaction committed, or a virtual clock)
                    """)
    void whatIsMissedSaysWhatWasMeasured(String text, String missed) {
        assertThat(Threshold.parse(text).missed(SEEN)).contains(missed);
    }

    @Test
    void aLossThatNobodyLookedForIsNotKnown() {
        assertThat(Threshold.parse("lost == 0").missed(Measured.NONE))
                .contains("lost == 0 (not known: the run has no final reads)");
    }

    /** A run that recovered from some of its faults only has no time of recovery that could be kept. */
    @Test
    void whatNobodyMeasuredIsNotReached() {
        var partly = new Availability(9, 12, 0, new Availability.Recovery(3, 1, 2, 1));
        var seen = new Measured(FIGURES, Measures.of(partly));

        assertThat(Threshold.parse("recovery-max < 3600s").missed(seen))
                .contains("recovery-max < 3600s (not known: no fault was healed, or nothing committed after a heal)");
        assertThat(Threshold.parse("availability > 1%").missed(Measured.NONE))
                .contains("availability > 1% (not known: no faults, or a virtual clock)");
        assertThat(Threshold.parse("log-findings == 0").missed(seen))
                .contains("log-findings == 0 (not known: the run has kept no logs of servers, or not all of them,"
                        + " or knows no words of the product)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    comitted > 5      | 'comitted' is not a figure (did you mean committed?). Known: committed, aborted
                    committed         | 'committed' is not a threshold: expected a figure, <, <=, >, >=, == or !=, and
                    committed => 5    | 'committed => 5' is not a threshold: expected
                    committed > 1.2.3 | 'committed > 1.2.3' is not a threshold: expected
                    committed > 5ms   | 'committed > 5ms': committed is limited by a number, such as 1000
                    aborts < 20ms     | 'aborts < 20ms': aborts is limited by a share, such as 20% or 0.2
                    availability > 90 | 'availability > 90': no share is greater than 100%; expected a share, such as
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
