package moirai.clients.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.util.List;
import moirai.clients.ClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CqlUrlTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.3:19042, 127.0.0.3, 19042",
        "127.0.0.3, 127.0.0.3, 9042",
        "[::1], [::1], 9042",
        "[fe80::1%eth0]:7, [fe80::1%eth0], 7",
        "db-1.example.com, db-1.example.com, 9042",
    })
    void aNodeHasAHostAndPerhapsAPort(String text, String host, int port) {
        assertThat(CqlUrl.Node.parse(text)).isEqualTo(new CqlUrl.Node(host, port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":9042",
                "host:",
                "host:0",
                "host:70000",
                "host:1x",
                "::1",
                "[::1",
                "[]",
                "[::1]x",
                "[::1]:",
                "a b",
                "host/x"
            })
    void anythingElseIsToldWithWhatWouldBeOne(String text) {
        assertThatThrownBy(() -> CqlUrl.Node.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is not the address of a node: expected HOST, HOST:PORT, ");
    }

    @Test
    void aPasswordBeforeTheHostIsNotRepeated() {
        assertThatThrownBy(() -> CqlUrl.Node.parse("ann:geheim@host"))
                .hasMessageStartingWith("'…@host' is not the address of a node");
    }

    @Test
    void anAddressOfIpv6IsOneToTheSystemToo() {
        assertThat(CqlUrl.Node.parse("[::1]:7").address().getAddress()).isInstanceOf(Inet6Address.class);
    }

    @Test
    void whatIsPrintedIsReadAgain() {
        var url = new CqlUrl(List.of(CqlUrl.Node.parse("a"), CqlUrl.Node.parse("[::1]:7")), "east 1");

        assertThat(url).hasToString("cql://a:9042,[::1]:7/east 1");
        assertThat(CqlUrl.parse(url.toString())).isEqualTo(url);
        assertThat(url.only(url.nodes().getLast())).hasToString("cql://[::1]:7/east 1");
    }

    @Test
    void anotherUrlIsNone() {
        assertThatThrownBy(() -> CqlUrl.parse("host:9042"))
                .isInstanceOf(ClientException.class)
                .hasMessage("'host:9042' is not the address of a node: expected cql://HOST:PORT");
    }
}
