package moirai.studies.programs.seats;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The transactions of SEATS that only read: FindFlights and FindOpenSeats. */
public final class Flights {

    private static final String NEAR = """
            SELECT d_ap_id1 FROM airport_distance WHERE d_ap_id0 = ? AND d_distance <= ? ORDER BY d_distance, d_ap_id1
            """;

    private static final String FLIGHTS = """
            SELECT f_id, f_al_id, f_depart_time FROM flight
            WHERE f_depart_ap_id = ? AND f_depart_time >= ? AND f_depart_time <= ? AND f_arrive_ap_id = ?
            """;

    private static final String AIRLINE = "SELECT al_name FROM airline WHERE al_id = ?";

    private static final String DEPART_AIRPORT = "SELECT ap_code, ap_co_id FROM airport WHERE ap_id = ?";

    private static final String DEPART_COUNTRY = "SELECT co_name FROM country WHERE co_id = ?";

    private static final String ARRIVE_AIRPORT = "SELECT ap_code, ap_co_id FROM airport WHERE ap_id = ?";

    private static final String ARRIVE_COUNTRY = "SELECT co_name FROM country WHERE co_id = ?";

    private static final String FLIGHT = """
            SELECT f_base_price, f_seats_total, f_seats_left FROM flight WHERE f_id = ?
            """;

    private static final String TAKEN = "SELECT r_seat FROM reservation WHERE r_f_id = ? ORDER BY r_seat";

    /**
     * The flight that a customer looks for.
     *
     * @param from the first minute of departure
     * @param to the last minute of departure
     * @param distance the maximal distance of other airports from the airport of arrival
     */
    public record Wish(int depart, int arrive, int from, int to, int distance) {}

    /**
     * Executes FindFlights; returns texts as {@code 7 Moirai Air AAA (Here) BBB (There)}, first to the airport itself.
     */
    public List<String> findFlights(Connection connection, Wish wish) throws SQLException {
        var found = new ArrayList<String>(flightsTo(connection, wish, wish.arrive()));
        try (var near = connection.prepareStatement(NEAR)) {
            near.setInt(1, wish.arrive());
            near.setInt(2, wish.distance());
            ResultSet airports = near.executeQuery();
            while (airports.next()) {
                found.addAll(flightsTo(connection, wish, airports.getInt("d_ap_id1")));
            }
        }
        return found;
    }

    private List<String> flightsTo(Connection connection, Wish wish, int arrive) throws SQLException {
        var found = new ArrayList<String>();
        try (var flights = connection.prepareStatement(FLIGHTS);
                var airline = connection.prepareStatement(AIRLINE)) {
            flights.setInt(1, wish.depart());
            flights.setInt(2, wish.from());
            flights.setInt(3, wish.to());
            flights.setInt(4, arrive);
            ResultSet rows = flights.executeQuery();
            while (rows.next()) {
                airline.setInt(1, rows.getInt("f_al_id"));
                ResultSet airlines = airline.executeQuery();
                airlines.next();
                found.add(rows.getInt("f_id") + " " + airlines.getString("al_name") + " "
                        + departure(connection, wish.depart()) + " " + arrival(connection, arrive));
            }
        }
        return found;
    }

    private String departure(Connection connection, int airport) throws SQLException {
        try (var select = connection.prepareStatement(DEPART_AIRPORT);
                var country = connection.prepareStatement(DEPART_COUNTRY)) {
            select.setInt(1, airport);
            ResultSet airports = select.executeQuery();
            airports.next();
            country.setInt(1, airports.getInt("ap_co_id"));
            ResultSet countries = country.executeQuery();
            countries.next();
            return airports.getString("ap_code") + " (" + countries.getString("co_name") + ")";
        }
    }

    private String arrival(Connection connection, int airport) throws SQLException {
        try (var select = connection.prepareStatement(ARRIVE_AIRPORT);
                var country = connection.prepareStatement(ARRIVE_COUNTRY)) {
            select.setInt(1, airport);
            ResultSet airports = select.executeQuery();
            airports.next();
            country.setInt(1, airports.getInt("ap_co_id"));
            ResultSet countries = country.executeQuery();
            countries.next();
            return airports.getString("ap_code") + " (" + countries.getString("co_name") + ")";
        }
    }

    /** Executes FindOpenSeats; returns the free seats, from 1, and none if there is no such flight. */
    public List<Integer> findOpenSeats(Connection connection, int flight) throws SQLException {
        var open = new ArrayList<Integer>();
        try (var select = connection.prepareStatement(FLIGHT);
                var taken = connection.prepareStatement(TAKEN)) {
            select.setInt(1, flight);
            ResultSet flights = select.executeQuery();
            if (!flights.next()) {
                return open;
            }
            for (int seat = 1; seat <= flights.getInt("f_seats_total"); seat++) {
                open.add(seat);
            }
            taken.setInt(1, flight);
            ResultSet seats = taken.executeQuery();
            while (seats.next()) {
                open.remove(Integer.valueOf(seats.getInt("r_seat")));
            }
            return open;
        }
    }
}
