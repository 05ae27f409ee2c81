package moirai.mockstore.jdbc.metadata;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.util.Optional;
import java.util.Properties;
import moirai.mockstore.jdbc.facade.Part;

/**
 * The part of the metadata that never changes, read from {@code facts.properties}: constants, and the columns of empty
 * listings of what the store does not have, such as procedures.
 */
public final class DatabaseFacts implements Part {

    private static final Properties FACTS = load();

    /** The result of {@link java.sql.Driver#getMajorVersion}. */
    public static final int DRIVER_MAJOR = number("getDriverMajorVersion");

    /** The result of {@link java.sql.Driver#getMinorVersion}. */
    public static final int DRIVER_MINOR = number("getDriverMinorVersion");

    private static Properties load() {
        var facts = new Properties();
        try (InputStream file = DatabaseFacts.class.getResourceAsStream("facts.properties")) {
            if (file == null) {
                throw new IllegalStateException("facts.properties is missing from the driver");
            }
            facts.load(new InputStreamReader(file, StandardCharsets.UTF_8));
            return facts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int number(String name) {
        return Integer.parseInt(FACTS.getProperty(name));
    }

    @Override
    public Optional<Object> constant(Method method) {
        String text = FACTS.getProperty(method.getName());
        if (text == null) {
            return Optional.empty();
        }
        Class<?> type = method.getReturnType();
        if (type == boolean.class) {
            return Optional.of(Boolean.valueOf(text));
        }
        if (type == int.class) {
            return Optional.of(Integer.valueOf(text));
        }
        if (type == long.class) {
            return Optional.of(Long.valueOf(text));
        }
        if (type == ResultSet.class) {
            return Optional.of(Listing.of(text).resultSet());
        }
        return type == String.class ? Optional.of(text) : Optional.empty();
    }
}
