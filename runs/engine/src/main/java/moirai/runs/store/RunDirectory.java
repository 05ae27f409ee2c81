package moirai.runs.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The directory of one run. It is complete in itself: it can be moved, packed and sent. */
public record RunDirectory(Path path) {

    /** The name of the folder of the segments. */
    static final String HISTORY = "history";

    /**
     * The JSON writer, in a class of its own, since a list of runs needs none, and the first writer of a process takes
     * a fifth of a second.
     */
    private static final class Json {

        private static final ObjectMapper MAPPER = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build();

        private Json() {}
    }

    /** Returns the folder of the history. */
    public Path history() {
        return path.resolve(HISTORY);
    }

    /** Returns the file for log lines that the terminal need not show. */
    public Path log() {
        return path.resolve("run.log");
    }

    /** Returns the file with verdict and identity; it does not exist until the run has ended. */
    public Path record() {
        return path.resolve("run.json");
    }

    /** Returns the command of the run, without secrets; empty if the run did not end, or the command is unknown. */
    public List<String> argv() {
        return recorded("/identity/argv");
    }

    /**
     * Returns sentences about what went wrong beside the verdict; empty if nothing did, if the run did not end, or if
     * that is unknown.
     */
    public List<String> notes() {
        return recorded("/result/notes");
    }

    private List<String> recorded(String place) {
        try {
            JsonNode texts = Json.MAPPER.readTree(record().toFile()).at(place);
            var recorded = new ArrayList<String>();
            texts.forEach(text -> recorded.add(text.asText()));
            return List.copyOf(recorded);
        } catch (IOException unknown) {
            return List.of();
        }
    }

    /** Returns the folder of the explained witnesses and of the cases. */
    public Path anomalies() {
        return path.resolve("anomalies");
    }

    /** Writes {@code results.json} and {@code results.edn}. */
    void write(Map<String, Object> results) throws IOException {
        Files.writeString(path.resolve("results.json"), Json.MAPPER.writeValueAsString(results) + "\n");
        Files.writeString(path.resolve("results.edn"), EdnText.of(results) + "\n");
    }

    /** Writes {@code run.json}, all of it or nothing. */
    void write(RunRecord record) throws IOException {
        Path temporary = path.resolve(".run.json");
        Files.writeString(temporary, Json.MAPPER.writeValueAsString(record) + "\n");
        Files.move(temporary, record(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
