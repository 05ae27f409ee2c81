package moirai.programs.explored;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.exploration.program.Txn;

/** The tables of TPC-C, with the columns that transactions need, and what they have to keep. Amounts are in cents. */
final class TpccTables {

    static final Table WAREHOUSES = new Table("warehouse");
    static final Table DISTRICTS = new Table("district");
    static final Table CUSTOMERS = new Table("customer");
    /** The table HISTORY of TPC-C. */
    static final Table PAYMENTS = new Table("payment");

    static final Table ITEMS = new Table("item");
    static final Table STOCKS = new Table("stock");
    static final Table ORDERS = new Table("order");
    static final Table NEW_ORDERS = new Table("newOrder");
    static final Table ORDER_LINES = new Table("orderLine");

    private static final List<Table> ALL =
            List.of(WAREHOUSES, DISTRICTS, CUSTOMERS, PAYMENTS, ITEMS, STOCKS, ORDERS, NEW_ORDERS, ORDER_LINES);

    private TpccTables() {}

    record Warehouse(long paid) {}

    record District(int nextOrder, long paid) {}

    record Customer(String last, boolean hasGoodCredit, Account account, String data) {}

    record Account(long balance, long paid, int payments, int deliveries) {

        Account paid(long cents) {
            return new Account(balance - cents, paid + cents, payments + 1, deliveries);
        }

        Account delivered(long cents) {
            return new Account(balance + cents, paid, payments, deliveries + 1);
        }
    }

    record Stock(int quantity, long sold, int orders, int remoteOrders) {

        /** TPC-C 2.4.2.2: a stock that would fall below ten is filled up. */
        Stock sold(int count, boolean isRemote) {
            int left = quantity - count >= 10 ? quantity - count : quantity - count + 91;
            return new Stock(left, sold + count, orders + 1, remoteOrders + (isRemote ? 1 : 0));
        }
    }

    /** An order; carrier 0 is none. */
    record Order(int customer, int lines, int carrier) {}

    record OrderLine(int item, int supplier, int quantity, long cents, boolean isDelivered) {

        OrderLine delivered() {
            return new OrderLine(item, supplier, quantity, cents, true);
        }
    }

    static List<Signature> rows() {
        return List.of(
                Signature.of("warehouse", "id"),
                Signature.of("district", "warehouse", "id", "next order"),
                Signature.of("customer", "warehouse", "district", "id", "last name", "good credit|bad credit"),
                Signature.of("item", "id", "price"),
                Signature.of("stock", "warehouse", "item", "quantity"),
                Signature.of("order", "warehouse", "district", "id", "customer"),
                Signature.of("newOrder", "warehouse", "district", "id"),
                Signature.of(
                        "orderLine", "warehouse", "district", "order", "number", "item/supplier/quantity", "amount"));
    }

    static void create(Map<Object, Object> initial) {
        ALL.forEach(table -> table.create(initial));
    }

    static void add(Map<Object, Object> initial, Call row) {
        int first = row.number(0);
        switch (row.name()) {
            case "warehouse" -> WAREHOUSES.add(initial, Id.of(first), new Warehouse(0));
            case "district" -> DISTRICTS.add(initial, Id.of(first, row.number(1)), new District(row.number(2), 0));
            case "customer" -> {
                var customer =
                        new Customer(row.text(3), row.is(4, "good credit", "bad credit"), new Account(0, 0, 0, 0), "");
                CUSTOMERS.add(initial, Id.of(first, row.number(1), row.number(2)), customer);
            }
            case "item" -> ITEMS.add(initial, Id.of(first), row.cents(1));
            case "stock" -> STOCKS.add(initial, Id.of(first, row.number(1)), new Stock(row.number(2), 0, 0, 0));
            case "order" ->
                ORDERS.add(initial, Id.of(first, row.number(1), row.number(2)), new Order(row.number(3), 1, 0));
            case "newOrder" -> NEW_ORDERS.add(initial, Id.of(first, row.number(1), row.number(2)));
            case "orderLine" -> {
                List<Integer> what = row.numbers(4, 3);
                var line = new OrderLine(what.get(0), what.get(1), what.get(2), row.cents(5), false);
                ORDER_LINES.add(initial, Id.of(first, row.number(1), row.number(2), row.number(3)), line);
            }
            default -> throw new IllegalStateException("no table for " + row);
        }
    }

    /** TPC-C 3.3.2.1. */
    static Object assertDistricts(Txn txn) {
        for (Id id : WAREHOUSES.ids(txn)) {
            long paid = WAREHOUSES.rowOrAbort(txn, id, Warehouse.class).paid();
            long districts = DISTRICTS.rows(txn, each -> each.startsWith(id.number(0)), District.class).stream()
                    .mapToLong(District::paid)
                    .sum();
            if (paid != districts) {
                throw new AssertionError("warehouse " + id + " was paid " + paid + ", its districts " + districts);
            }
        }
        return "holds";
    }

    /** TPC-C 3.3.2.8. */
    static Object assertPayments(Txn txn) {
        for (Id id : WAREHOUSES.ids(txn)) {
            long paid = WAREHOUSES.rowOrAbort(txn, id, Warehouse.class).paid();
            long payments = PAYMENTS.rows(txn, each -> each.startsWith(id.number(0)), Long.class).stream()
                    .mapToLong(Long::longValue)
                    .sum();
            if (paid != payments) {
                throw new AssertionError("warehouse " + id + " was paid " + paid + ", the payments are " + payments);
            }
        }
        return "holds";
    }

    static List<Call> randomRows() {
        var rows = new ArrayList<Call>();
        rows.add(Call.of("warehouse", 0));
        for (int item = 1; item <= 2; item++) {
            rows.add(Call.of("item", item, item + ".50"));
            rows.add(Call.of("stock", 0, item, 20 * item));
        }
        for (int district = 0; district < 2; district++) {
            rows.add(Call.of("district", 0, district, 2));
            rows.add(Call.of("customer", 0, district, 1, "C1", "good credit"));
            rows.add(Call.of("customer", 0, district, 2, "C2", "bad credit"));
            rows.add(Call.of("order", 0, district, 1, 1));
            rows.add(Call.of("newOrder", 0, district, 1));
            rows.add(Call.of("orderLine", 0, district, 1, 0, "1/0/2", "3.00"));
        }
        return List.copyOf(rows);
    }
}
