package moirai.studies.programs.tatp;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The seven transactions of TATP, 13 statements. The caller commits. A join is asked in two statements, and the number
 * of the caller is looked up before it is used, as in the programs of CLOTHO's evaluation.
 */
public final class Tatp {

    private static final String SUBSCRIBER = """
            SELECT sub_nbr, bit_1, hex_1, byte2_1, msc_location, vlr_location FROM subscriber WHERE s_id = ?
            """;

    private static final String SUBSCRIBER_OF_NUMBER = "SELECT s_id FROM subscriber WHERE sub_nbr = ?";

    private static final String IS_ACTIVE = "SELECT is_active FROM special_facility WHERE s_id = ? AND sf_type = ?";

    private static final String DESTINATION = """
            SELECT numberx FROM call_forwarding WHERE s_id = ? AND sf_type = ? AND start_time <= ? AND end_time > ?
            """;

    private static final String ACCESS =
            "SELECT data1, data2, data3, data4 FROM access_info WHERE s_id = ? AND ai_type = ?";

    private static final String UPDATE_BIT = "UPDATE subscriber SET bit_1 = ? WHERE s_id = ?";

    private static final String UPDATE_FACILITY =
            "UPDATE special_facility SET data_a = ? WHERE s_id = ? AND sf_type = ?";

    private static final String UPDATE_LOCATION = "UPDATE subscriber SET vlr_location = ? WHERE s_id = ?";

    private static final String FACILITIES = "SELECT sf_type FROM special_facility WHERE s_id = ?";

    private static final String INSERT_FORWARDING = """
            INSERT INTO call_forwarding (s_id, sf_type, start_time, end_time, numberx) VALUES (?, ?, ?, ?, ?)
            """;

    private static final String DELETE_FORWARDING = """
            DELETE FROM call_forwarding WHERE s_id = ? AND sf_type = ? AND start_time = ?
            """;

    /** Executes GET_SUBSCRIBER_DATA; returns the location of the subscriber, 0 if there is none. */
    public int subscriberData(Connection connection, int subscriber) throws SQLException {
        try (var select = connection.prepareStatement(SUBSCRIBER)) {
            select.setInt(1, subscriber);
            ResultSet found = select.executeQuery();
            if (found.next()) {
                return found.getInt("vlr_location");
            }
            return 0;
        }
    }

    /** Executes GET_NEW_DESTINATION; returns the number that calls at this hour are forwarded to, empty if to none. */
    public String newDestination(Connection connection, int subscriber, int facility, int hour) throws SQLException {
        try (var active = connection.prepareStatement(IS_ACTIVE);
                var destination = connection.prepareStatement(DESTINATION)) {
            active.setInt(1, subscriber);
            active.setInt(2, facility);
            ResultSet facilities = active.executeQuery();
            if (!facilities.next()) {
                return "";
            }
            if (facilities.getInt("is_active") != 1) {
                return "";
            }
            destination.setInt(1, subscriber);
            destination.setInt(2, facility);
            destination.setInt(3, hour);
            destination.setInt(4, hour);
            ResultSet numbers = destination.executeQuery();
            if (numbers.next()) {
                return numbers.getString("numberx");
            }
            return "";
        }
    }

    /**
     * Executes GET_ACCESS_DATA; returns the first number of the subscriber's access, -1 if there is no such access.
     */
    public int accessData(Connection connection, int subscriber, int type) throws SQLException {
        try (var select = connection.prepareStatement(ACCESS)) {
            select.setInt(1, subscriber);
            select.setInt(2, type);
            ResultSet found = select.executeQuery();
            if (found.next()) {
                return found.getInt("data1");
            }
            return -1;
        }
    }

    /** Executes UPDATE_SUBSCRIBER_DATA; returns whether there was such a facility. */
    public boolean updateSubscriberData(Connection connection, int subscriber, int bit, int facility, int data)
            throws SQLException {
        try (var updateBit = connection.prepareStatement(UPDATE_BIT);
                var updateFacility = connection.prepareStatement(UPDATE_FACILITY)) {
            updateBit.setInt(1, bit);
            updateBit.setInt(2, subscriber);
            updateBit.executeUpdate();
            updateFacility.setInt(1, data);
            updateFacility.setInt(2, subscriber);
            updateFacility.setInt(3, facility);
            return updateFacility.executeUpdate() > 0;
        }
    }

    /** Executes UPDATE_LOCATION; returns whether there is such a number. */
    public boolean updateLocation(Connection connection, String number, int location) throws SQLException {
        try (var subscriber = connection.prepareStatement(SUBSCRIBER_OF_NUMBER);
                var update = connection.prepareStatement(UPDATE_LOCATION)) {
            subscriber.setString(1, number);
            ResultSet found = subscriber.executeQuery();
            if (!found.next()) {
                return false;
            }
            update.setInt(1, location);
            update.setInt(2, found.getInt("s_id"));
            update.executeUpdate();
            return true;
        }
    }

    /**
     * A time of day at which calls of a number are forwarded.
     *
     * @param start the hour at which it begins: 0, 8 or 16
     * @param end the hour before which it ends
     */
    public record Forwarding(String number, int facility, int start, int end, String destination) {}

    /**
     * Executes INSERT_CALL_FORWARDING; returns whether the number has such a facility; fails if it is forwarded then.
     */
    public boolean insertCallForwarding(Connection connection, Forwarding forwarding) throws SQLException {
        try (var subscriber = connection.prepareStatement(SUBSCRIBER_OF_NUMBER);
                var facilities = connection.prepareStatement(FACILITIES);
                var insert = connection.prepareStatement(INSERT_FORWARDING)) {
            subscriber.setString(1, forwarding.number());
            ResultSet found = subscriber.executeQuery();
            if (!found.next()) {
                return false;
            }
            int id = found.getInt("s_id");
            facilities.setInt(1, id);
            ResultSet types = facilities.executeQuery();
            if (!types.next()) {
                return false;
            }
            insert.setInt(1, id);
            insert.setInt(2, forwarding.facility());
            insert.setInt(3, forwarding.start());
            insert.setInt(4, forwarding.end());
            insert.setString(5, forwarding.destination());
            insert.executeUpdate();
            return true;
        }
    }

    /** Executes DELETE_CALL_FORWARDING; returns whether calls were forwarded from that hour on. */
    public boolean deleteCallForwarding(Connection connection, String number, int facility, int start)
            throws SQLException {
        try (var subscriber = connection.prepareStatement(SUBSCRIBER_OF_NUMBER);
                var delete = connection.prepareStatement(DELETE_FORWARDING)) {
            subscriber.setString(1, number);
            ResultSet found = subscriber.executeQuery();
            if (!found.next()) {
                return false;
            }
            delete.setInt(1, found.getInt("s_id"));
            delete.setInt(2, facility);
            delete.setInt(3, start);
            return delete.executeUpdate() > 0;
        }
    }
}
