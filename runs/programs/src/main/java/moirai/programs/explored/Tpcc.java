package moirai.programs.explored;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;
import moirai.programs.explored.TpccTables.Customer;
import moirai.programs.explored.TpccTables.District;
import moirai.programs.explored.TpccTables.Order;
import moirai.programs.explored.TpccTables.OrderLine;
import moirai.programs.explored.TpccTables.Stock;
import moirai.programs.explored.TpccTables.Warehouse;

/**
 * The five transactions of TPC-C, statement by statement (TPC-C 5.11, sections 2.4 to 2.8; paper, section 7.2), with
 * fewer columns. Amounts are in cents.
 */
final class Tpcc implements Application {

    /** The number of a district's last orders that the stock level transaction reads (TPC-C 2.8.2.2). */
    private static final int RECENT_ORDERS = 20;

    @Override
    public String label() {
        return "tpcc";
    }

    @Override
    public List<Table> tables() {
        return TpccTables.ALL;
    }

    @Override
    public List<CallKind<Stored>> rows() {
        return TpccTables.rows();
    }

    @Override
    public List<CallKind<Called>> calls() {
        return List.of(
                new CallKind<>("payment(warehouse, district, customer, name, by id|by name, amount)", (call, mark) -> {
                    var who = customer(call);
                    long cents = call.cents(5);
                    return txn -> payment(txn, who, cents, mark);
                }),
                new CallKind<>(
                        "createNewOrder(warehouse, district, customer, item/supplier/quantity, ...)", (call, mark) -> {
                            Id district = call.key(2);
                            int customer = call.number(2);
                            List<List<Integer>> lines = lines(call);
                            return txn -> newOrder(txn, district, customer, lines);
                        }),
                new CallKind<>("orderStatus(warehouse, district, customer, name, by id|by name)", (call, mark) -> {
                    var who = customer(call);
                    return txn -> orderStatus(txn, who);
                }),
                onNumbers("delivery(districts, warehouse, carrier)", Tpcc::delivery),
                onNumbers("stockLevel(warehouse, district, threshold)", Tpcc::stockLevel));
    }

    private interface OfThreeNumbers {
        Object apply(Txn txn, int first, int second, int third);
    }

    private static CallKind<Called> onNumbers(String signature, OfThreeNumbers steps) {
        return new CallKind<>(signature, (call, mark) -> {
            int first = call.number(0);
            int second = call.number(1);
            int third = call.number(2);
            return txn -> steps.apply(txn, first, second, third);
        });
    }

    private static List<List<Integer>> lines(Call call) {
        var lines = new ArrayList<List<Integer>>();
        for (int argument = 3; argument < call.arguments().size(); argument++) {
            lines.add(call.numbers(argument, 3));
        }
        return lines;
    }

    /** A customer of a district as a client identifies the customer: by number or by last name. */
    private record CustomerQuery(int warehouse, int district, int customer, String name, boolean isById) {

        Id of(Txn txn) {
            if (isById) {
                return Id.of(warehouse, district, customer);
            }
            List<Id> named = TpccTables.CUSTOMERS
                    .entries(txn, id -> id.startsWith(warehouse, district), Customer.class)
                    .entrySet()
                    .stream()
                    .filter(entry -> entry.getValue().last().equals(name))
                    .map(Map.Entry::getKey)
                    .toList();
            if (named.isEmpty()) {
                throw txn.abort();
            }
            return named.get((named.size() - 1) / 2);
        }
    }

    private static CustomerQuery customer(Call call) {
        return new CustomerQuery(
                call.number(0), call.number(1), call.number(2), call.text(3), call.is(4, "by id", "by name"));
    }

    private static Object payment(Txn txn, CustomerQuery who, long cents, String mark) {
        Id warehouse = Id.of(who.warehouse());
        Id district = Id.of(who.warehouse(), who.district());
        boolean isThere =
                TpccTables.WAREHOUSES.change(txn, warehouse, Warehouse.class, is -> new Warehouse(is.paid() + cents))
                        && TpccTables.DISTRICTS.change(
                                txn, district, District.class, is -> new District(is.nextOrder(), is.paid() + cents));
        if (!isThere) {
            throw txn.abort();
        }
        Id id = who.of(txn);
        Customer customer = TpccTables.CUSTOMERS.rowOrAbort(txn, id, Customer.class);
        String data = customer.hasGoodCredit() ? customer.data() : mark + " " + cents + ";" + customer.data();
        TpccTables.CUSTOMERS.update(
                txn,
                id,
                new Customer(
                        customer.last(),
                        customer.hasGoodCredit(),
                        customer.account().paid(cents),
                        data));
        TpccTables.PAYMENTS.insert(txn, Id.of(who.warehouse(), who.district(), mark), cents);
        return "paid by " + id;
    }

    private static Object newOrder(Txn txn, Id district, int customer, List<List<Integer>> lines) {
        int warehouse = district.number(0);
        Id buyer = Id.of(warehouse, district.number(1), customer);
        TpccTables.CUSTOMERS.rowOrAbort(txn, buyer, Customer.class);
        TpccTables.WAREHOUSES.rowOrAbort(txn, Id.of(warehouse), Warehouse.class);
        int number =
                TpccTables.DISTRICTS.rowOrAbort(txn, district, District.class).nextOrder();
        TpccTables.DISTRICTS.change(txn, district, District.class, is -> new District(is.nextOrder() + 1, is.paid()));
        Id order = Id.of(warehouse, district.number(1), number);
        TpccTables.ORDERS.insert(txn, order, new Order(customer, lines.size(), 0));
        TpccTables.NEW_ORDERS.insert(txn, order);
        for (int line = 0; line < lines.size(); line++) {
            int item = lines.get(line).get(0);
            int supplier = lines.get(line).get(1);
            int quantity = lines.get(line).get(2);
            long price = TpccTables.ITEMS.rowOrAbort(txn, Id.of(item), Long.class);
            Id stock = Id.of(supplier, item);
            Stock before = TpccTables.STOCKS.rowOrAbort(txn, stock, Stock.class);
            TpccTables.STOCKS.update(txn, stock, before.sold(quantity, supplier != warehouse));
            TpccTables.ORDER_LINES.insert(
                    txn,
                    Id.of(warehouse, district.number(1), number, line),
                    new OrderLine(item, supplier, quantity, quantity * price, false));
        }
        return "order " + order;
    }

