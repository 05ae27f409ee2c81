package moirai.observation.beans;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import javax.sql.DataSource;
import moirai.observation.classes.ClassOptions;
import moirai.observation.classes.EmbeddedDatabase;
import moirai.observation.recording.RecordedSource;
import moirai.observation.txns.ObservationException;
import org.jspecify.annotations.Nullable;

/**
 * The data source that an application uses: a new database of ours, which behaves as the product of the application's
 * own if nobody says another, or an embedded one of its own. Made when the application first needs it.
 */
final class ApplicationSource implements AutoCloseable {

    /** The methods by which data sources tell their address. */
    private static final List<String> URLS = List.of("getUrl", "getURL", "getJdbcUrl");

    /** The products that H2 can behave as, by the beginnings of addresses. */
    private static final Map<String, String> PRODUCTS = Map.of(
            "jdbc:mysql:", "h2:mysql",
            "jdbc:mariadb:", "h2:mariadb",
            "jdbc:postgresql:", "h2:postgresql",
            "jdbc:oracle:", "h2:oracle",
            "jdbc:sqlserver:", "h2:mssqlserver");

    private final Predicate<String> classes;
    private final ClassOptions options;
    private @Nullable EmbeddedDatabase database;
    private @Nullable RecordedSource recorded;

    /**
     * Makes no database yet.
     *
     * @param classes those of the application, by full name
     */
    ApplicationSource(Predicate<String> classes, ClassOptions options) {
        this.classes = classes;
        this.options = options;
    }

    /** Returns the data source, recorded; throws ObservationException if the application asked for none. */
    RecordedSource recorded() {
        RecordedSource used = recorded;
        if (used == null) {
            throw new ObservationException("the application has no DataSource; expected a bean that is one");
        }
        return used;
    }

    /** Returns the data source that is there before all others, for an application that is set to this address. */
    Object first(Object address) {
        return ours(address.toString()).source();
    }

    private RecordedSource ours(String address) {
        RecordedSource known = recorded;
        if (known != null) {
            return known;
        }
        boolean isChosen = !options.product().equals(ClassOptions.USUAL.product());
        String product = PRODUCTS.entrySet().stream()
                .filter(entry -> !isChosen && address.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(options.product());
        EmbeddedDatabase made = EmbeddedDatabase.of(product);
        database = made;
        made.define(options.definitions());
        var ours = new RecordedSource(made.source(), classes);
        recorded = ours;
        return ours;
    }

    /** Returns what takes the place of a bean. */
    Object instead(Object bean) {
        SpringContext.withoutCache(bean);
        if (!(bean instanceof DataSource source) || (recorded != null && bean.equals(recorded.source()))) {
            return bean;
        }
        String address = address(bean);
        if (address.contains(":mem:")) {
            var own = new RecordedSource(source, classes);
            recorded = own;
            return own.source();
        }
        return ours(address).source();
    }

    /** Returns the address that a data source tells; empty if it tells none. Does not connect to it. */
    private static String address(Object source) {
        for (String name : URLS) {
            try {
                Method method = source.getClass().getMethod(name);
                method.setAccessible(true);
                return String.valueOf(method.invoke(source));
            } catch (ReflectiveOperationException none) {
                // It may have another one of these methods.
            }
        }
        return "";
    }

    @Override
    public void close() {
        if (database != null) {
            database.close();
        }
    }
}
