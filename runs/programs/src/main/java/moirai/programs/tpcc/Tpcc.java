package moirai.programs.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.programs.sql.Draws;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.TxnKind;

/**
 * TPC-C at a scale.
 *
 * <p>Numbers are drawn uniformly. The specification's non-uniform distribution (clause 2.1.6) makes some of 100,000
 * items hot, whereas all of ten items are hot anyway. Of 100 transactions 90 write, as in the evaluation of MonkeyDB.
 * Deliveries exceed their minimum of 4 in 100, because short runs would have too few for the assertions about them.
 */
public final class Tpcc implements SqlProgram {

    private final String name;
    private final TpccScale scale;

    public Tpcc(TpccScale scale) {
        this("tpcc", scale);
    }

    private Tpcc(String name, TpccScale scale) {
        this.name = name;
        this.scale = scale;
    }

    /**
     * Returns TPC-C with orders of 1 to 3 lines. At read committed, each row of an order is a further chance that the
     * order is refused because its number is taken, so an order of 5 to 15 lines hardly ever succeeds.
     */
    public static Tpcc withShortOrders() {
        return new Tpcc("tpcc-short-orders", TpccScale.SHORT_ORDERS);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> schema() {
        return TpccSchema.STATEMENTS;
    }

    @Override
    public void load(Connection connection) throws SQLException {
        try (var load = new TpccLoad(connection, scale)) {
            load.run();
        }
    }

    @Override
    public List<TxnKind> transactions() {
        return List.of(
                TxnKind.writing("new-order", 40, this::newOrder),
                TxnKind.writing("payment", 35, this::payment),
                TxnKind.reading(
                        "order-status",
                        5,
                        draws -> new OrderStatus(warehouse(draws), district(draws), customerKey(draws))),
                TxnKind.writing(
                        "delivery",
                        15,
                        draws -> new Delivery(
                                warehouse(draws), scale.districts(), draws.between(1, 10), draws.moment())),
                TxnKind.reading(
                        "stock-level",
                        5,
                        draws -> new StockLevel(warehouse(draws), district(draws), draws.between(10, 20))));
    }

    private NewOrder newOrder(Draws draws) {
        int lines = draws.between(scale.linesMin(), scale.linesMax());
        // One order in a hundred has an item that is not sold, as its last (clause 2.4.1.4).
        boolean mistaken = draws.chance(1);
        var items = new ArrayList<OrderItem>(lines);
        for (int line = 1; line <= lines; line++) {
            int item = mistaken && line == lines ? scale.items() + 1 : draws.between(1, scale.items());
            items.add(new OrderItem(item, draws.between(1, 10)));
        }
        return new NewOrder(
                warehouse(draws), district(draws), draws.between(1, scale.customers()), items, draws.moment());
    }

    private Payment payment(Draws draws) {
        return new Payment(
                warehouse(draws), district(draws), customerKey(draws), draws.money(100, 500_000), draws.moment());
    }

    private CustomerKey customerKey(Draws draws) {
        int customer = draws.between(1, scale.customers());
        return draws.chance(60) ? new CustomerKey.ByName(TpccLoad.lastName(customer)) : new CustomerKey.ById(customer);
    }

    private int warehouse(Draws draws) {
        return draws.between(1, scale.warehouses());
    }

    private int district(Draws draws) {
        return draws.between(1, scale.districts());
    }

    @Override
    public List<SqlAssertion> assertions() {
        return TpccAssertions.ALL;
    }
}
