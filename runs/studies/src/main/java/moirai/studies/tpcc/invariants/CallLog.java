package moirai.studies.tpcc.invariants;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.programs.sql.Tally;
import moirai.programs.tpcc.Delivery;
import moirai.programs.tpcc.NewOrder;
import moirai.programs.tpcc.OrderItem;
import moirai.programs.tpcc.Payment;

/**
 * The calls that were executed since the counters were read.
 *
 * @param before the counters at first
 * @param calls that were committed since, in any order
 */
public record CallLog(Counters before, List<LoggedCall> calls) {

    private static final List<Long> ALL = List.of();

    public CallLog {
        calls = List.copyOf(calls);
    }

    /** The number that a payment adds to that of its customer. */
    @FunctionalInterface
    interface PaymentNumber {
        BigDecimal of(Payment payment);
    }

    boolean hasDeliveries() {
        return calls.stream().anyMatch(call -> call.txn() instanceof Delivery);
    }

    /** Returns the ordered quantity of each item. */
    Tally ordered() {
        var numbers = new HashMap<List<Long>, BigDecimal>();
        for (LoggedCall call : calls) {
            if (call.txn() instanceof NewOrder order) {
                for (OrderItem item : order.items()) {
                    add(numbers, List.of((long) order.warehouse(), (long) item.item()), item.quantity());
                }
            }
        }
        return Tally.of(numbers);
    }

    /** Returns the number of lines of all orders together. */
    Tally lines() {
        var numbers = new HashMap<List<Long>, BigDecimal>();
        for (LoggedCall call : calls) {
            if (call.txn() instanceof NewOrder order) {
                add(numbers, ALL, order.items().size());
            }
        }
        return Tally.of(numbers);
    }

    /** Returns the number of delivered orders. */
    Tally delivered() {
        var numbers = new HashMap<List<Long>, BigDecimal>();
        calls.forEach(call -> add(numbers, ALL, call.delivered()));
        return Tally.of(numbers);
    }

    /** Returns the number of orders of each carrier. */
    Tally carried() {
        var numbers = new HashMap<List<Long>, BigDecimal>();
        for (LoggedCall call : calls) {
            if (call.txn() instanceof Delivery delivery) {
                add(numbers, List.of((long) delivery.carrier()), call.delivered());
            }
        }
        return Tally.of(numbers);
    }

    /** A sum over the payments of each customer. Who has a name is looked up, since names never change. */
    Tally paid(Connection connection, PaymentNumber number) throws SQLException {
        var numbers = new HashMap<List<Long>, BigDecimal>();
        for (LoggedCall call : calls) {
            if (call.txn() instanceof Payment payment) {
                int customer = payment.payer().find(connection, payment.warehouse(), payment.district());
                List<Long> key = List.of((long) payment.warehouse(), (long) payment.district(), (long) customer);
                numbers.merge(key, number.of(payment), BigDecimal::add);
            }
        }
        return Tally.of(numbers);
    }

    private static void add(Map<List<Long>, BigDecimal> numbers, List<Long> key, long number) {
        numbers.merge(key, BigDecimal.valueOf(number), BigDecimal::add);
    }
}
