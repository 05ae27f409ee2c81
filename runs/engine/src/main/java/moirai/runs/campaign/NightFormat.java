package moirai.runs.campaign;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.files.Json;
import moirai.runs.report.OwnCommand;
import moirai.runs.teeth.TeethReport;

/**
 * The files of a night as JSON. A change that a reader of an older version would misunderstand raises {@code schema};
 * fields that a reader does not know mean nothing to it.
 */
public final class NightFormat {

    private static final int SCHEMA = 1;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // What is missing is not known: read as 0 or false it would be a verdict.
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private NightFormat() {}

    /** The contents of {@code night.json}. */
    private record Plan(int schema, Night.Identity identity, List<Cell> cells) {}

    /** Returns the contents of {@code night.json}. */
    static String plan(Night night) {
        return Json.text(new Plan(SCHEMA, night.identity(), night.cells()));
    }

    /** Returns the line of {@code cases.jsonl} for a new failure. */
    static String line(KeptCase kept) {
        return MAPPER.valueToTree(kept).toString();
    }

    /** Returns the line of {@code results.jsonl} for a cell. */
    static String line(CellResult result) {
        return MAPPER.valueToTree(result).toString();
    }

    /**
     * Returns all that is known of a night as one JSON document, for other programs: its plan, its exit code and its
     * results, each with the exit code that it stands for, and its new failures.
     *
     * @param cases what became of the new failures
     * @param code the exit code of the night
     * @param codes returns the exit code that a result stands for
     */
    public static String summary(
            Night night, List<KeptCase> cases, ExitCode code, Function<CellResult, ExitCode> codes) {
        var results = new ArrayList<>();
        for (CellResult result : night.results()) {
            var fields = new LinkedHashMap<String, Object>();
            MAPPER.valueToTree(result).properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
            fields.put("code", codes.apply(result).code());
            results.add(fields);
        }
        return Json.text(Json.object(
                "schema",
                SCHEMA,
                "identity",
                night.identity(),
                "exit-code",
                code.code(),
                "cells",
                night.cells(),
                "results",
                results,
                "cases",
                cases));
    }

    /**
     * Reads a night.
     *
     * @param lines those of {@code results.jsonl}
     * @throws RunException if one of the files is not readable by this version
     */
    static Night read(Path plan, List<String> lines) throws IOException {
        Plan read = read(plan + "", Files.readString(plan), Plan.class);
        var results = new ArrayList<CellResult>();
        for (int i = 0; i < lines.size(); i++) {
            results.add(read(plan.resolveSibling("results.jsonl") + ":" + (i + 1), lines.get(i), CellResult.class));
        }
        return new Night(read.identity(), read.cells(), results);
    }

    /** Reads {@code cases.jsonl}. */
    static List<KeptCase> cases(Path file, List<String> lines) {
        var cases = new ArrayList<KeptCase>();
        for (int i = 0; i < lines.size(); i++) {
            cases.add(read(file + ":" + (i + 1), lines.get(i), KeptCase.class));
        }
        return cases;
    }

    /**
     * Reads what {@code moirai history teeth --json} wrote.
     *
     * @throws IOException if there is no such file
     * @throws RunException if it is something else
     */
    public static TeethReport teeth(Path file) throws IOException {
        return read(file + "", Files.readString(file), TeethReport.class);
    }

    private static <T> T read(String place, String text, Class<T> type) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            int schema = tree.path("schema").asInt(SCHEMA);
            if (schema != SCHEMA) {
                throw new RunException(
                        place + ": schema " + schema + " is of another version; this one reads " + SCHEMA,
                        ExitCode.BAD_ARGUMENTS);
            }
            T value = MAPPER.treeToValue(tree, type);
            if (value == null) {
                throw new IllegalArgumentException("nothing stands there");
            }
            return value;
        } catch (JsonProcessingException | IllegalArgumentException unreadable) {
            String why = String.valueOf(unreadable.getMessage())
                    .lines()
                    .findFirst()
                    .orElse("")
                    .replaceFirst(";.*", "");
            throw new RunException(
                    place + " cannot be read by version " + OwnCommand.version() + " of Moirai: " + why,
                    ExitCode.BAD_ARGUMENTS);
        }
    }
}
