package moirai.runs.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The writer of records, maps, lists, texts and numbers as JSON. Names of record components become kebab case. */
public final class Json {

    private static final ObjectMapper WRITER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private Json() {}

    /** Returns the value over several lines, with a line feed at the end. */
    public static String text(Object value) {
        return text(WRITER, value) + "\n";
    }

    /** Returns the value as a writer of another style writes it. */
    public static String text(ObjectMapper writer, Object value) {
        try {
            return writer.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a " + value.getClass() + " has no JSON", impossible);
        }
    }
}
