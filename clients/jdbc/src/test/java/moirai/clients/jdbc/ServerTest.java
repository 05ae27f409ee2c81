package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.MariadbDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTest {

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "loadbalance", "replication", "load-balance-read"})
    void mariadbUrlThatMovesSessionsBetweenServersIsRefused(String mode) {
        assertThatThrownBy(() -> server("jdbc:mariadb:" + mode + "://a:1,b:2/test"))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("a mode before '//' has the driver move sessions between servers")
                .hasMessageContaining("write jdbc:mariadb://host:port/database");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?transactionReplay=true", "?a=b&TRANSACTIONREPLAY=1", "?transactionReplay=falsest"})
    void mariadbUrlThatSendsTransactionsAgainIsRefused(String parameters) {
        assertThatThrownBy(() -> server("jdbc:mariadb://a:1/test" + parameters))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("transactionReplay sends transactions again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?transactionReplay=false", "?transactionReplay=false&useSsl=true", "?sslMode=trust"})
    void mariadbUrlOfOneServerIsTaken(String parameters) {
        String url = "jdbc:mariadb://a:1/test" + parameters;

        assertThat(server(url).endpoint().url()).isEqualTo(url);
    }

    @Test
    void urlOfAnotherProductIsRefused() {
        assertThatThrownBy(() -> server("jdbc:postgresql://a:1/test"))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("is not a URL that this client understands");
    }

    private static Server server(String url) {
        return new Server(new Endpoint(url, "", ""), new MariadbDialect(SqlIsolation.SERIALIZABLE), 1);
    }
}
