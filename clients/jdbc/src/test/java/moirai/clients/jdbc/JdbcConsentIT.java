package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import moirai.clients.ClientException;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.Inspection;
import moirai.clients.Location;
import moirai.clients.Mark;
import moirai.clients.jdbc.consent.JdbcConsent;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.MariadbDialect;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import org.junit.jupiter.api.Test;

/** The mark in databases that do not agree on much. */
class JdbcConsentIT {

    private static final String PASSWORD = "of-a-test-only";
    private static final Instant END = Instant.parse("2031-01-02T03:04:05Z");

    private static final Dialect POSTGRES = new PostgresDialect(SqlIsolation.SERIALIZABLE);
    private static final Dialect MARIADB = new MariadbDialect(SqlIsolation.SERIALIZABLE);

    private static Endpoint ordinary(Endpoint server, String user, String... statements) throws SQLException {
        try (var admin = DriverManager.getConnection(server.url(), server.user(), server.password())) {
            TestServer.execute(admin, statements);
        }
        return new Endpoint(server.url().replaceAll("/[a-z]*$", "/" + user), user, PASSWORD);
    }

    private static Endpoint postgres(String user) throws SQLException {
        return ordinary(
                TestServer.endpoint(),
                user,
                "CREATE ROLE " + user + " LOGIN PASSWORD '" + PASSWORD + "'",
                "CREATE DATABASE " + user + " OWNER " + user);
    }

    private static Endpoint mariadb(String user) throws SQLException {
        return ordinary(
                TestServer.mariadb(),
                user,
                "CREATE DATABASE " + user,
                "CREATE USER '" + user + "'@'%' IDENTIFIED BY '" + PASSWORD + "'",
                "GRANT ALL ON " + user + ".* TO '" + user + "'@'%'");
    }

    private static void marksAreWrittenReadReplacedAndRemoved(Endpoint endpoint, Dialect dialect) throws SQLException {
        Consent consent = new JdbcConsent(endpoint, dialect);
        Inspection before = consent.inspect();
        assertThat(before.database()).isEqualTo(endpoint.user());
        assertThat(before.user()).startsWith(endpoint.user());
        assertThat(before.isSuperuser()).isFalse();
        assertThat(before.marks()).isEmpty();
        assertThat(before.otherTables()).isEmpty();
        var mark = Mark.of(before.location(), "it's \"staging\"", "Ann Ö.", true, END);

        consent.give(Mark.of(before.location(), "test", "bob", false, END.plusSeconds(1)));
        consent.give(mark);

        Inspection after = consent.inspect();
        assertThat(after.marks()).containsExactly(mark);
        assertThat(mark.belongsTo(after.location())).isTrue();
        assertThat(mark.belongsTo(new Location(after.database(), "another"))).isFalse();
        assertThat(mark.belongsTo(new Location("another", after.location().server())))
                .isFalse();
        assertThat(after.otherTables()).isEmpty();
        assertThat(after.ownTables()).isEmpty();
        try (var user = DriverManager.getConnection(endpoint.url(), endpoint.user(), endpoint.password())) {
            TestServer.execute(user, "CREATE TABLE moirai_append5 (id INT)", "CREATE TABLE moirai_targets (id INT)");
        }
        Inspection shared = consent.inspect();
        assertThat(shared.ownTables()).singleElement().asString().endsWith("moirai_append5");
        assertThat(shared.otherTables()).singleElement().asString().endsWith("moirai_targets");

        consent.withdraw();
        consent.withdraw();
        assertThat(consent.inspect().marks()).isEmpty();
    }

    @Test
    void postgresKeepsAMark() throws SQLException {
        marksAreWrittenReadReplacedAndRemoved(postgres("marked"), POSTGRES);
    }

    @Test
    void mariadbKeepsAMark() throws SQLException {
        marksAreWrittenReadReplacedAndRemoved(mariadb("marked"), MARIADB);
    }

    /** Not by the address, which a clone may take over. */
    @Test
    void theDatabasesOfAServerKnowItAsTheSame() throws SQLException {
        String postgres = new JdbcConsent(TestServer.endpoint(), POSTGRES)
                .inspect()
                .location()
                .server();

        assertThat(postgres).matches("system [0-9]{10,}");
        assertThat(new JdbcConsent(postgres("beside"), POSTGRES).inspect().location())
                .isEqualTo(new Location("beside", postgres));
    }

    @Test
    void theDatabasesOfMariadbKnowTheirServerAsTheSame() throws SQLException {
        String mariadb = new JdbcConsent(TestServer.mariadb(), MARIADB)
                .inspect()
                .location()
                .server();

        assertThat(mariadb).matches("(server_uid|server_uuid|address) \\S{3,}");
        assertThat(new JdbcConsent(mariadb("beside"), MARIADB).inspect().location())
                .isEqualTo(new Location("beside", mariadb));
    }

    @Test
    void whoMayDoEverythingIsKnown() {
        assertThat(new JdbcConsent(TestServer.endpoint(), POSTGRES).inspect().isSuperuser())
                .isTrue();
        assertThat(new JdbcConsent(TestServer.mariadb(), MARIADB).inspect().isSuperuser())
                .isTrue();
    }

    @Test
    void aTableOfThatNameThatHoldsNoMarkIsSomebodys() throws SQLException {
        Endpoint endpoint = postgres("foreign_mark");
        try (var user = DriverManager.getConnection(endpoint.url(), endpoint.user(), endpoint.password())) {
            TestServer.execute(user, "CREATE TABLE moirai_target (id INT)");
        }

        assertThatThrownBy(() -> new JdbcConsent(endpoint, POSTGRES).inspect())
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("moirai_target")
                .hasMessageContaining("holds no mark of Moirai's; rename it");
    }
}
