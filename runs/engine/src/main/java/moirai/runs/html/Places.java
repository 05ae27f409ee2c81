package moirai.runs.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The nodes of the sessions, as {@code run.json} lists them: a session at a replica may have observed an older state.
 */
final class Places {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Places() {}

    /** Returns names of nodes by sessions; empty if there was only one place, or the places are unknown. */
    static Map<Integer, String> of(Path run) {
        var places = new TreeMap<Integer, String>();
        Path record = run.resolve("run.json");
        if (!Files.isRegularFile(record)) {
            return places;
        }
        try {
            JsonNode nodes = JSON.readTree(record.toFile()).at("/seen/sessions-at");
            if (nodes.size() > 1) {
                nodes.properties()
                        .forEach(
                                node -> node.getValue().forEach(session -> places.put(session.asInt(), node.getKey())));
            }
            return places;
        } catch (IOException unreadable) {
            return places;
        }
    }
}
