package moirai.cli.exploring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import moirai.exploration.Behaviour;
import moirai.exploration.CheckedProgram;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult.Failure;
import moirai.exploration.MinimalFailure;
import moirai.exploration.jdbc.JdbcBody;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.history.level.IsolationLevel;
import moirai.runs.cases.Claim;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.Minimality;
import moirai.runs.cases.format.CaseFormat;
import moirai.runs.emission.CaseEmission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExploredCasesTest {

    private static int execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static long count(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT COUNT(*) FROM item")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Whoever replays one of them looks for fewer rows than the search, which knew those of all. */
    @Test
    void anExecutionWithPhantomsIsTheSameAfterAFile() {
        JdbcBody addNext = connection -> {
            long count = count(connection);
            return execute(connection, "INSERT INTO item VALUES (" + (2 + count) + ", " + count + ")");
        };
        JdbcProgram program = JdbcProgram.on(
                        List.of("CREATE TABLE item (id INT PRIMARY KEY, seen BIGINT)"),
                        connection -> execute(connection, "INSERT INTO item VALUES (1, 0)"))
                .session("add", addNext)
                .session("add", addNext)
                .session("look", ExploredCasesTest::count)
                .afterwards("audit", connection -> {
                    long count = count(connection);
                    if (count != 3) {
                        throw new AssertionError(count + " of 3");
                    }
                    return count;
                });

        List<Failure> failures = Exploration.of(
                        program, ExplorationOptions.at(IsolationLevel.CAUSAL).upTo(Long.MAX_VALUE, Integer.MAX_VALUE))
                .failures();

        assertThat(failures).hasSize(6).allSatisfy(failure -> {
            var smallest = new SmallestFailure(new MinimalFailure(program, failure, 0), Minimality.UNKNOWN);
            ExploredCase written = ExploredCases.of("mine", "", IsolationLevel.CAUSAL, Optional.empty(), smallest);
            var read = (ExploredCase) CaseFormat.parse("case.json", CaseFormat.format(written));
            Behaviour again = Exploration.replayed(CheckedProgram.of(program), ExploredCases.script(read), List.of())
                    .behaviour();
            assertThat(read).isEqualTo(written);
            assertThat(ExploredCases.difference(read, again)).isEmpty();
        });
    }

    /** Its program is a class, so the test needs nothing but the class and the library. */
    @Test
    void theTestOfAProgramThatIsAClassCompiles(@TempDir Path folder) throws IOException {
        var txn = new ExploredCase.RanTxn(0, "book", List.of(), true, "yours", "");
        var found = new ExploredCase(
                new Claim.BrokenAssertion("one */ owner", "causal"),
                new ExploredCase.Source("com.example.Booking", "", List.of(List.of("book"))),
                List.of(txn),
                List.of(),
                Minimality.UNKNOWN,
                List.of());

        String source = CaseEmission.of(found).test("BookingTest").orElseThrow();

        Path file = Files.writeString(folder.resolve("BookingTest.java"), source);
        var messages = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        messages,
                        messages,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        file.toString());
        assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(source).contains("Class.forName(\"com.example.Booking\")", "NAMES.parse(\"causal\")");
    }
}
