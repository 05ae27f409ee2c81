package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.sql.expression.RealPostgres;
import moirai.nemesis.postgres.PostgresCluster;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The same bytes to a real PostgreSQL: it answers the same, but for the texts of its errors. */
class PostgresConversationIT {

    private static final PostgresCluster POSTGRES = RealPostgres.CLUSTER;

    @TestFactory
    List<DynamicTest> theMockStoreAnswersLikePostgresql() {
        List<DynamicTest> tests = new ArrayList<>();
        Conversations.all().forEach((name, parts) -> tests.add(DynamicTest.dynamicTest(name, () -> compare(parts))));
        return tests;
    }

    private static void compare(List<Consumer<WireClient>> parts) {
        int port = URI.create(POSTGRES.url().substring("jdbc:".length())).getPort();
        try (var server = MockServer.start(TestDatabases.database(IsolationLevel.STRICT_SERIALIZABLE, 1), 0);
                var mock = WireClient.session(server.port());
                var real = new WireClient(port)) {
            new RealLogin(real, POSTGRES.password(), settings()).run();
            for (int part = 0; part < parts.size(); part++) {
                parts.get(part).accept(mock);
                parts.get(part).accept(real);
                List<String> expected = real.lines();
                assertThat(mock.lines()).as("part %d", part).isEqualTo(expected);
            }
        }
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("user", POSTGRES.user());
        settings.put("database", "postgres");
        settings.put("TimeZone", "UTC");
        settings.put("DateStyle", "ISO");
        settings.put("client_min_messages", "warning");
        return settings;
    }
}
