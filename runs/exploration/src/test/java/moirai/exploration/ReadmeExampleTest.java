package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compiles and runs the examples of the READMEs, word by word. */
class ReadmeExampleTest {

    private static final Invariant ONE_OWNER = new Invariant(
            "one seat, one owner",
            behaviour ->
                    behaviour.replies().stream().filter(List.of(true)::equals).count() == 1);

    @ParameterizedTest
    @CsvSource({"CAUSAL, 1", "PARALLEL_SNAPSHOT_ISOLATION, 0", "STRONG_SESSION_SNAPSHOT_ISOLATION, 0"})
    void jdbcCode(IsolationLevel level, int failures) {
        JdbcProgram program = JdbcProgram.on(
                        List.of("CREATE TABLE seat (id INT PRIMARY KEY, taken_by TEXT)"),
                        connection ->
                                connection.createStatement().executeUpdate("INSERT INTO seat VALUES (1, 'nobody')"))
                .session("Ann books", connection -> book(connection, "Ann"))
                .session("Bob books", connection -> book(connection, "Bob"));
        ExplorationResult result = Exploration.of(program, ExplorationOptions.at(level), ONE_OWNER);

        assertThat(result.failures()).hasSize(failures);
        assertThat(result).matches(found -> found.isExhausted() == (failures == 0));
    }

    private static boolean book(Connection connection, String name) throws SQLException {
        try (PreparedStatement look = connection.prepareStatement("SELECT taken_by FROM seat WHERE id = 1");
                PreparedStatement take = connection.prepareStatement("UPDATE seat SET taken_by = ? WHERE id = 1");
                ResultSet seat = look.executeQuery()) {
            seat.next();
            boolean isFree = seat.getString(1).equals("nobody");
            if (isFree) {
                take.setString(1, name);
                take.executeUpdate();
            }
            return isFree;
        }
    }

    @ParameterizedTest
    @CsvSource({"CAUSAL, 1", "PARALLEL_SNAPSHOT_ISOLATION, 0", "STRONG_SESSION_SNAPSHOT_ISOLATION, 0"})
    void lambdas(IsolationLevel level, int failures) {
        Program program = Program.startingWith(Map.of("seat", "nobody"))
                .session(new ProgramTxn("Ann books", txn -> take(txn, "Ann")))
                .session(new ProgramTxn("Bob books", txn -> take(txn, "Bob")));
        ExplorationResult result = Exploration.of(program, ExplorationOptions.at(level), ONE_OWNER);

        assertThat(result.failures()).hasSize(failures);
        assertThat(result).matches(found -> found.isExhausted() == (failures == 0));
    }

    private static boolean take(Txn txn, String name) {
        boolean isFree = txn.read("seat", String.class, "").equals("nobody");
        if (isFree) {
            txn.write("seat", name);
        }
        return isFree;
    }
}
