package moirai.mockstore.wire;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MockServerTest {

    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    private static final int CANCEL_REQUEST = 80877102;

    private final MockServer server =
            MockServer.startLimited(TestDatabases.database(IsolationLevel.STRICT_SERIALIZABLE, 1), 3);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void encryptionIsDeclinedAndTheSessionBeginsInTheClear() {
        try (var client = new WireClient(server.port())) {
            client.int32(GSS_REQUEST).end().send();
            assertThat(client.nextByte()).isEqualTo('N');
            client.int32(SSL_REQUEST).end().send();
            assertThat(client.nextByte()).isEqualTo('N');
            client.startup(3 << 16, Map.of("user", "ada", "database", "any", "application_name", "test"));
            assertThat(client.lines())
                    .startsWith("Authentication 0")
                    .contains(
                            "ParameterStatus server_version=18.0 (Moirai mock store)",
                            "ParameterStatus client_encoding=UTF8",
                            "ParameterStatus session_authorization=ada",
                            "ParameterStatus application_name=test",
                            "ParameterStatus integer_datetimes=on",
                            "ParameterStatus standard_conforming_strings=on",
                            "ParameterStatus DateStyle=ISO, MDY",
                            "ParameterStatus TimeZone=UTC")
                    .endsWith("BackendKeyData", "ReadyForQuery I");
        }
    }

    @Test
    void aNewerProtocolIsNegotiatedDown() {
        try (var client = new WireClient(server.port())) {
            client.startup(3 << 16 | 2, Map.of("user", "ada", "_pq_.extension", "on"));
            assertThat(client.lines())
                    .startsWith("NegotiateProtocolVersion 196608 1", "Authentication 0")
                    .endsWith("ReadyForQuery I");
        }
    }

    @Test
    void whatIsNotSupportedAtTheStartIsNamed() {
        assertThat(startup(2 << 16, Map.of("user", "ada"))).contains("unsupported frontend protocol 2.0");
        assertThat(startup(3 << 16, Map.of("user", "ada", "client_encoding", "BIG5")))
                .contains("client_encoding BIG5 is not supported");
        assertThat(startup(3 << 16, Map.of("user", "ada", "replication", "database")))
                .contains("replication connections are not supported");
        assertThat(startup(3 << 16, Map.of("database", "any"))).contains("no PostgreSQL user name");
    }

    private String startup(int version, Map<String, String> parameters) {
        try (var client = new WireClient(server.port())) {
            List<Answer> answers = client.startup(version, parameters).answers();
            assertThat(answers).hasSize(2);
            assertThat(answers.getLast()).isEqualTo(Answer.END);
            assertThat(answers.getFirst().field('S')).isEqualTo("FATAL");
            return answers.getFirst().field('M');
        }
    }

    @Test
    void aSpeakerOfAnotherProtocolIsTurnedAway() {
        try (var client = new WireClient(server.port())) {
            var answers = client.raw("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8))
                    .answers();
            assertThat(answers.getFirst().field('M')).contains("invalid length", "startup packet");
        }
    }

    @Test
    void aMessageThatIsTooLongEndsTheSession() {
        try (var client = session()) {
            var answers = client.raw(new byte[] {'Q', 0x7f, 0, 0, 0}).answers();
            assertThat(answers.getFirst().field('M')).contains("invalid length 2130706432 of message 'Q'");
            assertThat(answers.getLast()).isEqualTo(Answer.END);
        }
    }

    @Test
    void aMessageWithoutTextIsShort() {
        try (var client = session()) {
            var answers = client.raw(new byte[] {'S', 0, 1, 0, 0}).answers();
            assertThat(answers.getFirst().field('M')).contains("invalid length 65536 of message 'S'");
        }
    }

    /** Drivers send many rows of texts in one message. */
    @Test
    void aMessageWithTextMayBeLong() {
        try (var client = session()) {
            client.parse("", "SELECT length($1)").bind("", "", "x".repeat(17_000_000));
            assertThat(client.execute("", 0).sync().lines()).contains("DataRow ['17000000']");
        }
    }

    @Test
    void textThatIsNotUtf8IsRefusedAndTheSessionGoesOn() {
        try (var client = session()) {
            client.int8('S').int8(0xff).int8(0).end('Q');
            assertThat(client.lines()).containsExactly("ErrorResponse ERROR/ERROR 22021", "ReadyForQuery I");
            assertThat(client.query("").lines()).containsExactly("EmptyQueryResponse", "ReadyForQuery I");
        }
    }

    @Test
    void functionCallsAreRefusedByNameAndTheSessionGoesOn() {
        try (var client = session()) {
            var answers = client.int32(1).int16(0).int16(0).int16(0).end('F').answers();
            assertThat(answers.getFirst().field('C')).isEqualTo("0A000");
            assertThat(answers.getFirst().field('M')).contains("function calls");
            assertThat(answers.getLast()).hasToString("ReadyForQuery I");
        }
    }

    @Test
    void oneClientTooManyIsToldSo() {
        try (var first = session();
                var second = session();
                var third = session()) {
            assertThat(startup(3 << 16, Map.of("user", "ada"))).contains("too many clients");
            assertThat(List.of(first, second, third))
                    .allSatisfy(client -> assertThat(client.query("").lines())
                            .containsExactly("EmptyQueryResponse", "ReadyForQuery I"));
        }
    }

    @Test
    void aTransactionOfALostClientIsAborted() {
        try (var client = session()) {
            client.query("CREATE TABLE kept (id int PRIMARY KEY)").answers();
            client.query("INSERT INTO kept VALUES (1)").answers();
            try (var other = session()) {
                other.query("BEGIN").answers();
                other.query("SELECT id FROM kept WHERE id = 1 FOR UPDATE").answers();
                other.query("DELETE FROM kept WHERE id = 1").answers();
            }
            // Waits for the lock of the lost one.
            client.query("BEGIN").answers();
            client.query("SELECT id FROM kept WHERE id = 1 FOR UPDATE");
            assertThat(client.lines()).contains("DataRow ['1']", "ReadyForQuery T");
        }
    }

    @Test
    void aStatementThatWaitsIsCancelledOnRequest() {
        try (var holder = session();
                var waiter = new WireClient(server.port())) {
            var start = waiter.startup(3 << 16, Map.of("user", "ada")).answers();
            var key = start.stream()
                    .filter(message -> message.type() == 'K')
                    .findFirst()
                    .orElseThrow()
                    .body();
            holder.query("CREATE TABLE held (id int PRIMARY KEY)").answers();
            holder.query("INSERT INTO held VALUES (1)").answers();
            holder.query("BEGIN").answers();
            holder.query("SELECT id FROM held WHERE id = 1 FOR UPDATE").answers();
            waiter.query("BEGIN").answers();
            waiter.query("SELECT id FROM held WHERE id = 1 FOR UPDATE").send();
            int process = key.getInt();
            int secret = key.getInt();
            do {
                // A request that comes before the statement runs has no effect.
                cancel(process, secret);
            } while (!waiter.hasAnswer());

            assertThat(waiter.lines()).containsExactly("ErrorResponse ERROR/ERROR 57014", "ReadyForQuery E");
            assertThat(waiter.query("ROLLBACK").lines()).containsExactly("CommandComplete ROLLBACK", "ReadyForQuery I");
            assertThat(waiter.query("").lines()).containsExactly("EmptyQueryResponse", "ReadyForQuery I");
        }
    }

    /** A join of all rows with all rows would not end in the time of a test. */
    @Test
    void aStatementThatLooksAtManyRowsIsCancelled() {
        try (var client = session()) {
            client.query("CREATE TABLE many (id int PRIMARY KEY, n int)").answers();
            client.query("INSERT INTO many VALUES "
                            + IntStream.range(0, 2_000)
                                    .mapToObj(id -> "(" + id + ", 1)")
                                    .collect(joining(", ")))
                    .answers();
            client.query("SET statement_timeout = '300ms'").answers();
            assertThat(client.query("SELECT count(*) FROM many a, many b, many c WHERE a.n + b.n + c.n = 4")
                            .lines())
                    .containsExactly("ErrorResponse ERROR/ERROR 57014", "ReadyForQuery I");
            assertThat(client.query("").lines()).containsExactly("EmptyQueryResponse", "ReadyForQuery I");
        }
    }

    @Test
    void aRequestToCancelNeedsTheSecret() {
        try (var client = session()) {
            cancel(1, 1);
            assertThat(client.query("").lines()).containsExactly("EmptyQueryResponse", "ReadyForQuery I");
        }
    }

    @Test
    void closingTheServerEndsItsSessions() {
        try (var client = session()) {
            server.close();
            assertThat(client.next()).isEqualTo(Answer.END);
            assertThat(server.sessionCount()).isZero();
            assertThatThrownBy(() -> new WireClient(server.port())).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        assertThatThrownBy(() -> MockServer.start(TestDatabases.database(IsolationLevel.CAUSAL, 1), server.port()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot listen on")
                .hasMessageContaining(String.valueOf(server.port()));
    }

    private void cancel(int process, int secret) {
        try (var client = new WireClient(server.port())) {
            client.int32(CANCEL_REQUEST).int32(process).int32(secret).end().send();
            assertThat(client.next()).isEqualTo(Answer.END);
        }
    }

    private WireClient session() {
        return WireClient.session(server.port());
    }
}
