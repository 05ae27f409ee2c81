package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

/** Components of many cycles, in which one of another class would have to be looked for among all of them. */
class CycleSearchBudgetTest {

    private static Findings findings(String history) {
        return new ListAppendChecker().analyze(HistoryNotation.parse(history));
    }

    /**
     * T0 makes two-cycles with half of the others and T1 with the other half, and both with one: every way from one to
     * another and back goes through one of the two twice. There are many closed walks with two rw edges that are not
     * adjacent, and no such cycle.
     */
    @Test
    void searchForACycleThatIsNotThereEnds() {
        int readers = 700;
        var hubs = new StringBuilder[] {new StringBuilder("T0 s0"), new StringBuilder("T1 s1")};
        var others = new StringBuilder();
        for (int i = 2; i <= readers; i++) {
            others.append(String.format(Locale.ROOT, "T%d s%d", i, i));
            for (int hub = 0; hub < 2; hub++) {
                if (i % 2 == hub || i == readers) {
                    int key = 2 * i + hub;
                    hubs[hub].append(String.format(Locale.ROOT, " a%d=1 a%d=1", key, -key));
                    others.append(String.format(Locale.ROOT, " r%d=[1] r%d=[]", key, -key));
                }
            }
            others.append('\n');
        }

        var findings = findings(hubs[0] + "\n" + hubs[1] + "\n" + others);

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_SINGLE);
        assertThat(findings.doubts()).containsOnlyKeys(Phenomenon.G_NONADJACENT);
        assertThat(findings.at(IsolationLevel.SNAPSHOT_ISOLATION)).isInstanceOf(Verdict.Fail.class);
        assertThat(findings.at(IsolationLevel.CURSOR_STABILITY)).isInstanceOf(Verdict.Pass.class);
    }

    /** T0 makes two-cycles with all others: a cycle with two rw edges would have to reach it twice. */
    @Test
    void searchIsSparedWhereAllAntiDependenciesReachTheSameTransaction() {
        int readers = 700;
        var hub = new StringBuilder("T0 s0");
        var others = new StringBuilder();
        for (int i = 1; i <= readers; i++) {
            hub.append(String.format(Locale.ROOT, " a%d=1 a%d=1", i, -i));
            others.append(String.format(Locale.ROOT, "T%d s%d r%d=[1] r%d=[]\n", i, i, i, -i));
        }

        var findings = findings(hub + "\n" + others);

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_SINGLE);
        assertThat(findings.doubts()).isEmpty();
    }
}
