package moirai.analysis.registers;

import static moirai.analysis.registers.Assumption.LINEARIZABLE_KEYS;
import static moirai.analysis.registers.Assumption.SEQUENTIAL_KEYS;
import static moirai.analysis.registers.Assumption.WFR_KEYS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.Succession;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class RegisterCyclesTest {

    private static List<Anomaly> find(String text, Assumption... assumptions) {
        History history = HistoryNotation.parse(text);
        return RegisterCycles.find(history, KeyValueReads.of(history).history(), Set.of(assumptions))
                .anomalies();
    }

    private static List<Phenomenon> phenomena(String text, Assumption... assumptions) {
        return find(text, assumptions).stream()
                .map(Anomaly::phenomenon)
                .distinct()
                .toList();
    }

    @Test
    void aCycleCarriesTheOrdersOfVersionsThatItRestsOn() {
        assertThat(find("""
                T0 s0 w1=1
                T1 s1 r1=1 w1=2 w2=1
                T2 s2 r2=1 r1=1
                """))
                .containsExactly(new Anomaly.Cycle(
                        Phenomenon.G_SINGLE,
                        List.of(1, 2),
                        List.of(Dependency.WRITE_READ, Dependency.READ_WRITE),
                        List.of(new Succession(0, 0, 1, Succession.Rule.WRITE_AFTER_READ, 1, 1))));
    }

    /** T0 wrote key 1 without having read it, so its 1 may follow T1's 2, and T2 is before T0 then. */
    @Test
    void blindWritesAreInNoOrder() {
        assertThat(phenomena("""
                T0 s0 w1=1
                T1 s1 w1=2 w2=1
                T2 s2 r2=1 r1=1
                """)).isEmpty();
    }

    /** A level below those that keep to sessions lets 2 precede 1. */
    @Test
    void orderOfASessionProvesOnlyWhatTheSessionIsNeededFor() {
        String text = """
                T0 s0 w1=1
                T1 s0 w1=2 w2=1
                T2 s1 r2=1 r1=1
                """;

        assertThat(phenomena(text)).containsExactly(Phenomenon.G_SINGLE_PROCESS);
        assertThat(phenomena(text, SEQUENTIAL_KEYS)).containsExactly(Phenomenon.G_SINGLE);
        assertThat(phenomena(text, LINEARIZABLE_KEYS)).containsExactly(Phenomenon.G_SINGLE);
        assertThat(phenomena(text, WFR_KEYS)).containsExactly(Phenomenon.G_SINGLE_PROCESS);
    }

    @Test
    void orderInRealTimeProvesOnlyWhatRealTimeIsNeededFor() {
        String text = """
                T0 s0 @0..1 w1=1
                T1 s1 @2..9 w1=2 w2=1
                T2 s2 @2..9 r2=1 r1=1
                """;

        assertThat(phenomena(text)).containsExactly(Phenomenon.G_SINGLE_REALTIME);
        assertThat(phenomena(text, SEQUENTIAL_KEYS)).containsExactly(Phenomenon.G_SINGLE_REALTIME);
        assertThat(phenomena(text, LINEARIZABLE_KEYS)).containsExactly(Phenomenon.G_SINGLE);
    }

    /** Closed intervals that touch are concurrent. */
    @Test
    void whatOverlapsIsInNoOrder() {
        assertThat(phenomena("""
                T0 s0 @0..2 w1=1
                T1 s1 @2..9 w1=2 w2=1
                T2 s2 @2..9 r2=1 r1=1
                """, LINEARIZABLE_KEYS)).isEmpty();
    }

    /** T0 may take effect after T1, though its session began it first. */
    @Test
    void unknownOutcomePrecedesNothingInItsSession() {
        assertThat(phenomena("""
                T0 s0 info w1=1
                T1 s0 w1=2 w2=1
                T2 s1 r2=1 r1=1
                """, SEQUENTIAL_KEYS)).isEmpty();
    }

    @Test
    void unknownOutcomeCountsOnlyIfARead() {
        String unread = """
                T0 s0 r1=nil w2=7
                T1 s1 info r2=nil w1=8
                """;

        assertThat(phenomena(unread)).isEmpty();
        assertThat(phenomena(unread + "T2 s2 r1=8\n")).containsExactly(Phenomenon.G2_ITEM);
    }

    @Test
    void abortedTransactionsInstallNothing() {
        assertThat(phenomena("""
                T0 s0 r1=nil w2=7
                T1 s1 fail r2=nil w1=8
                """)).isEmpty();
    }

    /** The writer of 8 is not known, so that T2 and T3 read it proves nothing. */
    @Test
    void valuesWrittenTwiceAreNotAttributed() {
        assertThat(phenomena("""
                T0 s0 w1=8 w2=1
                T1 s1 w1=8
                T2 s2 r1=8 r2=nil
                """)).isEmpty();
    }

    /** A read after an own write says nothing about what was there before that. */
    @Test
    void readAfterAnOwnWriteIsNoReasonForAnOrder() {
        assertThat(phenomena("""
                T0 s0 w1=1
                T1 s1 w1=2 r1=1 w2=1
                T2 s2 r2=1 r1=1
                """, WFR_KEYS)).doesNotContain(Phenomenon.CYCLIC_VERSIONS, Phenomenon.G1C);
    }

    @Test
    void keysOfCyclicVersionsAreSetAside() {
        String text = """
                T0 s0 @0..1 w1=1 w2=1
                T1 s1 @2..3 r1=nil
                """;

        assertThat(phenomena(text)).containsExactly(Phenomenon.G_SINGLE_REALTIME);
        assertThat(phenomena(text, LINEARIZABLE_KEYS)).containsExactly(Phenomenon.CYCLIC_VERSIONS);
        assertThat(phenomena(text + "T2 s2 @4..5 r2=nil\n", LINEARIZABLE_KEYS))
                .containsExactly(Phenomenon.CYCLIC_VERSIONS);
    }

    /** Either may have been the first, so neither G-single nor a direction is known, but that an update was lost is. */
    @Test
    void updatesOfOneVersionAreLostWhicheverCameFirst() {
        assertThat(find("""
                T0 s0 r1=nil w1=1
                T1 s1 r1=nil w1=2
                """)).contains(new Anomaly.LostUpdate(1, 2, 3, 0));
    }

    @Test
    void updatesOfDifferentVersionsAreNotLost() {
        assertThat(phenomena("""
                T0 s0 r1=nil w1=1
                T1 s1 r1=1 w1=2
                """)).isEmpty();
    }

    @Test
    void serialHistoriesHaveNoCycles() {
        assertThat(phenomena("""
                T0 s0 @0..1 r1=nil w1=1
                T1 s1 @2..3 r1=1 w1=2 w2=1
                T2 s0 @4..5 r1=2 r2=1
                """, LINEARIZABLE_KEYS)).isEmpty();
    }
}
