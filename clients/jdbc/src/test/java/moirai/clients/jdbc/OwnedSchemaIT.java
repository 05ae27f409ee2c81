package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.owned.Owned;
import moirai.clients.jdbc.owned.OwnedSchema;
import org.junit.jupiter.api.Test;

/** Abandoned schemas can be told from those that a living process uses, and from those of somebody else. */
class OwnedSchemaIT {

    private static List<String> schemas(Connection connection, String prefix) throws SQLException {
        var names = new ArrayList<String>();
        try (var rows = connection.getMetaData().getSchemas(null, prefix.replace("_", "\\_") + "%")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    @Test
    void anAbandonedSchemaIsDroppedAndOneThatIsUsedIsNot() throws SQLException {
        try (var observer = TestServer.admin();
                var living = OwnedSchema.create(TestServer.admin(), Owned.REPLAY_SCHEMA, "999001_1")) {
            var killed = TestServer.admin();
            OwnedSchema.create(killed, Owned.REPLAY_SCHEMA, "999001_2");
            killed.close();
            TestServer.execute(observer, "CREATE SCHEMA moirai_directed_999001_3");

            // The server may not have noticed yet that the second connection is gone.
            while (schemas(observer, "moirai_directed_999001").contains("moirai_directed_999001_2")) {
                try (var clearing = TestServer.admin()) {
                    OwnedSchema.dropAbandoned(clearing, Owned.REPLAY_SCHEMA);
                }
            }

            assertThat(schemas(observer, "moirai_directed_999001"))
                    .containsExactly(living.name(), "moirai_directed_999001_3");
            TestServer.execute(observer, "DROP SCHEMA moirai_directed_999001_3");
        }
        try (var observer = TestServer.admin()) {
            assertThat(schemas(observer, "moirai_directed_999001")).isEmpty();
        }
    }

    /** A version of Moirai without this class has made them, statement by statement, and was killed. */
    @Test
    void clearingDropsWhatOlderVersionsHaveLeft() throws SQLException {
        try (var observer = TestServer.admin();
                var factory = TestServer.factory(SqlIsolation.SERIALIZABLE)) {
            TestServer.execute(
                    observer,
                    "CREATE TABLE moirai_append3 (id integer)",
                    "COMMENT ON TABLE moirai_append3 IS 'made by Moirai, which drops it when it starts or ends a run'",
                    "CREATE SCHEMA moirai_program_tpcc",
                    "COMMENT ON SCHEMA moirai_program_tpcc IS"
                            + " 'made by Moirai, which drops it when it starts or ends a program'",
                    "CREATE TABLE moirai_program_tpcc.warehouse (id integer)",
                    "CREATE SCHEMA moirai_directed_5_6",
                    "COMMENT ON SCHEMA moirai_directed_5_6 IS"
                            + " 'made by Moirai, which drops it when it ends a directed replay'",
                    "CREATE SCHEMA moirai_directed_x");

            factory.clear();

            assertThat(schemas(observer, "moirai_")).containsExactly("moirai_directed_x");
            assertThat(TestServer.ask(observer, "SELECT to_regclass('moirai_append3')"))
                    .isEqualTo("null");
            TestServer.execute(observer, "DROP SCHEMA moirai_directed_x");
        }
    }

    @Test
    void aSchemaThatIsUsedOrSomebodysIsRefused() throws SQLException {
        try (var observer = TestServer.admin()) {
            TestServer.execute(observer, "CREATE SCHEMA moirai_program_voter", "CREATE TABLE moirai_program_voter.x()");

            assertThatThrownBy(() -> OwnedSchema.create(TestServer.admin(), Owned.PROGRAM_SCHEMA, "voter"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("already exists");

            assertThat(TestServer.ask(observer, "SELECT to_regclass('moirai_program_voter.x')"))
                    .isEqualTo("moirai_program_voter.x");
            TestServer.execute(observer, "DROP SCHEMA moirai_program_voter CASCADE");
            try (var living = OwnedSchema.create(TestServer.admin(), Owned.PROGRAM_SCHEMA, "voter")) {
                assertThatThrownBy(() -> OwnedSchema.create(TestServer.admin(), Owned.PROGRAM_SCHEMA, "voter"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("lock timeout");
                assertThat(schemas(observer, "moirai_program_")).containsExactly(living.name());
            }
            assertThat(schemas(observer, "moirai_program_")).isEmpty();
        }
    }

    @Test
    void aSchemaThatAKilledProcessHasLeftIsMadeAgain() throws SQLException {
        try (var observer = TestServer.admin()) {
            var killed = TestServer.admin();
            OwnedSchema left = OwnedSchema.create(killed, Owned.PROGRAM_SCHEMA, "wikipedia");
            TestServer.execute(killed, "CREATE TABLE " + left.name() + ".page()");
            killed.close();

            try (var made = OwnedSchema.create(TestServer.admin(), Owned.PROGRAM_SCHEMA, "wikipedia")) {
                assertThat(TestServer.ask(observer, "SELECT to_regclass('" + made.name() + ".page')"))
                        .isEqualTo("null");
            }
        }
    }

    @Test
    void aNameThatCouldNotBeFoundAgainIsRefused() throws SQLException {
        try (var owner = TestServer.admin()) {
            assertThatThrownBy(() -> OwnedSchema.create(owner, Owned.REPLAY_SCHEMA, "1_2\" CASCADE; --"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
