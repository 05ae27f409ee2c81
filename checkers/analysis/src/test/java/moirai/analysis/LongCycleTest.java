package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One cycle through all transactions, too many to try each as the one that started last. */
@Tag("long")
class LongCycleTest {

    private static final int TXNS = 9_600;

    /**
     * A ring through all transactions.
     *
     * @param kinds of its dependencies, in turn; their number divides that of the transactions
     * @param place the transaction at each place of the ring
     */
    private static Findings ring(String kinds, IntUnaryOperator place) {
        String[] all = kinds.split(" ", -1);
        var ops = new ArrayList<StringBuilder>();
        for (int i = 0; i < TXNS; i++) {
            ops.add(new StringBuilder(String.format(Locale.ROOT, "T%d s%d", i, i)));
        }
        // Nobody reads what comes last but this one, which no cycle leads through: nothing depends on it.
        var observer = new StringBuilder(String.format(Locale.ROOT, "T%d s%d", TXNS, TXNS));
        for (int key = 0; key < TXNS; key++) {
            StringBuilder from = ops.get(place.applyAsInt(key));
            StringBuilder to = ops.get(place.applyAsInt((key + 1) % TXNS));
            switch (all[key % all.length]) {
                case "wr" -> {
                    from.append(String.format(Locale.ROOT, " a%d=1", key));
                    to.append(String.format(Locale.ROOT, " r%d=[1]", key));
                }
                case "ww" -> {
                    from.append(String.format(Locale.ROOT, " a%d=1", key));
                    to.append(String.format(Locale.ROOT, " a%d=2", key));
                    observer.append(String.format(Locale.ROOT, " r%d=[1 2]", key));
                }
                case "rw" -> {
                    from.append(String.format(Locale.ROOT, " r%d=[]", key));
                    to.append(String.format(Locale.ROOT, " a%d=1", key));
                    observer.append(String.format(Locale.ROOT, " r%d=[1]", key));
                }
                default -> throw new IllegalArgumentException(kinds);
            }
        }
        return new ListAppendChecker().analyze(HistoryNotation.parse(String.join("\n", ops) + "\n" + observer));
    }

    @ParameterizedTest
    @CsvSource({"wr, G1c, read-committed", "rw wr ww, G-nonadjacent, snapshot-isolation"})
    void ringThatRunsAgainstTheOrderOfTransactionsIsFoundAndKnownToBeTheShortest(
            String kinds, String phenomenon, String broken) {
        Findings findings = ring(kinds, at -> TXNS - 1 - at);

        assertThat(findings.doubts()).isEmpty();
        assertThat(findings.weakestBroken()).extracting(IsolationLevel::label).contains(broken);
        assertThat(findings.anomalies()).singleElement().satisfies(found -> {
            assertThat(found.phenomenon().label()).isEqualTo(phenomenon);
            assertThat(found.txns()).hasSize(TXNS).endsWith(TXNS - 1);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "ww, G0, read-uncommitted",
        "rw wr ww, G-nonadjacent, snapshot-isolation",
        "rw rw wr, G2-item, repeatable-read"
    })
    void ringOfWhichHalfRunsAgainstTheOrderIsFoundAndMayNotBeTheShortest(
            String kinds, String phenomenon, String broken) {
        Findings findings = ring(kinds, at -> at < TXNS / 2 ? TXNS / 2 - 1 - at : at);

        assertThat(findings.weakestBroken()).extracting(IsolationLevel::label).contains(broken);
        assertThat(findings.anomalies()).singleElement().satisfies(found -> {
            assertThat(found.phenomenon().label()).isEqualTo(phenomenon);
            assertThat(found.txns()).hasSize(TXNS).endsWith(TXNS - 1);
            assertThat(findings.doubts().get(found.phenomenon()))
                    .isEqualTo("the search for a shorter cycle reached its limit of steps");
        });
    }

    /** T0 is in both rings, so they are one component. */
    @Test
    void twoRingsThatMeetInOneTransactionAreOneFinding() {
        var ops = new ArrayList<StringBuilder>();
        for (int i = 0; i < TXNS; i++) {
            ops.add(new StringBuilder(String.format(Locale.ROOT, "T%d s%d", i, i)));
        }
        List<Integer> even = new ArrayList<>();
        List<Integer> odd = new ArrayList<>(List.of(0));
        for (int i = 0; i < TXNS; i++) {
            (i % 2 == 0 ? even : odd).add(i);
        }
        int key = 0;
        for (List<Integer> ring : List.of(even.reversed(), odd.reversed())) {
            for (int i = 0; i < ring.size(); i++) {
                ops.get(ring.get(i)).append(String.format(Locale.ROOT, " a%d=1", key));
                ops.get(ring.get((i + 1) % ring.size())).append(String.format(Locale.ROOT, " r%d=[1]", key++));
            }
        }

        Findings findings = new ListAppendChecker().analyze(HistoryNotation.parse(String.join("\n", ops)));

        assertThat(findings.doubts()).isEmpty();
        assertThat(findings.anomalies()).singleElement().satisfies(found -> {
            assertThat(found.phenomenon()).isEqualTo(Phenomenon.G1C);
            assertThat(found.txns()).hasSize(TXNS / 2);
        });
    }
}
