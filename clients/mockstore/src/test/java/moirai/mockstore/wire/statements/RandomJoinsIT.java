package moirai.mockstore.wire.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.mockstore.wire.catalog.Twins;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Random joins and sub-queries without keys and indexes have the rows of a real server, and of the store itself where
 * it compares each row with each. More by hand: {@code -Dmoirai.seed=1000 -Dmoirai.scripts=100
 * -Dmoirai.statements=200}.
 */
@ResourceLock(Twins.LOCK)
class RandomJoinsIT {

    private static final long SEED = Long.getLong("moirai.seed", 42);
    private static final int SCRIPTS = Integer.getInteger("moirai.scripts", 4);
    private static final int STATEMENTS = Integer.getInteger("moirai.statements", 120);

    @Test
    void randomJoinsHaveTheRowsOfARealServer() throws SQLException {
        var differences = new ArrayList<String>();
        int successes = 0;
        for (int script = 0; script < SCRIPTS; script++) {
            var joins = new RandomJoins(new Random(SEED + script));
            try (var twins = new Twins()) {
                for (String definition : joins.definitions()) {
                    twins.define(definition);
                }
                for (int number = 0; number < STATEMENTS; number++) {
                    String query = joins.query();
                    List<Answer> answers = List.of(
                            Answer.of(twins.store(), RandomJoins.hashed(query)),
                            Answer.of(twins.store(), RandomJoins.looped(query)),
                            Answer.of(twins.real(), RandomJoins.hashed(query)));
                    successes += answers.getFirst().isSuccess() ? 1 : 0;
                    if (answers.stream().distinct().count() > 1) {
                        differences.add("seed " + (SEED + script) + " statement " + number + ": "
                                + RandomJoins.hashed(query) + "\n   hashed "
                                + answers.get(0).full() + "\n   looped "
                                + answers.get(1).full() + "\n   real   "
                                + answers.get(2).full());
                    }
                }
            }
        }
        assertThat(differences).isEmpty();
        assertThat(successes).isGreaterThan(SCRIPTS * STATEMENTS * 3 / 4);
    }
}
