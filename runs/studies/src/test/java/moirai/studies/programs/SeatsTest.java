package moirai.studies.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.studies.programs.seats.Cancellations;
import moirai.studies.programs.seats.Customers;
import moirai.studies.programs.seats.Flights;
import moirai.studies.programs.seats.Reservations;
import moirai.studies.programs.seats.SeatsSchema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeatsTest {

    private final Flights flights = new Flights();
    private final Reservations reservations = new Reservations();
    private final Cancellations cancellations = new Cancellations();
    private final Customers customers = new Customers();

    private static Connection open(Engine engine) throws SQLException {
        return engine.open(SeatsSchema.statements(), connection -> SeatsSchema.load(connection, 3));
    }

    private boolean reserve(Connection connection, int id, int customer, int seat) throws SQLException {
        return reservations.newReservation(connection, new Reservations.Seat(id, customer, 1, seat, 100));
    }

    private static int left(Connection connection) throws SQLException {
        return Engine.number(connection, "SELECT f_seats_left FROM flight WHERE f_id = 1");
    }

    @ParameterizedTest
    @EnumSource
    void flightsToTheAirportAndNearItAreFound(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            assertThat(flights.findFlights(connection, new Flights.Wish(1, 2, 0, 120, 100)))
                    .containsExactlyInAnyOrder(
                            "1 Moirai Air AAA (Here) BBB (There)", "2 Moirai Air AAA (Here) BBB (There)");
            assertThat(flights.findFlights(connection, new Flights.Wish(1, 3, 0, 60, 100)))
                    .containsExactly("1 Moirai Air AAA (Here) BBB (There)");
            assertThat(flights.findFlights(connection, new Flights.Wish(1, 3, 0, 60, 10)))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSeatIsReservedOnce(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            assertThat(reserve(connection, 1, 1, 3)).isTrue();
            assertThat(reserve(connection, 2, 2, 3)).isFalse();
            assertThat(reserve(connection, 2, 1, 2)).isFalse();
            assertThat(reserve(connection, 2, 9, 2)).isFalse();
            assertThat(flights.findOpenSeats(connection, 1)).containsExactly(1, 2, 4);
            assertThat(flights.findOpenSeats(connection, 9)).isEmpty();
            assertThat(left(connection)).isEqualTo(SeatsSchema.SEATS - 1);
            assertThat(Engine.number(connection, "SELECT c_iattr11 FROM customer WHERE c_id = 1"))
                    .isEqualTo(1);
            assertThat(Engine.number(connection, "SELECT ff_iattr10 FROM frequent_flyer WHERE ff_c_id = 1"))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReservationMovesToAFreeSeat(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            reserve(connection, 1, 1, 3);
            reserve(connection, 2, 2, 4);

            assertThat(reservations.updateReservation(connection, 1, 1, 1, 4)).isFalse();
            assertThat(reservations.updateReservation(connection, 3, 3, 1, 1)).isFalse();
            assertThat(reservations.updateReservation(connection, 1, 1, 1, 1)).isTrue();
            assertThat(flights.findOpenSeats(connection, 1)).containsExactly(2, 3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoCancelsIsPaidBack(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            reserve(connection, 1, 1, 3);
            reserve(connection, 2, 2, 4);

            assertThat(cancellations.deleteOfCustomer(connection, "C1", 1)).isTrue();
            assertThat(cancellations.deleteOfCustomer(connection, "C1", 1)).isFalse();
            assertThat(cancellations.deleteOfFlyer(connection, "F2", 1)).isTrue();
            assertThat(cancellations.deleteOfFlyer(connection, "nobody", 1)).isFalse();
            assertThat(left(connection)).isEqualTo(SeatsSchema.SEATS);
            assertThat(Engine.number(connection, "SELECT c_balance FROM customer WHERE c_id = 1"))
                    .isEqualTo(1100);
            assertThat(Engine.number(connection, "SELECT ff_iattr10 FROM frequent_flyer WHERE ff_c_id = 2"))
                    .isZero();
            assertThat(Engine.number(connection, "SELECT COUNT(*) FROM reservation"))
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCustomerIsUpdatedWithOrWithoutWhatAirlinesKnow(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            assertThat(customers.updateCustomer(connection, "C1", 5, true)).isEqualTo("Here");
            assertThat(customers.updateCustomer(connection, "C2", 6, false)).isEqualTo("Here");
            assertThat(customers.updateCustomer(connection, "C9", 6, false)).isEmpty();
            assertThat(Engine.number(connection, "SELECT c_iattr00 FROM customer WHERE c_id = 2"))
                    .isEqualTo(6);
            assertThat(Engine.number(connection, "SELECT SUM(ff_iattr00) FROM frequent_flyer"))
                    .isEqualTo(5);
        }
    }
}
