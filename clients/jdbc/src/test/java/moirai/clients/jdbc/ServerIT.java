package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.tables.ListStorage;
import org.junit.jupiter.api.Test;

class ServerIT {

    @Test
    void missingDatabaseIsNamed() {
        assertThat(prepareFails(TestServer.endpoint("nowhere")))
                .hasMessageMatching("cannot connect to jdbc:postgresql://127\\.0\\.0\\.1:\\d+/nowhere: FATAL: database"
                        + " \"nowhere\" does not exist; create that database, or name one that exists in the URL");
    }

    @Test
    void wrongPasswordIsToldAndNotShown() {
        var endpoint = TestServer.endpoint();

        assertThat(prepareFails(new Endpoint(endpoint.url(), endpoint.user(), "s3cret")))
                .hasMessageMatching("cannot connect to jdbc:postgresql://127\\.0\\.0\\.1:\\d+/postgres: FATAL: password"
                        + " authentication failed for user \"postgres\"; check the user and the password");
        assertThat(prepareFails(new Endpoint(endpoint.url() + "?password=s3cret", endpoint.user(), "")))
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void missingPasswordIsTold() {
        var endpoint = TestServer.endpoint();

        assertThat(prepareFails(new Endpoint(endpoint.url(), endpoint.user(), "")))
                .hasMessageContaining("password")
                .hasMessageContaining("check the user");
    }

    @Test
    void closedPortIsTold() throws IOException {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        assertThat(prepareFails(new Endpoint("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", "")))
                .hasMessageContaining(":" + port + "/postgres")
                .hasMessageContaining("refused")
                .hasMessageEndingWith("is the server running, and is this its host and port?");
    }

    @Test
    void sessionsAreToldTheSameAsPrepare() {
        var endpoint = TestServer.endpoint();
        var options = new JdbcOptions(new PostgresDialect(SqlIsolation.SERIALIZABLE), ListStorage.DEFAULT, 1, 1);
        try (var factory = new JdbcClientFactory(new Endpoint(endpoint.url(), endpoint.user(), "s3cret"), options)) {
            assertThatThrownBy(() -> factory.open(0, TestServer.ticks()))
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("password authentication failed")
                    .hasMessageContaining("check the user and the password");
        }
    }

    @Test
    void foreignUrlsAreRefusedWithoutTheirPasswords() {
        for (String url : new String[] {
            "jdbc:mysql://host/db?password=s3cret",
            "postgres://me:s3cret@host/db",
            "jdbc:postgresql://host:port/db?password=s3cret"
        }) {
            assertThatThrownBy(() -> new JdbcClientFactory(
                                    new Endpoint(url, "", ""), TestServer.options(SqlIsolation.SERIALIZABLE, 1))
                            .close())
                    .as(url)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("write jdbc:postgresql://host:port/database")
                    .hasMessageNotContaining("s3cret");
        }
    }

    @Test
    void versionIsTheDatabasesOwn() {
        try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE)) {
            assertThat(factory.databaseVersion()).isEqualTo("PostgreSQL 18.6");
        }
    }

    private static ClientException prepareFails(Endpoint endpoint) {
        try (var factory = new JdbcClientFactory(endpoint, TestServer.options(SqlIsolation.SERIALIZABLE, 1))) {
            factory.prepare();
            throw new AssertionError("connected to " + endpoint);
        } catch (ClientException e) {
            assertThat(e.getMessage()).doesNotContain("\n");
            return e;
        }
    }
}
