package moirai.mockstore.sql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * SQL on the store and on a real PostgreSQL, serially: the same rows, counts, columns and SQLSTATEs, or a refusal
 * that names the construct. More by hand: {@code -Dmoirai.seed=1000 -Dmoirai.scripts=50 -Dmoirai.statements=400}.
 */
class SqlConformanceIT {

    private static final long SEED = Long.getLong("moirai.seed", 42);
    private static final int SCRIPTS = Integer.getInteger("moirai.scripts", 3);
    private static final int STATEMENTS = Integer.getInteger("moirai.statements", 300);

    /** The constructs of random statements that the store does not support. */
    private static final List<String> REFUSED = List.of("NATURAL JOIN", "DISTINCT ON", "window function row_number()");

    @Test
    void randomStatementsAndTransactionsEndAsOnPostgres() throws SQLException {
        int agreed = 0;
        List<String> errors = new ArrayList<>();
        for (int script = 0; script < SCRIPTS; script++) {
            try (var duel = new Duel()) {
                var statements = new RandomStatements(new Random(SEED + script));
                RandomStatements.TABLES.forEach(duel::execute);
                for (int number = 0; number < STATEMENTS && duel.differences().isEmpty(); number++) {
                    duel.execute(statements.next(duel.hasFailed()));
                }
                assertThat(duel.differences()).as("seed " + (SEED + script)).isEmpty();
                assertThat(duel.refusals().keySet())
                        .allMatch(message -> REFUSED.stream().anyMatch(message::contains));
                agreed += duel.agreed();
                errors.addAll(duel.failures().keySet());
            }
        }

        assertThat(agreed).isGreaterThan(SCRIPTS * STATEMENTS * 9 / 10);
        assertThat(errors).contains("23505", "23503", "23502", "22001", "25P02");
    }

    @Test
    void statementsOfApplicationsEndAsOnPostgres() throws IOException, SQLException {
        try (var duel = new Duel()) {
            List<String> statements = script();
            statements.forEach(duel::execute);

            assertThat(duel.differences()).isEmpty();
            assertThat(duel.refusals()).isEmpty();
            assertThat(duel.agreed()).isEqualTo(statements.size()).isGreaterThanOrEqualTo(150);
        }
    }

    /** Statements end with a semicolon at the end of a line. */
    private static List<String> script() throws IOException {
        try (var resource = SqlConformanceIT.class.getResourceAsStream("applications.sql")) {
            String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split(";[ ]*\n"))
                    .map(statement -> statement
                            .lines()
                            .filter(line -> !line.startsWith("--"))
                            .collect(Collectors.joining("\n"))
                            .strip())
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        }
    }
}
