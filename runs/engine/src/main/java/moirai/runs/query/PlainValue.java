package moirai.runs.query;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of an answer without the classes of the driver, which is not on our class path. */
final class PlainValue {

    /** The beginning of bytes in hexadecimal digits. */
    private static final String HEX = "\\x";

    private PlainValue() {}

    /** Returns a value as a number, a truth value, a text, a list, a map or null; bytes are a text of {@link #HEX}. */
    static @Nullable Object of(@Nullable Object value) throws SQLException {
        return switch (value) {
            case null -> null;
            case Number number -> number;
            case Boolean truth -> truth;
            case byte[] bytes -> HEX + HexFormat.of().formatHex(bytes);
            case Blob blob -> of(bytes(blob));
            case Array list -> of(list.getArray());
            case Object[] values -> all(Arrays.asList(values));
            case Struct struct -> of(struct);
            case Map<?, ?> map -> map(map);
            default -> value.toString();
        };
    }

    private static byte[] bytes(Blob blob) throws SQLException {
        try (InputStream in = blob.getBinaryStream()) {
            return in.readAllBytes();
        } catch (IOException failed) {
            throw new SQLException("a BLOB cannot be read", failed);
        }
    }

    private static List<@Nullable Object> all(Collection<? extends @Nullable Object> values) throws SQLException {
        var all = new ArrayList<@Nullable Object>();
        for (Object value : values) {
            all.add(of(value));
        }
        return all;
    }

    private static Map<String, @Nullable Object> map(Map<?, ?> map) throws SQLException {
        var all = new LinkedHashMap<String, @Nullable Object>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            all.put(String.valueOf(of(entry.getKey())), of(entry.getValue()));
        }
        return all;
    }

    /** JDBC has no names of a struct's fields; those of {@code row(1, 2)} are empty, so that only a list keeps both. */
    private static Object of(Struct struct) throws SQLException {
        Object named;
        try {
            named = struct.getClass().getMethod("getMap").invoke(struct);
        } catch (InvocationTargetException failed) {
            throw new SQLException("a STRUCT cannot be read", failed);
        } catch (ReflectiveOperationException unknown) {
            throw new IllegalStateException("the driver has other structs than expected", unknown);
        }
        return named instanceof Map<?, ?> map && !map.containsKey("")
                ? map(map)
                : all(Arrays.asList(struct.getAttributes()));
    }
}
