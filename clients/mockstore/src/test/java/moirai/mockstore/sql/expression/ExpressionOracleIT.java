package moirai.mockstore.sql.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Expressions, evaluated by the store and by a real PostgreSQL: same type and text, same SQLSTATE, or refused. */
class ExpressionOracleIT {

    private static final int RANDOM_EXPRESSIONS = Integer.getInteger("moirai.expressions", 1500);
    private static final long SEED = Long.getLong("moirai.seed", 42);

    @Test
    void everyWrittenExpressionIsEvaluatedAsByPostgres() throws Exception {
        List<String> expressions = written();
        assertThat(expressions).hasSizeGreaterThan(300);

        Comparison comparison = compare(expressions);

        assertThat(comparison.different()).isEmpty();
        // Lines behind the heading are there to be refused.
        assertThat(comparison.refused()).containsExactlyElementsOf(refusals());
    }

    @Test
    void everyRandomExpressionIsEvaluatedAsByPostgres() throws Exception {
        var random = new Random(SEED);
        List<String> expressions = new ArrayList<>();
        for (int number = 0; number < RANDOM_EXPRESSIONS; number++) {
            expressions.add(new RandomExpression(random).any(3));
        }

        Comparison comparison = compare(expressions);

        assertThat(comparison.different()).as("seed " + SEED).isEmpty();
        assertThat(comparison.same()).isGreaterThan(RANDOM_EXPRESSIONS * 9 / 10);
    }

    private record Comparison(int same, List<String> refused, List<String> different) {}

    private static Comparison compare(List<String> expressions) throws SQLException {
        List<String> refused = new ArrayList<>();
        List<String> different = new ArrayList<>();
        try (var connection = RealPostgres.connect();
                var statement = connection.createStatement()) {
            for (String ddl : SampleRow.ddl()) {
                statement.execute(ddl);
            }
            for (String expression : expressions) {
                Outcome store = Outcome.ofStore(expression);
                Outcome postgres = Outcome.ofPostgres(expression, statement);
                if (store.isRefusal() && !postgres.isRefusal()) {
                    refused.add(expression);
                } else if (!store.equals(postgres)) {
                    different.add(expression + "\n    store    " + store + "\n    postgres " + postgres);
                }
            }
        }
        return new Comparison(expressions.size() - refused.size() - different.size(), refused, different);
    }

    private static List<String> written() throws IOException {
        return lines().stream().filter(line -> !line.startsWith("#")).toList();
    }

    private static List<String> refusals() throws IOException {
        List<String> lines = lines();
        return lines.subList(lines.indexOf("# refused") + 1, lines.size());
    }

    private static List<String> lines() throws IOException {
        try (var resource = ExpressionOracleIT.class.getResourceAsStream("expressions.txt")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
        }
    }
}
