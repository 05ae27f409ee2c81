package moirai.studies.programs.seats;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** SEATS' ten tables, and a small world: two countries, three airports, one airline, some customers and flights. */
public final class SeatsSchema {

    /** The number of seats of each flight. */
    public static final int SEATS = 4;

    private static final String INSERT_CUSTOMER = """
            INSERT INTO customer (c_id, c_id_str, c_base_ap_id, c_balance, c_iattr00, c_iattr10, c_iattr11)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String INSERT_FREQUENT_FLYER = """
            INSERT INTO frequent_flyer (ff_c_id, ff_al_id, ff_c_id_str, ff_iattr00, ff_iattr10) VALUES (?, ?, ?, ?, ?)
            """;

    private static final String INSERT_FLIGHT = """
            INSERT INTO flight (f_id, f_al_id, f_depart_ap_id, f_depart_time, f_arrive_ap_id, f_arrive_time,
                f_base_price, f_seats_total, f_seats_left)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private SeatsSchema() {}

    /** Returns the statements that create the tables, in order. */
    public static List<String> statements() {
        return List.of(
                "CREATE TABLE config_profile (cfp_scale_factor INTEGER PRIMARY KEY, cfp_flights INTEGER NOT NULL)",
                "CREATE TABLE config_histograms (cfh_name VARCHAR(32) PRIMARY KEY, cfh_data VARCHAR(255) NOT NULL)",
                "CREATE TABLE country (co_id INTEGER PRIMARY KEY, co_name VARCHAR(64) NOT NULL)",
                """
                CREATE TABLE airport (
                    ap_id INTEGER PRIMARY KEY, ap_code VARCHAR(3) NOT NULL, ap_name VARCHAR(128) NOT NULL,
                    ap_co_id INTEGER NOT NULL)
                """,
                """
                CREATE TABLE airport_distance (
                    d_ap_id0 INTEGER NOT NULL, d_ap_id1 INTEGER NOT NULL, d_distance INTEGER NOT NULL,
                    PRIMARY KEY (d_ap_id0, d_ap_id1))
                """,
                "CREATE TABLE airline (al_id INTEGER PRIMARY KEY, al_name VARCHAR(128) NOT NULL)",
                """
                CREATE TABLE customer (
                    c_id INTEGER PRIMARY KEY, c_id_str VARCHAR(64) NOT NULL UNIQUE, c_base_ap_id INTEGER NOT NULL,
                    c_balance INTEGER NOT NULL, c_iattr00 INTEGER NOT NULL, c_iattr10 INTEGER NOT NULL,
                    c_iattr11 INTEGER NOT NULL)
                """,
                """
                CREATE TABLE frequent_flyer (
                    ff_c_id INTEGER NOT NULL, ff_al_id INTEGER NOT NULL, ff_c_id_str VARCHAR(64) NOT NULL,
                    ff_iattr00 INTEGER NOT NULL, ff_iattr10 INTEGER NOT NULL, PRIMARY KEY (ff_c_id, ff_al_id))
                """,
                """
                CREATE TABLE flight (
                    f_id INTEGER PRIMARY KEY, f_al_id INTEGER NOT NULL, f_depart_ap_id INTEGER NOT NULL,
                    f_depart_time INTEGER NOT NULL, f_arrive_ap_id INTEGER NOT NULL, f_arrive_time INTEGER NOT NULL,
                    f_base_price INTEGER NOT NULL, f_seats_total INTEGER NOT NULL, f_seats_left INTEGER NOT NULL)
                """,
                """
                CREATE TABLE reservation (
                    r_id INTEGER NOT NULL, r_c_id INTEGER NOT NULL, r_f_id INTEGER NOT NULL, r_seat INTEGER NOT NULL,
                    r_price INTEGER NOT NULL, r_iattr00 INTEGER NOT NULL, PRIMARY KEY (r_id, r_c_id, r_f_id))
                """);
    }

    /**
     * Inserts this number of customers and flights, no reservations; flight n leaves airport 1 for 2 at minute 60 n.
     */
    public static void load(Connection connection, int count) throws SQLException {
        try (var fixed = connection.createStatement()) {
            fixed.executeUpdate("INSERT INTO config_profile (cfp_scale_factor, cfp_flights) VALUES (1, 1)");
            fixed.executeUpdate("INSERT INTO config_histograms (cfh_name, cfh_data) VALUES ('flights', '1')");
            fixed.executeUpdate("INSERT INTO country (co_id, co_name) VALUES (1, 'Here'), (2, 'There')");
            fixed.executeUpdate("INSERT INTO airport (ap_id, ap_code, ap_name, ap_co_id)"
                    + " VALUES (1, 'AAA', 'Alpha', 1), (2, 'BBB', 'Beta', 2), (3, 'CCC', 'Gamma', 2)");
            fixed.executeUpdate("INSERT INTO airport_distance (d_ap_id0, d_ap_id1, d_distance)"
                    + " VALUES (2, 3, 50), (3, 2, 50), (1, 2, 900), (2, 1, 900), (1, 3, 950), (3, 1, 950)");
            fixed.executeUpdate("INSERT INTO airline (al_id, al_name) VALUES (1, 'Moirai Air')");
        }
        for (int id = 1; id <= count; id++) {
            loadCustomer(connection, id);
            loadFlight(connection, id);
        }
    }

    private static void loadCustomer(Connection connection, int id) throws SQLException {
        try (var customer = connection.prepareStatement(INSERT_CUSTOMER);
                var flyer = connection.prepareStatement(INSERT_FREQUENT_FLYER)) {
            customer.setInt(1, id);
            customer.setString(2, "C" + id);
            customer.setInt(3, 1);
            customer.setInt(4, 1000);
            customer.setInt(5, 0);
            customer.setInt(6, 0);
            customer.setInt(7, 0);
            customer.executeUpdate();
            flyer.setInt(1, id);
            flyer.setInt(2, 1);
            flyer.setString(3, "F" + id);
            flyer.setInt(4, 0);
            flyer.setInt(5, 0);
            flyer.executeUpdate();
        }
    }

    private static void loadFlight(Connection connection, int id) throws SQLException {
        try (var flight = connection.prepareStatement(INSERT_FLIGHT)) {
            flight.setInt(1, id);
            flight.setInt(2, 1);
            flight.setInt(3, 1);
            flight.setInt(4, 60 * id);
            flight.setInt(5, 2);
            flight.setInt(6, 60 * id + 90);
            flight.setInt(7, 100);
            flight.setInt(8, SEATS);
            flight.setInt(9, SEATS);
            flight.executeUpdate();
        }
    }
}
