package moirai.programs.tpcc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The load of the tables (clause 4.3.3), which is always the same. */
final class TpccLoad implements AutoCloseable {

    /** The syllables of last names (clause 4.3.2.3). */
    private static final List<String> SYLLABLES =
            List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

    private static final LocalDateTime LOADED = LocalDateTime.of(2021, 10, 14, 0, 0);

    /** The amount of the one payment that every customer has made before (clause 4.3.3.1). */
    private static final BigDecimal PAID = new BigDecimal("10.00");

    private final Connection connection;
    private final TpccScale scale;
    private final SplittableRandom random = new SplittableRandom(42);
    private final Map<String, PreparedStatement> statements = new TreeMap<>();

    TpccLoad(Connection connection, TpccScale scale) {
        this.connection = connection;
        this.scale = scale;
    }

    /** Returns the customer's last name, which has a syllable for each digit of the customer's number less one. */
    static String lastName(int customer) {
        int number = (customer - 1) % 1000;
        return SYLLABLES.get(number / 100) + SYLLABLES.get(number / 10 % 10) + SYLLABLES.get(number % 10);
    }

    void run() throws SQLException {
        for (int item = 1; item <= scale.items(); item++) {
            insert("INSERT INTO item VALUES (?, ?, ?, ?, ?)", item, item, "item " + item, money(100, 10_000), "data");
        }
        for (int warehouse = 1; warehouse <= scale.warehouses(); warehouse++) {
            load(warehouse);
        }
    }

    private void load(int warehouse) throws SQLException {
        insert(
                "INSERT INTO warehouse VALUES (?, ?, 'street 1', 'street 2', 'city', 'WA', '123411111', ?, ?)",
                warehouse,
                "warehouse" + warehouse,
                tax(),
                PAID.multiply(BigDecimal.valueOf((long) scale.districts() * scale.customers())));
        for (int item = 1; item <= scale.items(); item++) {
            insert(
                    "INSERT INTO stock VALUES (?, ?, ?,"
                            + " 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8', 'd9', 'd10', 0, 0, 0, 'data')",
                    warehouse,
                    item,
                    random.nextInt(10, 101));
        }
        for (int district = 1; district <= scale.districts(); district++) {
            insert(
                    "INSERT INTO district VALUES"
                            + " (?, ?, ?, 'street 1', 'street 2', 'city', 'WA', '123411111', ?, ?, ?)",
                    warehouse,
                    district,
                    "dist" + district,
                    tax(),
                    PAID.multiply(BigDecimal.valueOf(scale.customers())),
                    scale.customers() + 1);
            for (int customer = 1; customer <= scale.customers(); customer++) {
                loadCustomer(warehouse, district, customer);
                loadOrder(warehouse, district, customer);
            }
        }
    }

    private void loadCustomer(int warehouse, int district, int customer) throws SQLException {
        // A tenth of the customers has bad credit; of few, the last.
        String credit = customer % Math.min(10, scale.customers()) == 0 ? "BC" : "GC";
        insert(
                "INSERT INTO customer VALUES (?, ?, ?, ?, 'OE', ?, 'street 1', 'street 2', 'city', 'WA', '123411111',"
                        + " '0123456789012345', ?, ?, 50000.00, ?, -10.00, 10.00, 1, 0, 'data')",
                warehouse,
                district,
                customer,
                "first" + customer,
                lastName(customer),
                LOADED,
                credit,
                tax());
        insert(
                "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, 'data')",
                customer,
                district,
                warehouse,
                district,
                warehouse,
                LOADED,
                PAID);
    }

    /** Inserts the order with this number, whose customer has the same number. */
    private void loadOrder(int warehouse, int district, int order) throws SQLException {
        boolean delivered = order <= scale.deliveredOrders();
        int lines = random.nextInt(scale.linesMin(), scale.linesMax() + 1);
        try (var insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, 1)")) {
            insert.setInt(1, warehouse);
            insert.setInt(2, district);
            insert.setInt(3, order);
            insert.setInt(4, order);
            insert.setObject(5, LOADED);
            if (delivered) {
                insert.setInt(6, random.nextInt(1, 11));
            } else {
                insert.setNull(6, java.sql.Types.INTEGER);
            }
            insert.setInt(7, lines);
            insert.executeUpdate();
        }
        if (!delivered) {
            insert("INSERT INTO new_order VALUES (?, ?, ?)", warehouse, district, order);
        }
        for (int line = 1; line <= lines; line++) {
            loadLine(warehouse, district, order, line);
        }
    }

    /** Inserts an order line. Its amount is 0 if it is delivered already, so that balances agree (clause 4.3.3.1). */
    private void loadLine(int warehouse, int district, int order, int line) throws SQLException {
        int item = random.nextInt(1, scale.items() + 1);
        if (order <= scale.deliveredOrders()) {
            insert(
                    "INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, ?, 5, 0.00, 'info')",
                    warehouse,
                    district,
                    order,
                    line,
                    item,
                    warehouse,
                    LOADED);
        } else {
            insert(
                    "INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, NULL, 5, ?, 'info')",
                    warehouse,
                    district,
                    order,
                    line,
                    item,
                    warehouse,
                    money(1, 999_999));
        }
    }

    private BigDecimal money(int centsMin, int centsMax) {
        return BigDecimal.valueOf(random.nextInt(centsMin, centsMax + 1), 2);
    }

    private BigDecimal tax() {
        return BigDecimal.valueOf(random.nextInt(0, 2001), 4);
    }

    private void insert(String sql, Object... values) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int index = 0; index < values.length; index++) {
            statement.setObject(index + 1, values[index]);
        }
        statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : statements.values()) {
            statement.close();
        }
    }
}
