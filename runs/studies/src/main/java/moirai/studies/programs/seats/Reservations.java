package moirai.studies.programs.seats;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** NewReservation and UpdateReservation of SEATS. The caller commits. */
public final class Reservations {

    private static final String FLIGHT = "SELECT f_al_id, f_seats_left FROM flight WHERE f_id = ?";

    private static final String AIRLINE = "SELECT al_name FROM airline WHERE al_id = ?";

    private static final String SEAT_TAKEN = "SELECT r_id FROM reservation WHERE r_f_id = ? AND r_seat = ?";

    private static final String HAS_SEAT = "SELECT r_id FROM reservation WHERE r_f_id = ? AND r_c_id = ?";

    private static final String CUSTOMER = "SELECT c_balance, c_iattr10, c_iattr11 FROM customer WHERE c_id = ?";

    private static final String INSERT_RESERVATION = """
            INSERT INTO reservation (r_id, r_c_id, r_f_id, r_seat, r_price, r_iattr00) VALUES (?, ?, ?, ?, ?, ?)
            """;

    private static final String UPDATE_FLIGHT = "UPDATE flight SET f_seats_left = ? WHERE f_id = ?";

    private static final String UPDATE_CUSTOMER = "UPDATE customer SET c_iattr10 = ?, c_iattr11 = ? WHERE c_id = ?";

    private static final String FREQUENT_FLYER =
            "SELECT ff_iattr10 FROM frequent_flyer WHERE ff_c_id = ? AND ff_al_id = ?";

    private static final String UPDATE_FREQUENT_FLYER =
            "UPDATE frequent_flyer SET ff_iattr10 = ? WHERE ff_c_id = ? AND ff_al_id = ?";

    private static final String UPDATE_SEAT =
            "UPDATE reservation SET r_seat = ? WHERE r_id = ? AND r_c_id = ? AND r_f_id = ?";

    /**
     * A seat for a customer on a flight.
     *
     * @param id a number that no other reservation has
     */
    public record Seat(int id, int customer, int flight, int seat, int price) {}

    /** Executes NewReservation; returns whether the seat was free and the customer had none on this flight yet. */
    public boolean newReservation(Connection connection, Seat wanted) throws SQLException {
        try (var flight = connection.prepareStatement(FLIGHT);
                var airline = connection.prepareStatement(AIRLINE)) {
            flight.setInt(1, wanted.flight());
            ResultSet flights = flight.executeQuery();
            if (!flights.next()) {
                return false;
            }
            int airlineId = flights.getInt("f_al_id");
            int left = flights.getInt("f_seats_left");
            airline.setInt(1, airlineId);
            ResultSet airlines = airline.executeQuery();
            if (!airlines.next()) {
                return false;
            }
            if (left <= 0) {
                return false;
            }
            if (isTaken(connection, wanted.flight(), wanted.seat())) {
                return false;
            }
            if (hasSeat(connection, wanted.flight(), wanted.customer())) {
                return false;
            }
            return reserve(connection, wanted, airlineId, left);
        }
    }

    private boolean isTaken(Connection connection, int flight, int seat) throws SQLException {
        try (var select = connection.prepareStatement(SEAT_TAKEN)) {
            select.setInt(1, flight);
            select.setInt(2, seat);
            return select.executeQuery().next();
        }
    }

    private boolean hasSeat(Connection connection, int flight, int customer) throws SQLException {
        try (var select = connection.prepareStatement(HAS_SEAT)) {
            select.setInt(1, flight);
            select.setInt(2, customer);
            return select.executeQuery().next();
        }
    }

    private boolean reserve(Connection connection, Seat wanted, int airline, int left) throws SQLException {
        try (var customer = connection.prepareStatement(CUSTOMER);
                var insert = connection.prepareStatement(INSERT_RESERVATION);
                var updateFlight = connection.prepareStatement(UPDATE_FLIGHT);
                var updateCustomer = connection.prepareStatement(UPDATE_CUSTOMER)) {
            customer.setInt(1, wanted.customer());
            ResultSet customers = customer.executeQuery();
            if (!customers.next()) {
                return false;
            }
            insert.setInt(1, wanted.id());
            insert.setInt(2, wanted.customer());
            insert.setInt(3, wanted.flight());
            insert.setInt(4, wanted.seat());
            insert.setInt(5, wanted.price());
            insert.setInt(6, 0);
            insert.executeUpdate();
            updateFlight.setInt(1, left - 1);
            updateFlight.setInt(2, wanted.flight());
            updateFlight.executeUpdate();
            updateCustomer.setInt(1, customers.getInt("c_iattr10") + 1);
            updateCustomer.setInt(2, customers.getInt("c_iattr11") + 1);
            updateCustomer.setInt(3, wanted.customer());
            updateCustomer.executeUpdate();
            countFlight(connection, wanted.customer(), airline);
            return true;
        }
    }

    private void countFlight(Connection connection, int customer, int airline) throws SQLException {
        try (var flyer = connection.prepareStatement(FREQUENT_FLYER);
                var update = connection.prepareStatement(UPDATE_FREQUENT_FLYER)) {
            flyer.setInt(1, customer);
            flyer.setInt(2, airline);
            ResultSet flyers = flyer.executeQuery();
            if (flyers.next()) {
                update.setInt(1, flyers.getInt("ff_iattr10") + 1);
                update.setInt(2, customer);
                update.setInt(3, airline);
                update.executeUpdate();
            }
        }
    }

    /** Executes UpdateReservation; returns whether the seat was free and the customer has a reservation to move. */
    public boolean updateReservation(Connection connection, int reservation, int customer, int flight, int seat)
            throws SQLException {
        try (var update = connection.prepareStatement(UPDATE_SEAT)) {
            if (isTaken(connection, flight, seat)) {
                return false;
            }
            if (!hasSeat(connection, flight, customer)) {
                return false;
            }
            update.setInt(1, seat);
            update.setInt(2, reservation);
            update.setInt(3, customer);
            update.setInt(4, flight);
            return update.executeUpdate() > 0;
        }
    }
}
