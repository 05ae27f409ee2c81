package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntList;
import org.junit.jupiter.api.Test;

class FreeRulesTest {

    private static final int X = 0;
    private static final int Y = 1;

    private final FreeRules rules = new FreeRules();

    private void committed(int txn, int key) {
        rules.begin(txn, txn);
        rules.write(txn, key);
        assertThat(rules.commit(txn, IntList.of(key))).isTrue();
    }

    @Test
    void everyCommittedValueMayBeReadLatestFirst() {
        committed(0, X);
        committed(1, Y);
        committed(2, X);
        rules.begin(3, 0);

        assertThat(rules.sources(3, X).intStream()).containsExactly(2, 0, INITIAL);
        assertThat(rules.latest(X)).isEqualTo(2);
        assertThat(rules.latest(2)).isEqualTo(INITIAL);
        assertThat(rules.allows(3, X, 0)).isTrue();
        assertThat(rules.allows(3, X, INITIAL)).isTrue();
        assertThat(rules.allows(3, X, 1)).isFalse();
        assertThat(rules.objection(3, X, 0)).isEmpty();
    }

    /**
     * Checks that a commit succeeds although the transaction has read an older value than before, and its write loses
     * an update.
     */
    @Test
    void nothingThatWasReadForbidsACommit() {
        committed(0, X);
        rules.begin(1, 0);
        rules.read(1, X, 0);
        rules.read(1, X, INITIAL);
        committed(2, X);

        assertThat(rules.write(1, X)).isTrue();
        assertThat(rules.commit(1, IntList.of(X))).isTrue();
        assertThat(rules.commitOrder().intStream()).containsExactly(0, 2, 1);
    }

    @Test
    void whatWasAbortedCannotBeRead() {
        rules.begin(0, 0);
        rules.write(0, X);
        rules.abort(0);
        rules.begin(1, 0);

        assertThat(rules.sources(1, X).intStream()).containsExactly(INITIAL);
        assertThat(rules.allows(1, X, 0)).isFalse();
        assertThat(rules.commitOrder().intStream()).isEmpty();
    }
}
