package moirai.programs;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.TxnKind;

/** A program whose only transaction does harm. */
record Planted(SqlProgram program, List<String> harm) implements SqlProgram {

    @Override
    public String name() {
        return program.name();
    }

    @Override
    public List<String> schema() {
        return program.schema();
    }

    @Override
    public void load(Connection connection) throws SQLException {
        program.load(connection);
    }

    @Override
    public List<TxnKind> transactions() {
        return List.of(TxnKind.writing("harm", 1, draws -> this::doHarm));
    }

    private Effect doHarm(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (String sql : harm) {
                statement.executeUpdate(sql);
            }
        }
        return Effect.COMMIT;
    }

    @Override
    public List<SqlAssertion> assertions() {
        return program.assertions();
    }

    /** Returns statements that break an assertion, and as few others as possible. */
    static List<String> breaking(String assertion) {
        return switch (assertion) {
            case "A1" -> List.of("UPDATE district SET d_ytd = d_ytd + 1 WHERE d_id = 1");
            case "A2" -> List.of("UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_id = 2");
            case "A3" ->
                List.of(
                        "INSERT INTO orders VALUES (1, 1, 5, 1, NULL, NULL, 0, 1)",
                        "INSERT INTO new_order VALUES (1, 1, 5)",
                        "UPDATE district SET d_next_o_id = 6 WHERE d_id = 1");
            case "A4" -> List.of("DELETE FROM order_line WHERE ol_o_id = 1 AND ol_d_id = 1 AND ol_number = 1");
            case "A5" -> List.of("UPDATE orders SET o_carrier_id = 7 WHERE o_id = 3 AND o_d_id = 1");
            case "A6" ->
                List.of(
                        "UPDATE orders SET o_ol_cnt = o_ol_cnt + 1 WHERE o_id = 1 AND o_d_id = 1",
                        "UPDATE orders SET o_ol_cnt = o_ol_cnt - 1 WHERE o_id = 2 AND o_d_id = 1");
            case "A7" -> List.of("UPDATE order_line SET ol_delivery_d = NULL WHERE ol_o_id = 1 AND ol_number = 1");
            case "A8" ->
                List.of(
                        "UPDATE warehouse SET w_ytd = w_ytd + 1",
                        "UPDATE district SET d_ytd = d_ytd + 1 WHERE d_id = 1");
            case "A9" ->
                List.of(
                        "UPDATE district SET d_ytd = d_ytd + 1 WHERE d_id = 1",
                        "UPDATE district SET d_ytd = d_ytd - 1 WHERE d_id = 2");
            case "A10" -> List.of("UPDATE customer SET c_balance = c_balance + 1, c_ytd_payment = c_ytd_payment - 1");
            case "A11" -> List.of("DELETE FROM new_order WHERE no_d_id = 1");
            case "A12" ->
                List.of("UPDATE customer SET c_ytd_payment = c_ytd_payment + 1 WHERE c_id = 2 AND c_d_id = 2");
            case "A13" -> List.of("UPDATE savings SET bal = bal - 0.01 WHERE custid = 3");
            case "A14" ->
                List.of("INSERT INTO votes VALUES (1, 2125550101, 'NY', 1, CURRENT_TIMESTAMP),"
                        + " (2, 2125550101, 'NY', 1, CURRENT_TIMESTAMP), (3, 2125550101, 'NY', 2, CURRENT_TIMESTAMP)");
            case "A15" -> List.of("DELETE FROM recentchanges WHERE rc_user = 1");
            case "A16" -> List.of("DELETE FROM logging WHERE log_user = 2");
            case "A17" -> List.of("UPDATE page SET page_latest = 0 WHERE page_id = 2");
            default -> throw new IllegalArgumentException("nothing is known to break " + assertion);
        };
    }
}
