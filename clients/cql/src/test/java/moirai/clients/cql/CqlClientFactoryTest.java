package moirai.clients.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import moirai.clients.ClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CqlClientFactoryTest {

    @Test
    void aNodeHasAHostAndAPort() {
        assertThat(CqlClientFactory.address("cql://127.0.0.3:19042"))
                .isEqualTo(new InetSocketAddress("127.0.0.3", 19042));
        assertThat(CqlClientFactory.address("cql://127.0.0.3")).isEqualTo(new InetSocketAddress("127.0.0.3", 9042));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "cql://", "cql://:9042", "cql://host:", "cql://host:0", "cql://host:70000", "host:9042"})
    void anythingElseIsToldWithWhatWouldBeOne(String url) {
        assertThatThrownBy(() -> CqlClientFactory.address(url))
                .isInstanceOf(ClientException.class)
                .hasMessage("'" + url + "' is not the address of a node: expected cql://HOST:PORT");
    }
}
