package moirai.exploration.search;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import moirai.analysis.axioms.Answer;
import moirai.exploration.jdbc.JdbcBody;
import moirai.exploration.jdbc.JdbcCall;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares searches with the definitions on random statements that read, lock and change columns of two rows, and roll
 * back to savepoints: each history is found once. Unlike over keys and values, most locked rows are not written.
 *
 * <p>More programs: {@code -Dexploration.jdbc.programs=300}.
 */
@Tag("long")
class JdbcOracleProperties {

    private static final int PROGRAMS = Integer.getInteger("exploration.jdbc.programs", 25);

    private static final List<IsolationLevel> LEVELS = ExploredLevels.all();

    @Test
    void everyHistoryOfStatementsThatLockIsFoundOnce() {
        int excluding = 0;
        for (int number = 0; number < PROGRAMS; number++) {
            JdbcProgram program = program(new SplittableRandom(number));
            try (TxnRunner runner = program.runner()) {
                Map<IsolationLevel, Set<String>> expected = Histories.expected(runner, LEVELS);
                for (IsolationLevel base : LEVELS.subList(0, 4)) {
                    List<List<String>> found = new ArrayList<>();
                    int ends = filtered(runner, base, found);
                    for (int index = 0; index < LEVELS.size(); index++) {
                        if (LEVELS.get(index).implies(base)) {
                            assertThat(found.get(index))
                                    .as("program %d at %s on %s", number, LEVELS.get(index), base)
                                    .doesNotHaveDuplicates()
                                    .containsExactlyInAnyOrderElementsOf(
                                            requireNonNull(expected.get(LEVELS.get(index))));
                        }
                    }
                    excluding += found.get(LEVELS.indexOf(base)).size() < ends ? 1 : 0;
                }
            }
        }
        assertThat(excluding).as("searches of which locks exclude something").isGreaterThan(PROGRAMS / 2);
    }

    /** Returns the number of histories on a base level, and adds those of each level to the lists. */
    private static int filtered(TxnRunner runner, IsolationLevel base, List<List<String>> found) {
        List<Validity> validities =
                LEVELS.stream().map(level -> new Validity(level, -1)).toList();
        LEVELS.forEach(level -> found.add(new ArrayList<>()));
        var search = new Search(runner, base, Algorithm.SWAPPING, new SplittableRandom(0));
        search.run(history -> {
            for (int index = 0; index < LEVELS.size(); index++) {
                if (validities.get(index).of(history, base) == Answer.YES) {
                    found.get(index).add(Histories.text(history, runner::keyName));
                }
            }
            return true;
        });
        return (int) search.ends();
    }

    private static JdbcProgram program(SplittableRandom random) {
        JdbcProgram program = JdbcProgram.on(
                List.of("CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT)"),
                body(List.of("INSERT INTO t VALUES (1, 0, 0)", "INSERT INTO t VALUES (2, 0, 0)")));
        int sessions = 2 + random.nextInt(2);
        for (int session = 0; session < sessions; session++) {
            var calls = new ArrayList<JdbcCall>();
            for (int call = 0; call < 1 + random.nextInt(4 - sessions); call++) {
                calls.add(call(random, 100 * session + 10 * call));
            }
            program = program.session(calls.toArray(new JdbcCall[0]));
        }
        return program;
    }

    private static JdbcCall call(SplittableRandom random, int unique) {
        var statements = new ArrayList<String>();
        for (int number = 0; number < 1 + random.nextInt(2); number++) {
            String column = random.nextBoolean() ? "a" : "b";
            String where = " WHERE id = " + (1 + random.nextInt(2));
            String change = "UPDATE t SET " + column + " = " + (unique + number) + where;
            switch (random.nextInt(6)) {
                case 0 -> statements.add("SELECT " + column + " FROM t" + where);
                case 1, 2 -> statements.add("SELECT " + column + " FROM t" + where + " FOR UPDATE");
                case 3 -> statements.addAll(List.of("SAVEPOINT s", change, "ROLLBACK TO SAVEPOINT s"));
                default -> statements.add(change);
            }
        }
        return new JdbcCall(statements.toString(), body(statements));
    }

    private static JdbcBody body(List<String> statements) {
        return connection -> {
            var told = new ArrayList<Object>();
            try (var statement = connection.createStatement()) {
                for (String sql : statements) {
                    if (statement.execute(sql)) {
                        var rows = statement.getResultSet();
                        while (rows.next()) {
                            told.add(rows.getInt(1));
                        }
                    }
                }
            } catch (SQLException refused) {
                throw new IllegalStateException(refused);
            }
            return told;
        };
    }
}
