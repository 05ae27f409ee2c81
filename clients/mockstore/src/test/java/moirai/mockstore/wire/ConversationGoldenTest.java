package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/** Conversations byte by byte; {@code -Dgolden.update=true} writes the file anew. Needs neither a driver nor psql. */
class ConversationGoldenTest {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "wire-conversations.txt");

    @Test
    void eachByteOfTheConversationsIsAsItWas() throws IOException {
        var transcript = new StringBuilder();
        Conversations.all().forEach((name, parts) -> {
            try (var server = MockServer.start(TestDatabases.database(IsolationLevel.STRICT_SERIALIZABLE, 1), 0);
                    var client = new WireClient(server.port())) {
                transcript.append("# ").append(name).append('\n');
                client.startup(3 << 16, Map.of("user", "moirai"));
                exchange(client, transcript);
                parts.forEach(part -> {
                    part.accept(client);
                    exchange(client, transcript);
                });
                transcript.append('\n');
            }
        });

        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, transcript);
        }
        assertThat(transcript.toString()).isEqualTo(Files.readString(GOLDEN));
    }

    private static void exchange(WireClient client, StringBuilder transcript) {
        transcript
                .append("> ")
                .append(HexFormat.of().formatHex(client.unsent()))
                .append('\n');
        for (Answer answer : client.answers()) {
            transcript
                    .append("< ")
                    .append(bytes(answer))
                    .append("  ")
                    .append(answer)
                    .append('\n');
        }
    }

    /** The secret of a session is a secret, and how errors are worded is not the protocol's business. */
    private static String bytes(Answer answer) {
        return switch (answer.type()) {
            case 'K' -> "4b0000000c, and 8 bytes";
            case 'E' -> "45, and fields " + answer.fields();
            default -> answer.hex();
        };
    }
}
