package moirai.runs.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An object of a JSON file: names and values, which are strings, numbers, truth values, lists or objects again. A field
 * that is missing, null or of another kind counts as empty, 0 or false.
 *
 * <p>The reader uses tokens and not trees of Jackson's data binding, whose first use in a process takes as long as
 * reading some 500 files {@code run.json}: 0.3 s of processor time.
 */
public record JsonRecord(Map<String, Object> fields) {

    private static final JsonFactory TOKENS = new JsonFactory();

    public JsonRecord {
        fields = Map.copyOf(fields);
    }

    /**
     * Reads a file that holds one object; the result has no fields if the file holds something else.
     *
     * @throws IOException if it cannot be read, or is not JSON
     */
    public static JsonRecord read(Path file) throws IOException {
        try (JsonParser tokens = TOKENS.createParser(file.toFile())) {
            return tokens.nextToken() == JsonToken.START_OBJECT ? object(tokens) : new JsonRecord(Map.of());
        }
    }

    /**
     * Reads one object of a file, without the fields before and behind it; without fields if there is no such object.
     *
     * @throws IOException if the file cannot be read, or is not JSON up to the end of the object
     */
    public static JsonRecord read(Path file, String name) throws IOException {
        try (JsonParser tokens = TOKENS.createParser(file.toFile())) {
            if (tokens.nextToken() != JsonToken.START_OBJECT) {
                return new JsonRecord(Map.of());
            }
            while (tokens.nextToken() == JsonToken.FIELD_NAME) {
                boolean isWanted = tokens.currentName().equals(name);
                if (tokens.nextToken() == JsonToken.START_OBJECT && isWanted) {
                    return object(tokens);
                }
                tokens.skipChildren();
            }
            return new JsonRecord(Map.of());
        }
    }

    private static JsonRecord object(JsonParser tokens) throws IOException {
        var fields = new LinkedHashMap<String, Object>();
        for (JsonToken token = tokens.nextToken(); token != JsonToken.END_OBJECT; token = tokens.nextToken()) {
            String name = tokens.currentName();
            Object value = value(tokens, tokens.nextToken());
            fields.put(name, value);
        }
        return new JsonRecord(fields);
    }

    private static List<Object> list(JsonParser tokens) throws IOException {
        var values = new ArrayList<>();
        for (JsonToken token = tokens.nextToken(); token != JsonToken.END_ARRAY; token = tokens.nextToken()) {
            values.add(value(tokens, token));
        }
        return values;
    }

    private static Object value(JsonParser tokens, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(tokens);
            case START_ARRAY -> list(tokens);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> tokens.getNumberValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> tokens.getText();
            default -> "";
        };
    }

    public JsonRecord object(String name) {
        return fields.get(name) instanceof JsonRecord record ? record : new JsonRecord(Map.of());
    }

    public boolean hasObject(String name) {
        return fields.get(name) instanceof JsonRecord;
    }

    public String text(String name) {
        return text(fields.getOrDefault(name, ""));
    }

    public List<String> texts(String name) {
        return fields.get(name) instanceof List<?> values
                ? values.stream().map(JsonRecord::text).toList()
                : List.of();
    }

    public List<JsonRecord> objects(String name) {
        return fields.get(name) instanceof List<?> values
                ? values.stream()
                        .flatMap(value -> value instanceof JsonRecord one ? Stream.of(one) : Stream.empty())
                        .toList()
                : List.of();
    }

    private static String text(Object value) {
        return value instanceof JsonRecord || value instanceof List<?> ? "" : String.valueOf(value);
    }

    public Stream<String> names() {
        return fields.keySet().stream();
    }

    public long number(String name, long otherwise) {
        return fields.get(name) instanceof Number number ? number.longValue() : otherwise;
    }

    public double decimal(String name) {
        return fields.get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    public boolean truth(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }
}
