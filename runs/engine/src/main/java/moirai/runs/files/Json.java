package moirai.runs.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;

/** The writer of records, maps, lists, texts and numbers as JSON. Names of record components become kebab case. */
public final class Json {

    private static final ObjectMapper WRITER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private Json() {}

    /**
     * Returns an object whose fields are in the order of the arguments.
     *
     * @param namesAndValues a name, its value, the next name and so on
     */
    public static Map<String, Object> object(Object... namesAndValues) {
        var object = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

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
