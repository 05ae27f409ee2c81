package moirai.studies.tpcc.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.programs.sql.Draws;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.SqlTarget;
import moirai.programs.sql.SqlTxn;
import moirai.programs.sql.TxnKind;
import moirai.programs.tpcc.CustomerKey;
import moirai.programs.tpcc.Delivery;
import moirai.programs.tpcc.NewOrder;
import moirai.programs.tpcc.OrderItem;
import moirai.programs.tpcc.Payment;
import moirai.programs.tpcc.Tpcc;
import moirai.programs.tpcc.TpccScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TpccInvariantTest {

    private static final Tpcc TPCC = new Tpcc(new TpccScale(1, 2, 3, 5, 1, 3));

    private static final LocalDateTime NOW = LocalDateTime.of(2021, 10, 15, 12, 0);

    /** A weak level, at which one session alone runs serially anyway. */
    private static SqlTarget.Database loaded() throws SQLException {
        SqlTarget.Database database = new MockTarget(IsolationLevel.CAUSAL).open(TPCC, new Seed(1));
        try (Connection connection = database.session();
                Statement statement = connection.createStatement()) {
            for (String sql : TPCC.schema()) {
                statement.execute(sql);
            }
            TPCC.load(connection);
            connection.commit();
        }
        database.loaded();
        return database;
    }

    /** The log of these transactions, one after the other; those that are rolled back are not in it. */
    private static CallLog run(Connection connection, List<SqlTxn> txns) throws SQLException {
        Counters before = Counters.read(connection);
        connection.commit();
        var calls = new ArrayList<LoggedCall>();
        for (SqlTxn txn : txns) {
            LoggedCall.run(txn, connection).ifPresent(calls::add);
        }
        return new CallLog(before, calls);
    }

    /** Each kind as often as the others. */
    private static List<SqlTxn> mix(int count) {
        var draws = new Draws(new Seed(7), 0);
        List<TxnKind> kinds = TPCC.transactions();
        var txns = new ArrayList<SqlTxn>();
        for (int number = 0; number < count; number++) {
            txns.add(kinds.get(number % kinds.size()).draw().apply(draws));
        }
        return txns;
    }

    /** An order of what is not sold, which has written its first line by then. */
    @Test
    void whatIsRolledBackIsNotLogged() throws SQLException {
        try (var database = loaded();
                var connection = database.session()) {
            var mistaken = new NewOrder(1, 1, 1, List.of(new OrderItem(1, 2), new OrderItem(6, 1)), NOW);
            CallLog log = run(connection, List.of(mistaken));

            assertThat(log.calls()).isEmpty();
            assertThat(TpccInvariant.broken(connection, log)).isEmpty();
        }
    }

    @Test
    void serialRunsKeepAllTwentyOne() throws SQLException {
        try (var database = loaded();
                var connection = database.session()) {
            CallLog log = run(connection, mix(25));

            assertThat(TpccInvariant.ALL).hasSize(21);
            assertThat(log.delivered().total()).isPositive();
            assertThat(TpccInvariant.broken(connection, log)).isEmpty();
        }
    }

    @Test
    void paymentsAndOrdersWithoutDeliveriesKeepAllTwentyOne() throws SQLException {
        try (var database = loaded();
                var connection = database.session()) {
            List<SqlTxn> txns =
                    mix(30).stream().filter(txn -> !(txn instanceof Delivery)).toList();

            assertThat(TpccInvariant.broken(connection, run(connection, txns))).isEmpty();
        }
    }

    /** The sixth of the further invariants has a test of its own. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cr1   | UPDATE district SET d_ytd = d_ytd + 1 WHERE d_id = 1
            cr2   | UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_id = 2
            cr3   | DELETE FROM new_order WHERE no_d_id = 1 AND no_o_id = 4
            cr4   | DELETE FROM order_line WHERE ol_o_id = 1 AND ol_d_id = 1 AND ol_number = 1
            cr5a  | UPDATE orders SET o_carrier_id = 7 WHERE o_id = 3 AND o_d_id = 1
            cr5b  | DELETE FROM new_order WHERE no_d_id = 1 AND no_o_id = 3
            cr6   | UPDATE orders SET o_ol_cnt = o_ol_cnt + 1 WHERE o_id = 1 AND o_d_id = 1
            cr7a  | UPDATE order_line SET ol_delivery_d = NULL WHERE ol_o_id = 1 AND ol_d_id = 1
            cr7b  | UPDATE orders SET o_carrier_id = NULL WHERE o_id = 1 AND o_d_id = 1
            cr8   | UPDATE warehouse SET w_ytd = w_ytd + 1
            cr9   | UPDATE district SET d_ytd = d_ytd - 1 WHERE d_id = 2
            cr10  | UPDATE customer SET c_balance = c_balance + 1 WHERE c_id = 1
            cr11  | DELETE FROM new_order WHERE no_d_id = 1 AND no_o_id = 5
            cr12  | UPDATE customer SET c_ytd_payment = c_ytd_payment + 1 WHERE c_id = 2 AND c_d_id = 2
            ncr1  | UPDATE stock SET s_ytd = s_ytd - 1 WHERE s_i_id = 1
            ncr2  | UPDATE stock SET s_order_cnt = s_order_cnt - 1 WHERE s_i_id = 1
            ncr3  | UPDATE customer SET c_balance = c_balance + 1 WHERE c_id = 1
            ncr4  | UPDATE customer SET c_payment_cnt = c_payment_cnt - 1 WHERE c_id = 1 AND c_d_id = 1
            ncr5  | UPDATE customer SET c_delivery_cnt = c_delivery_cnt + 1 WHERE c_id = 1 AND c_d_id = 1
            ncr7  | UPDATE history SET h_amount = h_amount + 1 WHERE h_c_id = 3 AND h_c_d_id = 2
            """)
    void harmIsNoticed(String id, String harm) throws SQLException {
        try (var database = loaded();
                var connection = database.session();
                Statement statement = connection.createStatement()) {
            List<SqlTxn> txns = new ArrayList<>();
            for (int order = 4; order <= 6; order++) {
                txns.add(new NewOrder(1, 1, 1, List.of(new OrderItem(1, 2), new OrderItem(2, 3)), NOW));
            }
            txns.add(new Payment(1, 1, new CustomerKey.ByName("BARBARBAR"), new BigDecimal("5.00"), NOW));
            CallLog log = run(connection, txns);
            Map<String, String> before = TpccInvariant.broken(connection, log);

            statement.executeUpdate(harm);

            assertThat(before).isEmpty();
            assertThat(TpccInvariant.broken(connection, log)).containsKey(id);
        }
    }

    /** The log has a delivery: two carriers have equal numbers of different orders. */
    @Test
    void sharesOfCarriersAreComparedWithTheLog() throws SQLException {
        try (var database = loaded();
                var connection = database.session();
                Statement statement = connection.createStatement()) {
            CallLog log = run(connection, List.of(new Delivery(1, 1, 7, NOW), new Delivery(1, 2, 8, NOW)));

            assertThat(TpccInvariant.broken(connection, log)).isEmpty();

            statement.executeUpdate("UPDATE orders SET o_carrier_id = 8 WHERE o_id = 3 AND o_d_id = 1");

            assertThat(TpccInvariant.broken(connection, log)).containsOnlyKeys("ncr6");
        }
    }
}