    private static Object orderStatus(Txn txn, CustomerQuery who) {
        Id id = who.of(txn);
        TpccTables.CUSTOMERS.rowOrAbort(txn, id, Customer.class);
        Id last = TpccTables.ORDERS
                .entries(txn, order -> order.startsWith(who.warehouse(), who.district()), Order.class)
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue().customer() == id.number(2))
                .map(Map.Entry::getKey)
                .reduce((former, later) -> later)
                .orElseThrow(txn::abort);
        return TpccTables.ORDER_LINES.rows(
                txn, line -> line.startsWith(last.parts().toArray()), OrderLine.class);
    }

    private static Object delivery(Txn txn, int districts, int warehouse, int carrier) {
        var delivered = new ArrayList<Id>();
        for (int each = 0; each < districts; each++) {
            int district = each;
            TpccTables.NEW_ORDERS.ids(txn).stream()
                    .filter(id -> id.startsWith(warehouse, district))
                    .findFirst()
                    .ifPresent(order -> {
                        deliver(txn, order, carrier);
                        delivered.add(order);
                    });
        }
        return delivered;
    }

    private static void deliver(Txn txn, Id order, int carrier) {
        TpccTables.NEW_ORDERS.delete(txn, order);
        Order is = TpccTables.ORDERS.rowOrAbort(txn, order, Order.class);
        TpccTables.ORDERS.update(txn, order, new Order(is.customer(), is.lines(), carrier));
        long total = 0;
        Map<Id, OrderLine> lines = TpccTables.ORDER_LINES.entries(
                txn, line -> line.startsWith(order.parts().toArray()), OrderLine.class);
        for (Map.Entry<Id, OrderLine> line : lines.entrySet()) {
            TpccTables.ORDER_LINES.update(txn, line.getKey(), line.getValue().delivered());
            total += line.getValue().cents();
        }
        long amount = total;
        Id buyer = Id.of(order.number(0), order.number(1), is.customer());
        TpccTables.CUSTOMERS.change(
                txn,
                buyer,
                Customer.class,
                who -> new Customer(
                        who.last(), who.hasGoodCredit(), who.account().delivered(amount), who.data()));
    }

    private static Object stockLevel(Txn txn, int warehouse, int district, int threshold) {
        int next = TpccTables.DISTRICTS
                .rowOrAbort(txn, Id.of(warehouse, district), District.class)
                .nextOrder();
        Map<Id, OrderLine> lines = TpccTables.ORDER_LINES.entries(
                txn,
                line -> line.startsWith(warehouse, district)
                        && line.number(2) < next
                        && line.number(2) >= next - RECENT_ORDERS,
                OrderLine.class);
        List<Integer> items =
                lines.values().stream().map(OrderLine::item).distinct().toList();
        int low = 0;
        for (int item : items) {
            low += TpccTables.STOCKS
                            .row(txn, Id.of(warehouse, item), Stock.class)
                            .filter(stock -> stock.quantity() < threshold)
                            .isPresent()
                    ? 1
                    : 0;
        }
        return low;
    }

    @Override
    public List<ProgramTxn> invariants(List<Call> rows, List<List<Call>> sessions) {
        return List.of(
                new ProgramTxn("a warehouse was paid what its districts were paid", TpccTables::assertDistricts),
                new ProgramTxn("a warehouse was paid the sum of its payments", TpccTables::assertPayments));
    }

    @Override
    public String randomRows() {
        return """
                warehouse(0); item(1, 1.50); stock(0, 1, 20); item(2, 2.50); stock(0, 2, 40);
                district(0, 0, 2); customer(0, 0, 1, C1, good credit); customer(0, 0, 2, C2, bad credit);
                order(0, 0, 1, 1); newOrder(0, 0, 1); orderLine(0, 0, 1, 0, 1/0/2, 3.00);
                district(0, 1, 2); customer(0, 1, 1, C1, good credit); customer(0, 1, 2, C2, bad credit);
                order(0, 1, 1, 1); newOrder(0, 1, 1); orderLine(0, 1, 1, 0, 1/0/2, 3.00)
                """;
    }

    @Override
    public Call randomCall(SplittableRandom random, int number) {
        int district = random.nextInt(2);
        int customer = random.nextInt(1, 3);
        return switch (random.nextInt(6)) {
            case 0, 1 -> Call.of("payment", 0, district, customer, "C" + customer, "by id", "1." + (10 + number % 90));
            case 2, 3 ->
                Call.of("createNewOrder", 0, district, customer, random.nextInt(1, 3) + "/0/" + random.nextInt(1, 9));
            case 4 -> Call.of("orderStatus", 0, district, customer, "C" + customer, "by name");
            default ->
                random.nextBoolean() ? Call.of("delivery", 2, 0, 1 + number) : Call.of("stockLevel", 0, district, 50);
        };
    }
}
