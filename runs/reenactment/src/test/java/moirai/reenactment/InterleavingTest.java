package moirai.reenactment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import org.junit.jupiter.api.Test;

class InterleavingTest {

    private static List<CaseStep> order(TextbookAnomaly anomaly, Promises level, boolean hasSnapshots) {
        return Interleaving.of(Cases.of(anomaly, level).getFirst(), hasSnapshots);
    }

    private static String text(List<CaseStep> order) {
        return order.stream().map(CaseStep::toString).collect(Collectors.joining(" "));
    }

    /** Both read before either writes, and the second write waits for nobody. */
    @Test
    void aLostUpdateReadsBeforeItWrites() {
        List<CaseStep> order = order(TextbookAnomaly.LOST_UPDATE, Promises.READ_COMMITTED, false);

        assertThat(text(order)).isEqualTo("T1.q1 T0.q1 T1.u1 T1.commit T0.u1 T0.commit");
    }

    /** The reporting transaction sees the deposit, so its snapshot has to be of afterwards. */
    @Test
    void aSnapshotIsTakenAfterWhatItIsToSee() {
        List<CaseStep> order = order(TextbookAnomaly.READ_ONLY_ANOMALY, Promises.SNAPSHOT, true);
        String text = text(order);
        assertThat(text.indexOf("T1.commit")).isLessThan(text.indexOf("T2.q1"));
        assertThat(text.indexOf("T2.commit")).isLessThan(text.indexOf("T0.u1"));
    }
}
