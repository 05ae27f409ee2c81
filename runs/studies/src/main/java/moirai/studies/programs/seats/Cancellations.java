package moirai.studies.programs.seats;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** DeleteReservation of SEATS. The caller commits. */
public final class Cancellations {

    private static final String CUSTOMER_OF_NAME = "SELECT c_id FROM customer WHERE c_id_str = ?";

    private static final String CUSTOMER_OF_FLYER = "SELECT ff_c_id FROM frequent_flyer WHERE ff_c_id_str = ?";

    private static final String CUSTOMER = "SELECT c_balance, c_iattr10, c_iattr11 FROM customer WHERE c_id = ?";

    private static final String FLIGHT = "SELECT f_al_id, f_seats_left FROM flight WHERE f_id = ?";

    private static final String RESERVATION = "SELECT r_id, r_price FROM reservation WHERE r_c_id = ? AND r_f_id = ?";

    private static final String DELETE_RESERVATION =
            "DELETE FROM reservation WHERE r_id = ? AND r_c_id = ? AND r_f_id = ?";

    private static final String UPDATE_FLIGHT = "UPDATE flight SET f_seats_left = ? WHERE f_id = ?";

    private static final String UPDATE_CUSTOMER =
            "UPDATE customer SET c_balance = ?, c_iattr10 = ?, c_iattr11 = ? WHERE c_id = ?";

    private static final String FREQUENT_FLYER =
            "SELECT ff_iattr10 FROM frequent_flyer WHERE ff_c_id = ? AND ff_al_id = ?";

    private static final String UPDATE_FREQUENT_FLYER =
            "UPDATE frequent_flyer SET ff_iattr10 = ? WHERE ff_c_id = ? AND ff_al_id = ?";

    /** Executes DeleteReservation by the customer's name; returns whether there was a reservation. */
    public boolean deleteOfCustomer(Connection connection, String name, int flight) throws SQLException {
        try (var select = connection.prepareStatement(CUSTOMER_OF_NAME)) {
            select.setString(1, name);
            ResultSet found = select.executeQuery();
            if (!found.next()) {
                return false;
            }
            return delete(connection, found.getInt("c_id"), flight);
        }
    }

    /** Executes DeleteReservation by the name of a frequent flyer; returns whether there was a reservation. */
    public boolean deleteOfFlyer(Connection connection, String name, int flight) throws SQLException {
        try (var select = connection.prepareStatement(CUSTOMER_OF_FLYER)) {
            select.setString(1, name);
            ResultSet found = select.executeQuery();
            if (!found.next()) {
                return false;
            }
            return delete(connection, found.getInt("ff_c_id"), flight);
        }
    }

    private boolean delete(Connection connection, int customer, int flight) throws SQLException {
        try (var reservation = connection.prepareStatement(RESERVATION);
                var delete = connection.prepareStatement(DELETE_RESERVATION)) {
            reservation.setInt(1, customer);
            reservation.setInt(2, flight);
            ResultSet found = reservation.executeQuery();
            if (!found.next()) {
                return false;
            }
            delete.setInt(1, found.getInt("r_id"));
            delete.setInt(2, customer);
            delete.setInt(3, flight);
            delete.executeUpdate();
            freeSeat(connection, customer, flight);
            payBack(connection, customer, found.getInt("r_price"));
            return true;
        }
    }

    private void freeSeat(Connection connection, int customer, int flight) throws SQLException {
        try (var select = connection.prepareStatement(FLIGHT);
                var update = connection.prepareStatement(UPDATE_FLIGHT);
                var flyer = connection.prepareStatement(FREQUENT_FLYER);
                var updateFlyer = connection.prepareStatement(UPDATE_FREQUENT_FLYER)) {
            select.setInt(1, flight);
            ResultSet flights = select.executeQuery();
            if (flights.next()) {
                int airline = flights.getInt("f_al_id");
                update.setInt(1, flights.getInt("f_seats_left") + 1);
                update.setInt(2, flight);
                update.executeUpdate();
                flyer.setInt(1, customer);
                flyer.setInt(2, airline);
                ResultSet flyers = flyer.executeQuery();
                if (flyers.next()) {
                    updateFlyer.setInt(1, flyers.getInt("ff_iattr10") - 1);
                    updateFlyer.setInt(2, customer);
                    updateFlyer.setInt(3, airline);
                    updateFlyer.executeUpdate();
                }
            }
        }
    }

    private void payBack(Connection connection, int customer, int price) throws SQLException {
        try (var select = connection.prepareStatement(CUSTOMER);
                var update = connection.prepareStatement(UPDATE_CUSTOMER)) {
            select.setInt(1, customer);
            ResultSet found = select.executeQuery();
            if (found.next()) {
                update.setInt(1, found.getInt("c_balance") + price);
                update.setInt(2, found.getInt("c_iattr10") - 1);
                update.setInt(3, found.getInt("c_iattr11") - 1);
                update.setInt(4, customer);
                update.executeUpdate();
            }
        }
    }
}
