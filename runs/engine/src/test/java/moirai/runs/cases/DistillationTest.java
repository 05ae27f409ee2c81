package moirai.runs.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import moirai.analysis.Findings;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class DistillationTest {

    private static final IsolationLevel EXPECT = IsolationLevel.SERIALIZABLE;

    /** Two write skews, one lost update, and transactions that have no part in them. */
    private static final String HISTORY = """
            T0 s0 ok @0..1 a90=1
            T1 s1 ok @10..19 r1=[] a2=1
            T2 s2 ok @10..19 r2=[] a1=1
            T3 s1 ok @20..21 r1=[1] r2=[1] r90=[1]
            T4 s1 ok @30..39 r3=[] a4=1 r90=[1]
            T5 s2 ok @30..39 r4=[] a3=1
            T6 s1 ok @40..49 r5=[] a5=1
            T7 s2 ok @40..49 r5=[] a5=2
            T8 s0 ok @50..51 r3=[1] r4=[1] r5=[1 2]
            """;

    private static Distillation distill(History history, IsolationLevel level) {
        Findings findings = Claim.CHECKER.analyze(history, level);
        return Distillation.of(new Distillation.Source(history, List.of()), findings, level, Claim.CHECKER);
    }

    @Test
    void eachKindOfFailureIsOneCaseHoweverOftenItWasFound() {
        Distillation found = distill(HistoryNotation.parse(HISTORY), EXPECT);

        assertThat(found.cases())
                .extracting(one -> one.found().claim().label())
                .containsExactly("G-single", "G2-item", "lost-update");
        assertThat(found.cases()).allSatisfy(one -> {
            assertThat(one.found().history().txnCount()).isLessThanOrEqualTo(3);
            assertThat(one.found().claim().isShownIn(one.found().history())).isTrue();
            assertThat(one.found().origin().txnCount()).isEqualTo(9);
        });
        assertThat(found.cases().get(1).found().origin().txns()).hasSize(2).isSubsetOf(1, 2, 4, 5);
        assertThat(found.cases().get(2).found().origin().txns()).startsWith(6, 7);
        assertThat(found.skipped()).isZero();
    }

    @Test
    void nothingIsMadeOfWhatIsAllowed() {
        History history = HistoryNotation.parse(HISTORY);

        assertThat(distill(history, IsolationLevel.READ_COMMITTED).cases()).isEmpty();
    }

    @Test
    void witnessesBeyondTheBoundAreCounted() {
        var text = new StringBuilder();
        int txns = 0;
        for (int pair = 0; pair < Distillation.WITNESSES_MAX + 5; pair++) {
            int key = 10 * pair;
            text.append(String.format(Locale.ROOT, "T%d s%d ok @%d..%d r%d=[7]%n", txns, txns, pair, pair, key));
            txns++;
        }
        History history = HistoryNotation.parse(text.toString());
        var findings = Claim.CHECKER.analyze(history, EXPECT);
        int witnesses = findings.forbiddenAt(EXPECT).size();

        Distillation found = distill(history, EXPECT);

        assertThat(found.cases()).hasSize(1);
        assertThat(found.skipped()).isEqualTo(Math.max(0, witnesses - Distillation.WITNESSES_MAX));
    }
}
