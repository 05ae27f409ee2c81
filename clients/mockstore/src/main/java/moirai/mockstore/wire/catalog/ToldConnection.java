package moirai.mockstore.wire.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.syntax.Identifiers;
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
    /** The channels that the server was told to listen to. Nothing is sent there: it is to know their names. */
    private List<String> channels = List.of();

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
        // Texts come and go in UTF-8.
        told.remove("client_encoding");
        told.put("timezone", SessionZone.posix(session.zone()));
        // Without a limit of its own the session has that of the connection.
        told.computeIfPresent(
                "statement_timeout", (name, value) -> value.equals("0") ? DefinedCatalog.TIME_LIMIT : value);
        told.forEach((name, value) -> {
            if (!value.equals(settings.get(name))) {
                // The store keeps its words without quotes.
                String quoted = value.replace("\"$user\"", "$user").replace("$user", "\"$user\"");
                changes.add("set_config('" + name + "', '" + quoted.replace("'", "''") + "', false)");
            }
        });
        var reset = new ArrayList<>(settings.keySet());
        reset.removeAll(told.keySet());
        for (String name : reset) {
            known.query("RESET " + Identifiers.quoted(name));
            settings.remove(name);
            settingsTold++;
        }
        if (!changes.isEmpty()) {
            known.query("SELECT " + String.join(", ", changes));
            settings.putAll(told);
            settingsTold++;
        }
        List<String> listening = session.channels().listening();
        if (!listening.equals(channels)) {
            known.query(Stream.concat(
                            Stream.of("UNLISTEN *"),
                            listening.stream().map(channel -> "LISTEN " + Identifiers.literal(channel)))
                    .collect(Collectors.joining("; ")));
            channels = listening;
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
            channels = List.of();
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
