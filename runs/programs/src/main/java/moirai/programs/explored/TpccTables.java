package moirai.programs.explored;

import java.util.List;
import moirai.exploration.program.Txn;
import moirai.programs.explored.Application.Stored;

/**
 * The tables of TPC-C with the columns that transactions need, and the invariants of these tables. Amounts are in
 * cents.
 */
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

    static final List<Table> ALL =
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

        /** Returns the stock after a sale; a stock that would fall below ten is filled up (TPC-C 2.4.2.2). */
        Stock sold(int count, boolean isRemote) {
            int left = quantity - count >= 10 ? quantity - count : quantity - count + 91;
            return new Stock(left, sold + count, orders + 1, remoteOrders + (isRemote ? 1 : 0));
        }
    }

    /** An order; carrier 0 means that the order has no carrier. */
    record Order(int customer, int lines, int carrier) {}

    record OrderLine(int item, int supplier, int quantity, long cents, boolean isDelivered) {

        OrderLine delivered() {
            return new OrderLine(item, supplier, quantity, cents, true);
        }
    }

    static List<CallKind<Stored>> rows() {
        return List.of(
                WAREHOUSES.row("id", 1, row -> new Warehouse(0)),
                DISTRICTS.row("warehouse, id, next order", 2, row -> new District(row.number(2), 0)),
                CUSTOMERS.row("warehouse, district, id, last name, good credit|bad credit", 3, TpccTables::customer),
                ITEMS.row("id, price", 1, row -> row.cents(1)),
                STOCKS.row("warehouse, item, quantity", 2, row -> new Stock(row.number(2), 0, 0, 0)),
                ORDERS.row("warehouse, district, id, customer", 3, row -> new Order(row.number(3), 1, 0)),
                new CallKind<>(
                        "newOrder(warehouse, district, id)", (initial, row) -> NEW_ORDERS.add(initial, row.key(3))),
                ORDER_LINES.row(
                        "warehouse, district, order, number, item/supplier/quantity, amount",
                        4,
                        TpccTables::orderLine));
    }

    private static Customer customer(Call row) {
        return new Customer(row.text(3), row.is(4, "good credit", "bad credit"), new Account(0, 0, 0, 0), "");
    }

    private static OrderLine orderLine(Call row) {
        List<Integer> what = row.numbers(4, 3);
        return new OrderLine(what.get(0), what.get(1), what.get(2), row.cents(5), false);
    }

    /** Asserts that a warehouse was paid as much as its districts (TPC-C 3.3.2.1). */
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

    /** Asserts that a warehouse was paid the sum of its payments (TPC-C 3.3.2.8). */
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
}
