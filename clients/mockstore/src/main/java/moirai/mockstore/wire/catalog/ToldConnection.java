package moirai.mockstore.wire.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.time.SessionZone;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a session to the server, which knows all definitions and the settings of the session. It begins
 * when it is first asked for. For one thread.
 */
final class ToldConnection implements AutoCloseable {

    private final DefinedCatalog catalog;
    private final SqlSession session;
    private final Map<String, String> settings = new HashMap<>();
    private int settingsTold;
    private @Nullable BackendConnection connection;

    ToldConnection(DefinedCatalog catalog, SqlSession session) {
        this.catalog = catalog;
        this.session = session;
    }

    /** Returns how often the server was told other settings. */
    int settingsTold() {
        return settingsTold;
    }

    /** Tells the server the settings of the session that have changed since it was told last. */
    private void tell(BackendConnection known) {
        var changes = new ArrayList<String>();
        Map<String, String> told = new HashMap<>(session.settings());
        told.put("timezone", SessionZone.posix(session.zone()));
        // Without a limit of its own the session has that of the connection.
        told.computeIfPresent(
                "statement_timeout", (name, value) -> value.equals("0") ? DefinedCatalog.TIME_LIMIT : value);
        told.forEach((name, value) -> {
            if (!value.equals(settings.get(name))) {
                changes.add("set_config('" + name + "', '" + value.replace("'", "''") + "', false)");
            }
        });
        if (!changes.isEmpty()) {
            known.query("SELECT " + String.join(", ", changes));
            settings.putAll(told);
            settingsTold++;
        }
    }

    /**
     * Returns the connection.
     *
     * @throws StoreException if there is no server, or it does not know all definitions (SQLSTATE 0A000)
     */
    BackendConnection current() {
        try {
            catalog.refresh();
        } catch (StoreException failure) {
            if (failure.sqlState().equals("57014")) {
                throw failure;
            }
            throw new StoreException(
                    "0A000", "what is defined here is not known to PostgreSQL: " + failure.getMessage());
        }
        BackendConnection known = connection;
        if (known == null || !known.isOpen()) {
            known = catalog.connect();
            connection = known;
            settings.clear();
        }
        tell(known);
        return known;
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
