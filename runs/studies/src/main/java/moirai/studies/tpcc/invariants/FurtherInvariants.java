package moirai.studies.tpcc.invariants;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.programs.sql.Tally;
import moirai.programs.tpcc.Payment;

/**
 * The seven requirements that CLOTHO's authors add in table 3. Two of them can be broken by no order of TPC-C's
 * statements as the program has them:
 *
 * <ul>
 *   <li>ncr3, as long as an update reads its row as one: only payments change the two columns, each of them both in one
 *       statement and by opposite amounts. Of the last writer of both, induction says that what it read has the right
 *       sum. Where each cell is a read of its own, as on the mock store, it can see another payment in one column and
 *       miss it in the other.
 *   <li>ncr7: a payment adds a row to a table without key (clause 1.3 has none), which replaces no other, nobody
 *       changes or removes, and whose customer and amount are the call's arguments. Stores that need a key, such as
 *       Cassandra, lose one of two rows with the same one.
 * </ul>
 */
final class FurtherInvariants {

    static final List<TpccInvariant> ALL = List.of(
            new TpccInvariant("ncr1", "s_ytd = sum_exec(ol_quantity)", FurtherInvariants::whatIsOrderedIsSold),
            new TpccInvariant("ncr2", "sum(s_order_cnt) = sum_exec(o_ol_cnt)", FurtherInvariants::eachLineIsASale),
            new TpccInvariant(
                    "ncr3",
                    "without DELIVERY c_ytd_payment + c_balance is constant",
                    FurtherInvariants::paymentsMoveMoney),
            new TpccInvariant("ncr4", "c_payment_cnt = initial + #PAYMENT", FurtherInvariants::eachPaymentCounts),
            new TpccInvariant(
                    "ncr5", "sum(c_delivery_cnt) = initial + #DELIVERY", FurtherInvariants::eachDeliveryCounts),
            new TpccInvariant(
                    "ncr6", "ratio of o_carrier_id = ratio in DELIVERY's inputs", FurtherInvariants::carriersShare),
            new TpccInvariant("ncr7", "sum(h_amount) = sum of PAYMENT amounts", FurtherInvariants::eachPaymentIsNoted));

    private FurtherInvariants() {}

    private static Optional<String> whatIsOrderedIsSold(Connection connection, CallLog log) throws SQLException {
        return log.before()
                .growth(Counter.SOLD, connection)
                .differenceFrom(log.ordered(), "s_ytd grew by ", ", ordered were ");
    }

    private static Optional<String> eachLineIsASale(Connection connection, CallLog log) throws SQLException {
        return log.before()
                .growth(Counter.SALES, connection)
                .by(item -> List.of())
                .differenceFrom(log.lines(), "s_order_cnt grew by ", ", lines of orders were ");
    }

    private static Optional<String> paymentsMoveMoney(Connection connection, CallLog log) throws SQLException {
        return log.hasDeliveries()
                ? Optional.empty()
                : log.before()
                        .growth(Counter.TURNOVER, connection)
                        .differenceFrom(Tally.of(Map.of()), "c_ytd_payment + c_balance changed by ", ", expected ");
    }

    private static Optional<String> eachPaymentCounts(Connection connection, CallLog log) throws SQLException {
        return log.before()
                .growth(Counter.PAYMENTS, connection)
                .differenceFrom(
                        log.paid(connection, payment -> BigDecimal.ONE), "c_payment_cnt grew by ", ", payments were ");
    }

    private static Optional<String> eachDeliveryCounts(Connection connection, CallLog log) throws SQLException {
        return log.before()
                .growth(Counter.DELIVERIES, connection)
                .differenceFrom(log.delivered(), "c_delivery_cnt grew by ", ", orders delivered were ");
    }

    /** Checks that each carrier has the share of all carried orders that deliveries gave it. */
    private static Optional<String> carriersShare(Connection connection, CallLog log) throws SQLException {
        Tally had = log.before().growth(Counter.CARRIED, connection);
        Tally given = log.carried();
        return had.mapped(number -> number.multiply(given.total()))
                .differenceFrom(
                        given.mapped(number -> number.multiply(had.total())),
                        "orders of a carrier, times all delivered, are ",
                        ", deliveries with it, times all orders with a carrier, ");
    }

    private static Optional<String> eachPaymentIsNoted(Connection connection, CallLog log) throws SQLException {
        return log.before()
                .growth(Counter.PAID, connection)
                .differenceFrom(log.paid(connection, Payment::amount), "h_amount grew by ", ", paid were ");
    }
}
