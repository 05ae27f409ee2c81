package moirai.studies.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.studies.programs.tatp.Tatp;
import moirai.studies.programs.tatp.TatpSchema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TatpTest {

    private final Tatp tatp = new Tatp();

    private static Connection open(Engine engine) throws SQLException {
        return engine.open(TatpSchema.statements(), connection -> TatpSchema.load(connection, 3));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAskedIsWhatWasLoaded(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            assertThat(tatp.subscriberData(connection, 2)).isEqualTo(2002);
            assertThat(tatp.subscriberData(connection, 4)).isZero();
            assertThat(tatp.accessData(connection, 3, 1)).isEqualTo(3);
            assertThat(tatp.accessData(connection, 3, 2)).isEqualTo(-1);
            assertThat(tatp.newDestination(connection, 1, 1, 7)).isEqualTo(TatpSchema.number(2));
            assertThat(tatp.newDestination(connection, 1, 1, 8)).isEmpty();
            assertThat(tatp.newDestination(connection, 1, 2, 7)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsUpdatedIsFoundAfterwards(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            assertThat(tatp.updateLocation(connection, TatpSchema.number(2), 77))
                    .isTrue();
            assertThat(tatp.updateLocation(connection, TatpSchema.number(9), 77))
                    .isFalse();
            assertThat(tatp.subscriberData(connection, 2)).isEqualTo(77);
            assertThat(tatp.updateSubscriberData(connection, 2, 1, 1, 42)).isTrue();
            assertThat(tatp.updateSubscriberData(connection, 2, 1, 9, 42)).isFalse();
            assertThat(Engine.number(connection, "SELECT bit_1 FROM subscriber WHERE s_id = 2"))
                    .isEqualTo(1);
            assertThat(Engine.number(connection, "SELECT data_a FROM special_facility WHERE s_id = 2"))
                    .isEqualTo(42);
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsGoOnUntilThatIsDeleted(Engine engine) throws SQLException {
        var evening = new Tatp.Forwarding(TatpSchema.number(1), 1, 16, 24, "9");
        try (Connection connection = open(engine)) {
            assertThat(tatp.insertCallForwarding(connection, evening)).isTrue();
            assertThat(tatp.newDestination(connection, 1, 1, 20)).isEqualTo("9");
            assertThat(tatp.insertCallForwarding(connection, new Tatp.Forwarding(TatpSchema.number(8), 1, 16, 24, "9")))
                    .isFalse();
            assertThat(tatp.deleteCallForwarding(connection, TatpSchema.number(1), 1, 16))
                    .isTrue();
            assertThat(tatp.deleteCallForwarding(connection, TatpSchema.number(1), 1, 16))
                    .isFalse();
            assertThat(tatp.deleteCallForwarding(connection, TatpSchema.number(8), 1, 16))
                    .isFalse();
            assertThat(tatp.newDestination(connection, 1, 1, 20)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsCannotGoOnTwiceFromOneTime(Engine engine) throws SQLException {
        var morning = new Tatp.Forwarding(TatpSchema.number(1), 1, 0, 8, "9");
        try (Connection connection = open(engine)) {
            assertThatThrownBy(() -> tatp.insertCallForwarding(connection, morning))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refusal -> assertThat(refusal.getSQLState()).isEqualTo("23505"));
        }
    }
}
