package moirai.studies.programs.tatp;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * TATP's four tables, and a small network. Of the subscriber's ten bits, ten hexadecimal digits and ten bytes one each
 * is kept: no transaction treats the others differently.
 */
public final class TatpSchema {

    private static final String INSERT_SUBSCRIBER = """
            INSERT INTO subscriber (s_id, sub_nbr, bit_1, hex_1, byte2_1, msc_location, vlr_location)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String INSERT_ACCESS = """
            INSERT INTO access_info (s_id, ai_type, data1, data2, data3, data4) VALUES (?, ?, ?, ?, ?, ?)
            """;

    private static final String INSERT_FACILITY = """
            INSERT INTO special_facility (s_id, sf_type, is_active, error_cntrl, data_a, data_b)
            VALUES (?, ?, ?, ?, ?, ?)
            """;

    private static final String INSERT_FORWARDING = """
            INSERT INTO call_forwarding (s_id, sf_type, start_time, end_time, numberx) VALUES (?, ?, ?, ?, ?)
            """;

    private TatpSchema() {}

    /** Returns the statements that create the tables, in order. */
    public static List<String> statements() {
        return List.of("""
                CREATE TABLE subscriber (
                    s_id INTEGER PRIMARY KEY, sub_nbr VARCHAR(15) NOT NULL UNIQUE, bit_1 INTEGER NOT NULL,
                    hex_1 INTEGER NOT NULL, byte2_1 INTEGER NOT NULL, msc_location INTEGER NOT NULL,
                    vlr_location INTEGER NOT NULL)
                """, """
                CREATE TABLE access_info (
                    s_id INTEGER NOT NULL, ai_type INTEGER NOT NULL, data1 INTEGER NOT NULL, data2 INTEGER NOT NULL,
                    data3 VARCHAR(3) NOT NULL, data4 VARCHAR(5) NOT NULL, PRIMARY KEY (s_id, ai_type))
                """, """
                CREATE TABLE special_facility (
                    s_id INTEGER NOT NULL, sf_type INTEGER NOT NULL, is_active INTEGER NOT NULL,
                    error_cntrl INTEGER NOT NULL, data_a INTEGER NOT NULL, data_b VARCHAR(5) NOT NULL,
                    PRIMARY KEY (s_id, sf_type))
                """, """
                CREATE TABLE call_forwarding (
                    s_id INTEGER NOT NULL, sf_type INTEGER NOT NULL, start_time INTEGER NOT NULL,
                    end_time INTEGER NOT NULL, numberx VARCHAR(15) NOT NULL,
                    PRIMARY KEY (s_id, sf_type, start_time))
                """);
    }

    /** Inserts subscribers with one access and one active facility each, and calls forwarded from 0 to 8. */
    public static void load(Connection connection, int subscribers) throws SQLException {
        for (int id = 1; id <= subscribers; id++) {
            try (var subscriber = connection.prepareStatement(INSERT_SUBSCRIBER);
                    var access = connection.prepareStatement(INSERT_ACCESS);
                    var facility = connection.prepareStatement(INSERT_FACILITY);
                    var forwarding = connection.prepareStatement(INSERT_FORWARDING)) {
                subscriber.setInt(1, id);
                subscriber.setString(2, number(id));
                subscriber.setInt(3, 0);
                subscriber.setInt(4, id % 16);
                subscriber.setInt(5, id % 256);
                subscriber.setInt(6, 1000 + id);
                subscriber.setInt(7, 2000 + id);
                subscriber.executeUpdate();
                access.setInt(1, id);
                access.setInt(2, 1);
                access.setInt(3, id);
                access.setInt(4, id + 1);
                access.setString(5, "ABC");
                access.setString(6, "ABCDE");
                access.executeUpdate();
                facility.setInt(1, id);
                facility.setInt(2, 1);
                facility.setInt(3, 1);
                facility.setInt(4, 0);
                facility.setInt(5, 0);
                facility.setString(6, "FGHIJ");
                facility.executeUpdate();
                forwarding.setInt(1, id);
                forwarding.setInt(2, 1);
                forwarding.setInt(3, 0);
                forwarding.setInt(4, 8);
                forwarding.setString(5, number(id + 1));
                forwarding.executeUpdate();
            }
        }
    }

    /** Returns the telephone number of a subscriber: fifteen digits. */
    public static String number(int subscriber) {
        return "0".repeat(15 - String.valueOf(subscriber).length()) + subscriber;
    }
}
