package moirai.runs.cases;

import java.util.List;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

class CaseTextGoldenTest {

    @Test
    void aWriteSkewThatWasReplayed() {
        HistoryCase skew = Cases.writeSkew();
        var place = new Confirmation.Place("PostgreSQL 18.6", "repeatable-read");

        Golden.assertMatches(
                "case-write-skew.txt",
                CaseText.of(skew.confirmed(List.of(new Confirmation(Control.EXACT, skew.order(), 19, 20, 1, place)))));
    }

    @Test
    void aLongForkWithTwoTransactionsOfOneSession() {
        Golden.assertMatches(
                "case-long-fork.txt",
                CaseText.of(
                        Cases.of(Phenomenon.G_NONADJACENT, "read-committed", IsolationLevel.SNAPSHOT_ISOLATION, """
                        T0 s0 ok @10..20 a1=1
                        T1 s1 ok @11..21 a2=2
                        T2 s2 ok @12..22 r1=[1] r2=[]
                        T3 s0 ok @23..40 r1=[] r2=[2]
                        """)));
    }

    @Test
    void anAppendThatWasLost() {
        Golden.assertMatches("case-lost-append.txt", CaseText.of(Cases.lostAppend()));
        Golden.assertMatches("case-lost-write.txt", CaseText.of(Cases.lostWrite()));
    }
}
