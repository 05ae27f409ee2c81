package moirai.analysis.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import moirai.analysis.durability.Durability;
import moirai.analysis.validation.LevelChecker;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class HistoryShrinkerTest {

    private static final History WRITE_SKEW = HistoryNotation.parse("""
            T0 s0 @0..1 a1=1 a2=2 a3=3
            T1 s1 @2..9 r1=[1] r3=[3] a2=4
            T2 s2 @2..9 r2=[2] a1=5 a3=6
            T3 s3 @10..11 r1=[1 5] r2=[2 4] r3=[3 6] r4=[7]
            """);

    @Test
    void writeSkewKeepsItsTwoTransactionsAndOfThoseFourOps() {
        Shrunk shrunk = shrink(WRITE_SKEW, Phenomenon.G2_ITEM, List.of(1, 2));

        assertThat(HistoryNotation.format(shrunk.history())).isEqualTo("""
                T0 s1 ok @2..9 r1=[] a2=4
                T1 s2 ok @2..9 r2=[] a1=5
                """);
        assertThat(shrunk.txns()).containsExactly(1, 2);
        assertThat(shrunk.isMinimal()).isTrue();
    }

    /** The order of writes is not to be seen without a reader. */
    @Test
    void aReaderStaysWhereItAloneShowsTheOrderOfWrites() {
        History history = HistoryNotation.parse("""
                T0 s0 a1=1 a2=2
                T1 s1 a1=3 a2=4
                T2 s2 r1=[1 3] r9=[]
                T3 s3 r2=[4 2] r9=[]
                """);

        Shrunk shrunk = shrink(history, Phenomenon.G0, List.of(0, 1));

        assertThat(shrunk.txns()).containsExactly(0, 1, 2, 3);
        assertThat(HistoryNotation.format(shrunk.history())).doesNotContain("r9");
    }

    @Test
    void anotherPhenomenonIsRefusedAndRemembered() {
        History history = HistoryNotation.parse("""
                T0 s0 a1=1
                T1 s1 r1=[] a1=2
                T2 s2 r1=[1 2]
                T3 s3 fail a3=9
                T4 s4 r3=[9]
                """);

        Shrunk shrunk = shrink(history, Phenomenon.LOST_UPDATE, List.of(4, 3, 0, 1));

        assertThat(shrunk.txns()).containsExactly(0, 1, 2);
        assertThat(shrunk.others()).isEqualTo(Set.of(Phenomenon.G1A));
    }

    @Test
    void whatTheHistoryDoesNotShowHasNoSmallestPart() {
        var symptom = new Symptom.Forbidden(Phenomenon.G1A, IsolationLevel.SERIALIZABLE, new LevelChecker());

        assertThat(HistoryShrinker.shrink(WRITE_SKEW, symptom, List.of(1))).isEmpty();
    }

    @Test
    void aBudgetThatIsSpentLeavesAPartThatIsNotSaidToBeMinimal() {
        var symptom = new Symptom.Forbidden(Phenomenon.G2_ITEM, IsolationLevel.SERIALIZABLE, new LevelChecker());

        Shrunk shrunk =
                HistoryShrinker.shrink(WRITE_SKEW, symptom, List.of(1, 2), 1).orElseThrow();

        assertThat(shrunk.isMinimal()).isFalse();
        assertThat(symptom.in(shrunk.history()).isShown()).isTrue();
    }

    /** Without the final read that has element 2, that one would look lost, too. */
    @Test
    void aLostAppendKeepsAFinalReadOfItsKeyAndIsNotTakenForAnother() {
        var builder = new HistoryBuilder(RunHeader.NONE);
        History txns = HistoryNotation.parse("""
                T0 s0 @0..1 a1=1 a2=9
                T1 s0 @2..3 r1=[1] a1=2
                T2 s1 @20..21 r1=[] r2=[9]
                T3 s2 @20..21 r1=[2] r2=[9]
                """);
        for (int txn = 0; txn < txns.txnCount(); txn++) {
            builder.add(txns.txn(txn));
        }
        History history = builder.fault(new FaultEvent(5, FaultEvent.Phase.INJECTED, "kill", "n1"))
                .fault(new FaultEvent(10, FaultEvent.Phase.INJECTED, Durability.FINAL_READS, "all"))
                .fault(new FaultEvent(30, FaultEvent.Phase.HEALED, Durability.FINAL_READS, "all"))
                .build();

        Shrunk shrunk = HistoryShrinker.shrink(history, new Symptom.Lost("1", 1), List.of(0, 2))
                .orElseThrow();

        assertThat(HistoryNotation.format(shrunk.history())).isEqualTo("""
                T0 s0 ok @0..1 a1=1
                T1 s1 ok @20..21 r1=[]
                """);
        assertThat(HistoryShrinker.shrink(history, new Symptom.Lost("1", 2), List.of(1)))
                .isEmpty();
    }

    private static final String TRANSFERS = """
            T0 s0 @0..1 c1=20 c2=0
            T1 s1 @2..9 i1=-5 i2=5
            T2 s2 @3..4 i1=-1 i2=1
            T3 s3 @5..6 c1=15 c2=0
            """;

    private static Shrunk shrinkTotals(String text, List<Integer> witness) {
        History notation = HistoryNotation.parse(text);
        var builder = new HistoryBuilder(RunHeader.NONE.meaning("bank total=20"));
        for (int txn = 0; txn < notation.txnCount(); txn++) {
            builder.add(notation.txn(txn));
        }
        return shrink(builder.build(), Phenomenon.WRONG_TOTAL, witness);
    }

    /** Every transfer leaves the total, so a read of another total proves that it is wrong. */
    @Test
    void aWrongTotalNeedsTheOneWhoReadItAndAllThatHeRead() {
        Shrunk shrunk = shrinkTotals(TRANSFERS, List.of(3));

        assertThat(HistoryNotation.format(shrunk.history())).isEqualTo("T0 s3 ok @5..6 c1=15 c2=0\n");
        assertThat(shrunk.isMinimal()).isTrue();
    }

    /** Without the deposit, the total would be wrong that is right. */
    @Test
    void whatChangesTheTotalStays() {
        Shrunk shrunk = shrinkTotals(TRANSFERS + "T4 s4 @0..9 i1=7\n", List.of(3));

        assertThat(HistoryNotation.format(shrunk.history())).contains("i1=7");
    }

    /** T4 asks for one account of two, which proves nothing; once nobody else uses the other, it would seem to. */
    @Test
    void aReadOfSomeAccountsIsNoReadOfAllOnceTheOthersAreGone() {
        Shrunk shrunk = shrinkTotals(TRANSFERS + "T4 s4 @7..8 c1=3\n", List.of(3, 4));

        assertThat(HistoryNotation.format(shrunk.history())).isEqualTo("T0 s3 ok @5..6 c1=15 c2=0\n");
    }

    private static Shrunk shrink(History history, Phenomenon phenomenon, List<Integer> witness) {
        var symptom = new Symptom.Forbidden(phenomenon, IsolationLevel.SERIALIZABLE, new LevelChecker());
        return HistoryShrinker.shrink(history, symptom, witness).orElseThrow();
    }
}
