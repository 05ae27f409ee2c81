package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlSession;
import org.junit.jupiter.api.Test;

/** Databases that a test runner creates and drops: the store is one, under a name of its own. */
class DatabasesTest {

    private final SqlDatabase store =
            new SqlDatabase(new MockStore(StoreOptions.uniform(IsolationLevel.STRICT_SERIALIZABLE, new Seed(1))));
    private final Databases databases = new DefinedCatalog(store, CatalogServer.NONE).databases();

    @Test
    void databaseIsCreatedAndDroppedWithAllThatIsInIt() {
        databases.execute("CREATE DATABASE \"test_App\" WITH ENCODING 'UTF8' TEMPLATE template0");
        try (SqlSession session = store.session()) {
            session.execute("CREATE TABLE t (id serial PRIMARY KEY)");
            session.execute("INSERT INTO t DEFAULT VALUES");

            databases.execute("DROP DATABASE \"test_App\"");

            assertRefused("42P01", () -> session.execute("SELECT * FROM t"));
            databases.execute("CREATE DATABASE other");
            session.execute("CREATE TABLE t (id serial PRIMARY KEY)");
            assertThat(session.execute("SELECT * FROM t").rows()).isEmpty();
        }
    }

    @Test
    void oneThatIsNotThereIsMissed() {
        assertRefused("3D000", () -> databases.execute("DROP DATABASE x"));
        assertThat(databases.execute("DROP DATABASE IF EXISTS x")).contains("database \"x\" does not exist, skipping");
    }

    @Test
    void secondDatabaseAndOneBesideTablesAreRefused() {
        databases.execute("CREATE DATABASE one");
        assertRefused("42P04", () -> databases.execute("CREATE DATABASE one"));
        assertRefused("0A000", () -> databases.execute("CREATE DATABASE two"));
        databases.execute("DROP DATABASE one");
        try (SqlSession session = store.session()) {
            session.execute("CREATE TABLE t (id int)");
        }
        assertRefused("0A000", () -> databases.execute("CREATE DATABASE one"));
    }

    @Test
    void schemaIsNotLostToADatabase() {
        try (SqlSession session = store.session()) {
            session.execute("CREATE SCHEMA app");
            assertRefused("0A000", () -> databases.execute("CREATE DATABASE one"));
            session.execute("CREATE TABLE app.t (id int)");
        }
    }

    @Test
    void whatWasDroppedBeforeDoesNotCount() {
        try (SqlSession session = store.session()) {
            session.execute("CREATE TABLE t (id int)");
            session.execute("DROP TABLE t");
        }
        databases.execute("CREATE DATABASE moirai");
        databases.execute("DROP DATABASE IF EXISTS moirai");
        assertRefused("42601", () -> databases.execute("DROP DATABASE IF EXISTS nope garbage"));
    }

    @Test
    void transactionThatIsPendingUnderAnotherNameIsNotLost() {
        databases.execute("CREATE DATABASE one");
        try (SqlSession session = store.session()) {
            session.execute("CREATE TABLE t (id int)");
            session.execute("BEGIN");
            session.execute("INSERT INTO t VALUES (1)");
            assertRefused("55006", () -> databases.execute("DROP DATABASE one"));
            session.execute("COMMIT");
            session.execute("BEGIN");
            session.execute("TRUNCATE t");
            assertRefused("55P03", () -> databases.execute("DROP DATABASE one"));
            session.execute("ROLLBACK");
            assertThat(session.execute("SELECT * FROM t").rows()).hasSize(1);
            databases.execute("DROP DATABASE one");
        }
    }

    @Test
    void databaseInUseIsNotDropped() {
        databases.execute("CREATE DATABASE one");
        databases.connected("one");
        assertRefused("55006", () -> databases.execute("DROP DATABASE one WITH (FORCE)"));
        databases.disconnected("one");
        databases.execute("DROP DATABASE one");
    }

    @Test
    void optionsThatWouldChangeWhatIsReadAreRefused() {
        assertRefused("0A000", () -> databases.execute("CREATE DATABASE x ENCODING 'LATIN1'"));
        assertRefused("0A000", () -> databases.execute("CREATE DATABASE x LC_COLLATE 'de_DE'"));
        assertRefused("0A000", () -> databases.execute("CREATE DATABASE x TEMPLATE other"));
    }

    private static void assertRefused(String sqlState, Runnable statement) {
        assertThatThrownBy(statement::run)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        refused -> assertThat(refused.sqlState()).isEqualTo(sqlState));
    }
}
