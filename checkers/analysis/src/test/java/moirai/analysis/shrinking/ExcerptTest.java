package moirai.analysis.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.History;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;

class ExcerptTest {

    private static final History HISTORY = HistoryNotation.parse("""
            T0 s0 w1=7
            T1 s1 r1=7 w1=8 w2=1
            T2 s2 w1=7
            T3 s3 fail w1=7
            T4 s4 r2=1 r1=7
            """);

    private static String part(int... txns) {
        var excerpt = new Excerpt(HISTORY, txns);
        return HistoryNotation.format(excerpt.take(excerpt.all()).history());
    }

    /** Without T2, T4 would have read from T0, and so have missed what T1 wrote. */
    @Test
    void readsAreLeftOutUnlessAllWhoMayHaveWrittenTheirValueAreThere() {
        assertThat(part(0, 1, 4)).doesNotContain("r1=7").contains("r2=1");
        assertThat(part(1, 2, 4)).doesNotContain("r1=7").contains("r2=1");
    }

    @Test
    void refusedTransactionsAreNotAmongThose() {
        assertThat(part(0, 1, 2, 4)).contains("r1=7", "r2=1");
    }
}
