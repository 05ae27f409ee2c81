package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntList;
import org.junit.jupiter.api.Test;

/** The snapshots of statements. */
class StatementRulesTest {

    private static final int KEY = 0;

    private final StatementRules rules = new StatementRules(false);

    private void write(int txn) {
        rules.begin(txn, txn);
        rules.write(txn, KEY);
        rules.commit(txn, IntList.of(KEY));
    }

    @Test
    void aStatementReadsWhatHadCommittedWhenItBegan() {
        rules.begin(0, 0);
        write(1);
        assertThat((Object) rules.sources(0, KEY)).isEqualTo(IntList.of(INITIAL));
        assertThat(rules.isBehind(0)).isTrue();

        rules.beginStatement(0);
        write(2);
        assertThat((Object) rules.sources(0, KEY)).isEqualTo(IntList.of(1));
        assertThat(rules.allows(0, KEY, 1)).isTrue();
        assertThat(rules.allows(0, KEY, 2)).isFalse();
        assertThat(rules.latest(KEY)).isEqualTo(2);
    }

    @Test
    void otherWritersAreExcludedForAReason() {
        write(0);
        write(1);
        rules.begin(2, 2);
        write(3);

        assertThat(rules.objection(2, KEY, INITIAL)).contains(new Objection.Overwritten(1, new Sight.Statement()));
        assertThat(rules.objection(2, KEY, 0)).contains(new Objection.Overwritten(1, new Sight.Statement()));
        assertThat(rules.objection(2, KEY, 1)).isEmpty();
        assertThat(rules.objection(2, KEY, 3)).contains(new Objection.CommittedLater());
    }

    @Test
    void aReaderHasNoPlaceInTheOrderOfCommits() {
        write(0);
        rules.begin(1, 0);
        rules.commit(1, IntList.of());
        rules.begin(2, 0);
        rules.abort(2);
        write(3);

        assertThat((Object) rules.commitOrder()).isEqualTo(IntList.of(0, 3));
    }
}
