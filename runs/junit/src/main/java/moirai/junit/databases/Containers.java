package moirai.junit.databases;

import java.lang.reflect.InvocationTargetException;
import java.sql.DriverManager;
import javax.sql.DataSource;
import moirai.interception.ConnectionSource;

/*
 * By reflection, so that Testcontainers is no dependency. Its own documentation gives these three methods to all
 * databases with JDBC. Untested with Testcontainers itself, as there is no Docker where Moirai is built; a class of the
 * same name stands for it in the tests.
 */
/** The databases in containers of Testcontainers. */
public final class Containers {

    private static final String TYPE = "org.testcontainers.containers.JdbcDatabaseContainer";

    private Containers() {}

    /**
     * Returns a data source for the database in a container.
     *
     * @throws IllegalArgumentException if the object is no container with JDBC
     */
    public static DataSource dataSource(Object container) {
        Class<?> type = container.getClass();
        while (!type.getName().equals(TYPE)) {
            Class<?> above = type.getSuperclass();
            if (above == null) {
                throw new IllegalArgumentException("'" + container.getClass().getName()
                        + "' is no container of a database: expected a " + TYPE + ", or on(dataSource)");
            }
            type = above;
        }
        String url = text(container, type, "getJdbcUrl");
        String user = text(container, type, "getUsername");
        String password = text(container, type, "getPassword");
        ConnectionSource source = () -> DriverManager.getConnection(url, user, password);
        return source;
    }

    private static String text(Object container, Class<?> type, String method) {
        try {
            return String.valueOf(type.getMethod(method).invoke(container));
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException(
                    "the container has no database yet; is it started? " + failed.getCause(), failed.getCause());
        } catch (ReflectiveOperationException unknown) {
            throw new IllegalStateException(TYPE + " has no method " + method, unknown);
        }
    }
}
