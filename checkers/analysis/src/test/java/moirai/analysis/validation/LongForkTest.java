package moirai.analysis.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Jepsen's workload long-fork: registers that are each written once, and readers of groups of them. */
class LongForkTest {

    private static Findings findings(String text) {
        return new LevelChecker().analyze(HistoryNotation.parse(text), IsolationLevel.SERIALIZABLE);
    }

    /** Each reader sees one of two writes, and not the same. */
    @Test
    void twoReadersThatSeeWritesInOppositeOrdersAreALongFork() {
        Findings findings = findings("""
                T0 s0 @0..9 w1=1
                T1 s1 @0..9 w2=1
                T2 s2 @0..9 r1=1 r2=nil r3=nil
                T3 s3 @0..9 r1=nil r2=1 r3=nil
                """);

        assertThat(findings.phenomena()).contains(Phenomenon.G_NONADJACENT);
        assertThat(findings.anomalies())
                .filteredOn(anomaly -> anomaly.phenomenon() == Phenomenon.G_NONADJACENT)
                .singleElement()
                .extracting(Anomaly::txns)
                .asInstanceOf(InstanceOfAssertFactories.list(Integer.class))
                .containsExactlyInAnyOrderElementsOf(List.of(0, 1, 2, 3));
        assertThat(findings.forbiddenAt(IsolationLevel.SNAPSHOT_ISOLATION)).isNotEmpty();
        assertThat(findings.forbiddenAt(IsolationLevel.CONSISTENT_VIEW)).isEmpty();
    }

    /** The same with a third reader that has seen both. */
    @Test
    void readersOfOneOrderAreNone() {
        Findings findings = findings("""
                T0 s0 @0..9 w1=1
                T1 s1 @0..9 w2=1
                T2 s2 @0..9 r1=1 r2=nil
                T3 s3 @0..9 r1=1 r2=1
                """);

        assertThat(findings.phenomena()).isEmpty();
        assertThat(findings.holds(IsolationLevel.SERIALIZABLE)).isTrue();
    }
}
