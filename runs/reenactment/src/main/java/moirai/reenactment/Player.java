package moirai.reenactment;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Knowledge;
import moirai.directed.execution.Observation;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;

/** The execution of one call of a case on a connection: those of its statements that run, and COMMIT. */
final class Player {

    private final DirectedCase wanted;
    private final int call;
    private final ReplayTarget.Stage stage;

    Player(DirectedCase wanted, int call, ReplayTarget.Stage stage) {
        this.wanted = wanted;
        this.call = call;
        this.stage = stage;
    }

    /** The end of a call. */
    sealed interface Ending {

        /** The end of a call that committed, or each of whose statements did. */
        record Committed() implements Ending {}

        /** The end of a call one of whose steps the database refused. */
        record Refused(String step, String sqlState, String message) implements Ending {}
    }

    /** The observations of a call, by statement in their order, and its end. */
    record Played(Map<String, Observation> observations, Ending ending) {}

    /**
     * Plays the call to its end; the connection stays open.
     *
     * @throws SQLException if the connection cannot even be rolled back
     */
    Played play(Connection connection) throws SQLException {
        Scenario.Call called = wanted.scenario().calls().get(call);
        Program program = wanted.program();
        var knowledge = new Knowledge(called.arguments());
        Map<String, Observation> observations = new LinkedHashMap<>();
        String label = "";
        try {
            for (Statement statement : program.txn(called.txn()).statements(wanted.loopMax())) {
                if (knowledge.holds(statement.guard(), Map.of())) {
                    label = statement.label();
                    stage.next(call, label);
                    Observation observation = execute(connection, statement, sql(program, statement, knowledge));
                    knowledge.learn(label, observation);
                    observations.put(label, observation);
                }
            }
            label = "commit";
            if (!knowledge.holds(program.txn(called.txn()).commit(), Map.of())) {
                throw new SQLException("what the transaction saw makes it roll back", ReplayOutcome.GAVE_UP);
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return new Played(observations, new Ending.Committed());
        } catch (SQLException refused) {
            String sqlState = Objects.requireNonNullElse(refused.getSQLState(), "none");
            if (!connection.isClosed() && !connection.getAutoCommit()) {
                connection.rollback();
            }
            return new Played(
                    observations,
                    new Ending.Refused(
                            "T" + call + "." + label, sqlState, Objects.requireNonNullElse(refused.getMessage(), "")));
        }
    }

    private CaseSql sql(Program program, Statement statement, Knowledge knowledge) {
        CaseSql sql = CaseSql.of(program, statement, knowledge);
        return stage.overwrites() ? sql.overwriting(program.table(statement.table()), statement) : sql;
    }

    private Observation execute(Connection connection, Statement statement, CaseSql sql) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(sql.text())) {
            for (int i = 0; i < sql.values().size(); i++) {
                prepared.setInt(i + 1, sql.values().get(i));
            }
            if (!(statement instanceof Statement.Select select)) {
                return Observation.counted(prepared.executeUpdate());
            }
            try (ResultSet result = prepared.executeQuery()) {
                List<Map<String, Integer>> rows = new ArrayList<>();
                while (result.next()) {
                    rows.add(Tables.row(result, select.fields()));
                }
                return Observation.of(rows);
            }
        }
    }
}
