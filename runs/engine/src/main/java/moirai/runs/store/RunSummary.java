package moirai.runs.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.runs.ExitCode;
import moirai.runs.RunException;

/**
 * What {@code run.json} says of a run that ended, for whoever writes it down in other words. The history is not read,
 * so that this costs the same for runs of any length. What an older version did not write is empty or 0.
 *
 * @param directory where the run is kept
 */
public record RunSummary(Path directory, Ending ending, Setup setup, Found found, Seen seen) {

    private static final int SCHEMA = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * How it ended.
     *
     * @param verdict the word of the judgement, such as {@code INVALID}
     * @param expect the label of the level that had to hold
     * @param lack why the evidence does not carry a pass; empty if it does
     * @param meaning whose fault a violation is; empty where nobody knows
     */
    public record Ending(String verdict, int exitCode, String expect, String lack, String meaning, List<String> notes) {

        public Ending {
            notes = List.copyOf(notes);
        }
    }

    /**
     * What was run.
     *
     * @param started in ISO 8601
     * @param argv the command that runs it again, without secrets
     */
    public record Setup(
            String database, String isolation, String workload, String seed, String started, List<String> argv) {

        public Setup {
            argv = List.copyOf(argv);
        }
    }

    /**
     * What the check found, levels and phenomena by their labels.
     *
     * @param holds the strongest levels that hold
     * @param broken the weakest levels that are broken
     * @param doubts by phenomenon, why it was not decided
     */
    public record Found(
            Map<String, Long> anomalies,
            List<String> holds,
            List<String> broken,
            Map<String, String> doubts,
            Durability durability) {

        public Found {
            anomalies = Map.copyOf(anomalies);
            holds = List.copyOf(holds);
            broken = List.copyOf(broken);
            doubts = Map.copyOf(doubts);
        }
    }

    /** Whether acknowledged appends are still there; of what is not known, the numbers say nothing. */
    public record Durability(boolean isAsked, boolean isKnown, long acknowledged, long lost) {}

    /**
     * How much was seen.
     *
     * @param seconds how long sessions ran
     * @param moirai the version that ran it
     */
    public record Seen(
            double seconds, long committed, long aborted, long indeterminate, long p99Micros, String moirai) {}

    /**
     * Reads the summary of a run.
     *
     * @throws RunException if there is none, or it is not readable by this version
     */
    public static RunSummary read(Path directory) {
        Path file = new RunDirectory(directory).record();
        if (!Files.isRegularFile(file)) {
            throw refused(
                    directory + " has no run.json: expected the directory of a run that ended; what a killed one has"
                            + " left is judged by 'moirai check'");
        }
        JsonNode json;
        try {
            json = JSON.readTree(file.toFile());
        } catch (IOException unreadable) {
            String why =
                    String.valueOf(unreadable.getMessage()).lines().findFirst().orElse("");
            throw refused(file + " cannot be read as JSON: " + why);
        }
        if (json.path("schema").asInt() != SCHEMA || !json.path("result").isObject()) {
            throw refused(file + ": schema " + json.path("schema") + " is not known; expected " + SCHEMA
                    + ", as 'moirai run' writes it");
        }
        return new RunSummary(
                directory, ending(json.path("result")), setup(json), found(json.path("found")), seen(json));
    }

    private static Ending ending(JsonNode result) {
        return new Ending(
                text(result, "verdict"),
                result.path("exit-code").asInt(ExitCode.INTERNAL_ERROR.code()),
                text(result, "expect"),
                text(result, "lack"),
                text(result, "meaning"),
                texts(result.path("notes")));
    }

    private static Setup setup(JsonNode json) {
        JsonNode setup = json.path("setup");
        JsonNode identity = json.path("identity");
        return new Setup(
                text(setup, "database"),
                text(setup, "isolation"),
                text(setup, "workload"),
                text(setup, "seed"),
                text(identity, "started"),
                texts(identity.path("argv")));
    }

    private static Found found(JsonNode found) {
        var anomalies = new LinkedHashMap<String, Long>();
        found.path("anomalies")
                .properties()
                .forEach(entry -> anomalies.put(entry.getKey(), entry.getValue().asLong()));
        var doubts = new LinkedHashMap<String, String>();
        found.path("doubts")
                .properties()
                .forEach(entry -> doubts.put(entry.getKey(), entry.getValue().asText()));
        JsonNode kept = found.path("durability");
        return new Found(
                anomalies,
                texts(found.path("holds")),
                texts(found.path("broken")),
                doubts,
                new Durability(
                        kept.path("asked").asBoolean(),
                        kept.path("known").asBoolean(),
                        kept.path("acknowledged").asLong(),
                        kept.path("lost").asLong()));
    }

    private static Seen seen(JsonNode json) {
        JsonNode counts = json.at("/seen/counts");
        return new Seen(
                json.at("/identity/seconds").asDouble(),
                counts.path("committed").asLong(),
                counts.path("aborted").asLong(),
                counts.path("indeterminate").asLong(),
                json.at("/seen/latency-micros/p99").asLong(),
                json.at("/identity/moirai").asText(""));
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    private static RunException refused(String message) {
        return new RunException(message, ExitCode.BAD_ARGUMENTS);
    }
}
