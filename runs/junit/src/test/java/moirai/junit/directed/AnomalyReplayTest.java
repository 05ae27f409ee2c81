package moirai.junit.directed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import moirai.junit.JupiterRun;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays on a data source of the test's own. */
class AnomalyReplayTest {

    private static final String LOST = "lost update in sell, by another sell [8e64bf9a-stale-read]";

    @TempDir
    private Path directory;

    private static DataSource h2(String url) {
        var source = new JdbcDataSource();
        source.setURL(url);
        return source;
    }

    static class OnOurs {

        static final DataSource SOURCE = h2("jdbc:h2:mem:ours;DB_CLOSE_DELAY=-1");

        @AnomaliesOf(Shop.class)
        void shop(AnomalyReplay replay) {
            replay.on(SOURCE);
        }
    }

    @Test
    void theAnomalyHappensOnADataSourceAndLeavesNothing() throws SQLException {
        assertThat(JupiterRun.of(OnOurs.class, directory).failure(LOST))
                .contains("It happened on H2 at read committed");
        try (Connection connection = OnOurs.SOURCE.getConnection();
                var schemas = connection.getMetaData().getSchemas()) {
            while (schemas.next()) {
                assertThat(schemas.getString(1)).isIn("INFORMATION_SCHEMA", "PUBLIC");
            }
        }
    }

    static class OnNone {

        @AnomaliesOf(Shop.class)
        void shop(AnomalyReplay replay) {}
    }

    @Test
    void aReplayThatIsNotAskedForIsAnError() {
        assertThat(JupiterRun.of(OnNone.class, directory).failure(LOST))
                .isEqualTo(
                        "@AnomaliesOf: nothing was replayed; expected one call of on(dataSource) or onContainer(…) of"
                                + " the parameter AnomalyReplay, or a method without it");
    }

    static class OnTwo {

        @AnomaliesOf(value = Shop.class, isolation = "serializable")
        void shop(AnomalyReplay replay) {
            replay.on(OnOurs.SOURCE);
            replay.on(OnOurs.SOURCE);
        }
    }

    @Test
    void aSecondDatabaseIsRefused() {
        assertThat(JupiterRun.of(OnTwo.class, directory).failure(LOST))
                .startsWith("@AnomaliesOf: this cause was replayed on H2 at serializable already");
    }

    static class OnSomebodys {

        @AnomaliesOf(Shop.class)
        void shop(AnomalyReplay replay) {
            replay.on(h2("jdbc:h2:./target/somebodys-shop;IFEXISTS=FALSE"));
        }
    }

    @Test
    void aDatabaseWithoutConsentIsRefused() {
        assertThat(JupiterRun.of(OnSomebodys.class, directory).failure(LOST)).contains("is no database of this test");
    }
}
