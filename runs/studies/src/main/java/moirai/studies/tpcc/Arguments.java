package moirai.studies.tpcc;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.directed.encoding.Scenario;
import moirai.programs.sql.SqlTxn;
import moirai.programs.tpcc.CustomerKey;
import moirai.programs.tpcc.Delivery;
import moirai.programs.tpcc.NewOrder;
import moirai.programs.tpcc.OrderItem;
import moirai.programs.tpcc.Payment;

/**
 * The translation of a scenario's calls to calls of the program. Arguments that select rows are renamed to rows of the
 * stage, equal numbers to equal ones and different numbers to different ones. Arguments that are only written (amounts,
 * quantities, carriers) are chosen so that those of each call can be recognized.
 */
final class Arguments {

    static final LocalDateTime NOON = LocalDateTime.of(2021, 10, 15, 12, 0);

    /** The customers, beginning with the one whose order is still new. */
    private static final List<Integer> CUSTOMERS = List.of(3, 2, 1);

    private static final List<Integer> MINUTES = List.of(0, 1, 2);

    private final List<Scenario.Call> calls;
    private final int longer;
    private final Map<String, Map<Integer, Integer>> known = new HashMap<>();
    private boolean isPossible = true;

    private Arguments(List<Scenario.Call> calls, int longer) {
        this.calls = calls;
        this.longer = longer;
    }

    /**
     * Returns the calls; empty if the stage has too few rows.
     *
     * @param longer the call that orders a second item; none if this is not the number of a new order
     */
    static Optional<List<SqlTxn>> of(List<Scenario.Call> calls, int longer) {
        var arguments = new Arguments(calls, longer);
        var txns = new ArrayList<SqlTxn>();
        for (int call = 0; call < calls.size(); call++) {
            txns.add(arguments.txn(call));
        }
        return arguments.isPossible ? Optional.of(txns) : Optional.empty();
    }

    private SqlTxn txn(int number) {
        Scenario.Call call = calls.get(number);
        LocalDateTime time = NOON.plusMinutes(number);
        return switch (call.txn()) {
            case "payment" ->
                new Payment(
                        warehouse(call),
                        district(call),
                        new CustomerKey.ById(renamed("customer", argument(call, "payer_id"), CUSTOMERS)),
                        BigDecimal.valueOf(1000L * (number + 1), 2),
                        NOON.plusMinutes(renamed("time", argument(call, "paid"), MINUTES)));
            case "delivery" -> new Delivery(warehouse(call), 1, number + 1, time);
            case "newOrder" ->
                new NewOrder(
                        warehouse(call),
                        district(call),
                        renamed("customer", argument(call, "customer"), CUSTOMERS),
                        items(call, number),
                        time);
            default -> throw new IllegalArgumentException("TPC-C has no " + call.txn() + " that writes");
        };
    }

    private List<OrderItem> items(Scenario.Call call, int number) {
        int item = renamed("item", argument(call, "items_1_item"), List.of(1, 2, 3));
        var items = new ArrayList<OrderItem>();
        items.add(new OrderItem(item, number + 1));
        if (number == longer) {
            items.add(new OrderItem(Stage.SCALE.items(), 1));
        }
        return items;
    }

    private int warehouse(Scenario.Call call) {
        return renamed("warehouse", argument(call, "warehouse"), List.of(1));
    }

    /** Returns the district of a call. Deliveries always begin with district 1, so it keeps its number. */
    private int district(Scenario.Call call) {
        boolean isDelivered = calls.stream().anyMatch(other -> other.txn().equals("delivery"));
        int district = argument(call, "district");
        if (isDelivered) {
            return district == 1 ? 1 : 2;
        }
        return renamed("district", district, List.of(1, 2));
    }

    private static int argument(Scenario.Call call, String name) {
        return call.arguments().getOrDefault(name, 0);
    }

    private int renamed(String kind, int number, List<Integer> rows) {
        Map<Integer, Integer> renames = known.computeIfAbsent(kind, unknown -> new HashMap<>());
        if (!renames.containsKey(number) && renames.size() == rows.size()) {
            isPossible = false;
            return rows.getFirst();
        }
        return renames.computeIfAbsent(number, unknown -> rows.get(renames.size()));
    }
}
