package moirai.studies.tpcc.invariants;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.Tally;
import moirai.programs.tpcc.Tpcc;
import moirai.programs.tpcc.TpccScale;

/**
 * The conditions of clause 3.3.2 as table 3 of CLOTHO splits them. Those that it does not split are the program's
 * assertions; condition 11 is there stated for any number of deliveries, where the paper has the 2,100 of the load.
 */
final class Conditions {

    private static final Map<String, SqlAssertion> ASSERTIONS = new Tpcc(TpccScale.PAPER)
            .assertions().stream().collect(Collectors.toMap(SqlAssertion::id, Function.identity()));

    private static final String NOT_CARRIED = "SELECT o_w_id, o_d_id, o_id, 1 FROM orders WHERE o_carrier_id IS NULL";

    private static final String NEW_ORDERS = "SELECT no_w_id, no_d_id, no_o_id, 1 FROM new_order";

    private static final String DELIVERED =
            "SELECT ol_w_id, ol_d_id, ol_o_id, COUNT(ol_delivery_d) FROM order_line GROUP BY ol_w_id, ol_d_id, ol_o_id";

    static final List<TpccInvariant> ALL = List.of(
            same("cr1", "A1", "W_YTD = sum(D_YTD)"),
            same("cr2", "A2", "D_NEXT_O_ID - 1 = max(O_ID) = max(NO_O_ID)"),
            same("cr3", "A3", "max(NO_O_ID) - min(NO_O_ID) + 1 = rows of NEW-ORDER"),
            same("cr4", "A4", "sum(O_OL_CNT) = rows of ORDER-LINE"),
            ofTables("cr5a", "a row of NEW-ORDER has an ORDER without carrier", Conditions::newOrdersAreNotCarried),
            ofTables("cr5b", "an ORDER without carrier has a row of NEW-ORDER", Conditions::notCarriedOrdersAreNew),
            same("cr6", "A6", "O_OL_CNT = rows of ORDER-LINE of that order"),
            ofTables("cr7a", "no carrier if no line is delivered", Conditions::carriedOrdersHaveDeliveredLines),
            ofTables("cr7b", "no line is delivered if no carrier", Conditions::notCarriedOrdersHaveNone),
            same("cr8", "A8", "W_YTD = sum(H_AMOUNT)"),
            same("cr9", "A9", "D_YTD = sum(H_AMOUNT)"),
            same("cr10", "A10", "C_BALANCE = sum(OL_AMOUNT) - sum(H_AMOUNT)"),
            same("cr11", "A11", "ORDER rows - NEW-ORDER rows = delivered orders"),
            same("cr12", "A12", "C_BALANCE + C_YTD_PAYMENT = sum(OL_AMOUNT)"));

    private Conditions() {}

    private static TpccInvariant same(String id, String assertion, String claim) {
        SqlAssertion known = ASSERTIONS.get(assertion);
        if (known == null) {
            throw new IllegalStateException("TPC-C has no assertion " + assertion);
        }
        return new TpccInvariant(
                id, claim, (connection, log) -> known.check().counterexample(connection, BigDecimal.ZERO));
    }

    private static TpccInvariant ofTables(String id, String claim, SqlAssertion.TableCheck check) {
        return new TpccInvariant(id, claim, (connection, log) -> check.counterexample(connection));
    }

    private static Optional<String> newOrdersAreNotCarried(Connection connection) throws SQLException {
        Set<List<Long>> open = new HashSet<>(Tally.of(connection, NOT_CARRIED).keys());
        return first(Tally.of(connection, NEW_ORDERS).keys(), key -> !open.contains(key), " is new and has a carrier");
    }

    private static Optional<String> notCarriedOrdersAreNew(Connection connection) throws SQLException {
        Set<List<Long>> known = new HashSet<>(Tally.of(connection, NEW_ORDERS).keys());
        return first(
                Tally.of(connection, NOT_CARRIED).keys(),
                key -> !known.contains(key),
                " is not new and has no carrier");
    }

    private static Optional<String> carriedOrdersHaveDeliveredLines(Connection connection) throws SQLException {
        Set<List<Long>> open = new HashSet<>(Tally.of(connection, NOT_CARRIED).keys());
        Tally delivered = Tally.of(connection, DELIVERED);
        return first(
                delivered.keys(),
                key -> delivered.at(key).signum() == 0 && !open.contains(key),
                " has a carrier and no delivered line");
    }

    private static Optional<String> notCarriedOrdersHaveNone(Connection connection) throws SQLException {
        Tally delivered = Tally.of(connection, DELIVERED);
        return first(
                Tally.of(connection, NOT_CARRIED).keys(),
                key -> delivered.at(key).signum() > 0,
                " has no carrier and a delivered line");
    }

    @FunctionalInterface
    private interface Doubt {
        boolean about(List<Long> order);
    }

    private static Optional<String> first(List<List<Long>> orders, Doubt doubt, String words) {
        return orders.stream().filter(doubt::about).findFirst().map(order -> "order " + order + words);
    }
}
