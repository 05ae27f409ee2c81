package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.analysis.Evidence;
import org.junit.jupiter.api.Test;

class EvidenceRuleTest {

    private static final EvidenceRule RULE = new EvidenceRule(10);

    @Test
    void enoughOfEverythingCarriesAPass() {
        assertThat(RULE.lack(new Evidence(10, 0, 0, 1, 1, 1), true)).isEmpty();
    }

    @Test
    void tooFewCommittedTransactionsDoNot() {
        assertThat(RULE.lack(new Evidence(9, 500, 0, 9, 9, 9), true))
                .contains("only 9 transactions committed, fewer than 10");
    }

    @Test
    void sessionsThatNeverMetDoNot() {
        assertThat(RULE.lack(new Evidence(10, 0, 0, 0, 1, 1), true).orElseThrow())
                .contains("ran at the same time");
    }

    @Test
    void keysOfOneSessionEachDoNot() {
        assertThat(RULE.lack(new Evidence(10, 0, 0, 1, 1, 0), true).orElseThrow())
                .contains("no key");
    }

    @Test
    void emptyReadsAloneDoNot() {
        assertThat(RULE.lack(new Evidence(10, 0, 0, 1, 0, 1), true).orElseThrow())
                .contains("no committed read");
    }

    @Test
    void withTheRuleSwitchedOffOneTransactionIsEnoughAndNoneIsNot() {
        assertThat(EvidenceRule.NONE.lack(new Evidence(1, 0, 0, 0, 0, 0), true)).isEmpty();
        assertThat(EvidenceRule.NONE.lack(new Evidence(0, 3, 1, 0, 0, 0), true).orElseThrow())
                .isEqualTo("no transaction committed");
    }

    @Test
    void overlapIsNotAskedOfAHistoryWithoutTimes() {
        assertThat(RULE.lack(new Evidence(10, 0, 0, 0, 1, 1), false)).isEmpty();
        assertThat(RULE.lack(new Evidence(10, 0, 0, 0, 1, 0), false).orElseThrow())
                .contains("no key");
    }
}
