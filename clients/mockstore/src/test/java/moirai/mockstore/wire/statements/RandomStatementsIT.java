package moirai.mockstore.wire.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import moirai.mockstore.wire.catalog.Twins;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * Random statements with windows, arrays, JSON, common table expressions and definitions over the wire: the rows,
 * columns, counts and SQLSTATEs of a real server, or a refusal by name. More by hand: {@code -Dmoirai.seed=1000
 * -Dmoirai.scripts=100 -Dmoirai.statements=200}.
 */
@ResourceLock(Twins.LOCK)
class RandomStatementsIT {

    private static final long SEED = Long.getLong("moirai.seed", 42);
    private static final int SCRIPTS = Integer.getInteger("moirai.scripts", 4);
    private static final int STATEMENTS = Integer.getInteger("moirai.statements", 120);

    private final Map<String, Integer> answers = new TreeMap<>();
    private final Map<String, Integer> refusals = new TreeMap<>();
    private boolean isDone;
    private final List<String> differences = new ArrayList<>();

    @Test
    void randomStatementsEndAsOnARealServer() throws SQLException {
        compare(false);
    }

    @Test
    void statementsWithParametersEndAsOnARealServer() throws SQLException {
        compare(true);
    }

    private void compare(boolean withParameters) throws SQLException {
        for (int script = 0; script < SCRIPTS; script++) {
            try (var twins = new Twins()) {
                play(twins, SEED + script, withParameters);
            }
        }
        if (SCRIPTS > 4) {
            System.out.println("answers " + answers + "\nrefused "
                    + refusals.values().stream().mapToInt(n -> n).sum());
            refusals.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .forEach(refusal -> System.out.println(refusal.getValue() + " " + refusal.getKey()));
            System.out.println("different " + differences.size());
            differences.forEach(System.out::println);
        }
        assertThat(differences).isEmpty();
        assertThat(refusals.values().stream().mapToInt(Integer::intValue).sum())
                .as("refused " + refusals)
                .isLessThan(SCRIPTS * STATEMENTS / 10);
        assertThat(answers.get("rows")).isGreaterThan(SCRIPTS * STATEMENTS / 4);
    }

    private void play(Twins twins, long seed, boolean withParameters) throws SQLException {
        var statements = new RandomStatements(new Random(seed), withParameters);
        var none = new Parameters(new Random(seed));
        Connection store = twins.store();
        Connection real = twins.real();
        for (int number = 0; number < STATEMENTS; number++) {
            TransactionState state = state(store);
            String sql = statements.next(state != TransactionState.IDLE, state == TransactionState.FAILED);
            if (!agree(store, real, sql, statements.parameters(), "seed " + seed + " statement " + number)) {
                return;
            }
            statements.ended(isDone);
            if (isDone && !sql.startsWith("SELECT") && state(store) != TransactionState.FAILED) {
                for (String query : statements.contents()) {
                    if (!agree(store, real, query, none, "seed " + seed + " statement " + number + " after " + sql)) {
                        return;
                    }
                }
            }
        }
    }

    private static TransactionState state(Connection connection) throws SQLException {
        return connection.unwrap(BaseConnection.class).getTransactionState();
    }

    /** Returns false if the two went apart. */
    private boolean agree(Connection store, Connection real, String written, Parameters parameters, String place)
            throws SQLException {
        String sql = parameters.marked(written);
        Answer mine = Answer.of(store, sql, parameters);
        isDone = mine.isSuccess();
        if (mine.isRefusal()) {
            refusals.merge(mine.shape(), 1, Integer::sum);
            if (state(store) == TransactionState.FAILED && state(real) == TransactionState.OPEN) {
                Answer.of(real, "SELECT 1 / 0");
            }
            return true;
        }
        Answer theirs = Answer.of(real, sql, parameters);
        if (mine.equals(theirs)) {
            answers.merge(mine.kind(), 1, Integer::sum);
            return true;
        }
        boolean isFolded = !parameters.isEmpty() && theirs.isOfValue() && !mine.isSuccess();
        if (isFolded || (mine.isOfValue() && (theirs.isOfValue() || theirs.isRefusal()))) {
            // PostgreSQL evaluates what depends on parameters alone when it plans. Of several values that are no values
            // of their types, each server names the one that it meets first.
            answers.merge("another value", 1, Integer::sum);
            return true;
        }
        differences.add(place + ": " + sql + parameters + "\n   store " + mine.full() + "\n   real  " + theirs.full());
        return false;
    }
}
