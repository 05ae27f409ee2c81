package moirai.mockstore.wire.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.TemporaryServer;
import moirai.mockstore.sql.control.Settings;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.time.SessionZone;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a session to the server, which knows all definitions and the settings of the session. It begins
 * when it is first asked for. For one thread.
 */
final class ToldConnection implements TemporaryServer, AutoCloseable {

    /** The end of the definition of a temporary table that says what happens at the end of a transaction. */
    private static final Pattern ON_COMMIT =
            Pattern.compile("\\bON\\s+COMMIT\\s+(?:PRESERVE\\s+ROWS|DELETE\\s+ROWS|DROP)\\b", Pattern.CASE_INSENSITIVE);

    private final DefinedCatalog catalog;
    private final SqlSession session;
    private final Map<String, String> settings = new HashMap<>();
    private int settingsTold;
    /** The channels that the server was told to listen to. Nothing is sent there: it is to know their names. */
    private List<String> channels = List.of();

    private @Nullable BackendConnection connection;
    /** The definitions of temporary tables that the connection knows. */
    private List<SqlDatabase.Text> temporary = List.of();

    private int temporaryVersion;
    private int cleared;

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
        // The server lets nobody write, and the policy is none of its settings.
        told.remove(Settings.READ_ONLY);
        told.remove("moirai.policy");
        told.put("timezone", SessionZone.posix(session.zone()));
        // Without a limit of its own the session has that of the connection.
        told.computeIfPresent(
                "statement_timeout", (name, value) -> value.equals("0") ? DefinedCatalog.TIME_LIMIT : value);
        told.forEach((name, value) -> {
            if (!value.equals(settings.get(name))) {
                changes.add("set_config('" + name + "', '" + value.replace("'", "''") + "', false)");
            }
        });
        var reset = new ArrayList<>(settings.keySet());
        reset.removeAll(told.keySet());
        for (String name : reset) {
            known.query("RESET "
                    + Stream.of(name.split("\\.")).map(Identifiers::literal).collect(Collectors.joining(".")));
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
            temporary = List.of();
            channels = List.of();
        }
        tell(known);
        define(known);
        return known;
    }

    /** Returns a number that changes with the temporary tables that the server knows. */
    int temporaryVersion() {
        return temporaryVersion;
    }

    /** Tells the server of temporary tables that were defined, or defines those anew that are left. */
    private void define(BackendConnection known) {
        List<SqlDatabase.Text> defined = session.temporaryDefinitions();
        if (cleared != catalog.cleared()) {
            cleared = catalog.cleared();
            temporary = List.of();
        }
        if (defined.equals(temporary)) {
            return;
        }
        temporaryVersion++;
        if (!defined.subList(0, Math.min(temporary.size(), defined.size())).equals(temporary)) {
            known.query("BEGIN READ WRITE; DISCARD TEMP; COMMIT");
            temporary = List.of();
        }
        for (SqlDatabase.Text text : List.copyOf(defined.subList(temporary.size(), defined.size()))) {
            try {
                run(known, text);
                known.query("COMMIT");
            } catch (StoreException failure) {
                known.query("ROLLBACK");
                throw failure;
            }
            temporary = defined.subList(0, temporary.size() + 1);
        }
    }

    /** Begins a transaction at the server and executes the definition of a temporary table, which stays for good. */
    private static void run(BackendConnection known, SqlDatabase.Text text) {
        known.query("BEGIN READ WRITE; SELECT set_config('search_path', '"
                + text.path().replace("'", "''") + "', true)");
        known.query(ON_COMMIT.matcher(text.sql()).replaceFirst(""));
    }

    /** Returns the server's number of a temporary table, by its name without a schema. */
    int tableNumber(String table) {
        String name = SearchPath.OWN_TEMPORARY + "." + Identifiers.literal(table);
        return current()
                .query("SELECT coalesce(pg_catalog.to_regclass('" + name.replace("'", "''") + "')::oid, 0)")
                .stream()
                .mapToInt(row -> Integer.parseUnsignedInt(row.getFirst().toString()))
                .sum();
    }

    /** Tells the server the positions of sequences, for which it is going to be asked. */
    void tellPositions() {
        String calls = catalog.sequences().values().stream()
                .map(sequence -> "pg_catalog.setval('"
                        + Identifiers.quoted(sequence.name()).replace("'", "''") + "', "
                        + sequence.position().last() + ", "
                        + sequence.position().isCalled() + ")")
                .collect(Collectors.joining(", "));
        if (!calls.isEmpty()) {
            current().query("BEGIN READ WRITE; SELECT " + calls + "; COMMIT");
        }
    }

    /** Executes a block of statements by a role that has no right to any table; returns what it tells, and its end. */
    List<BackendMessage> block(String sql) {
        BackendConnection known = current();
        known.query("BEGIN; SET LOCAL ROLE " + CatalogWords.FUNCTIONS);
        try {
            return BackendMessage.requireSuccess(known.relay(sql)).stream()
                    .filter(answer -> "NC".indexOf(answer.type()) >= 0)
                    .toList();
        } finally {
            if (known.isOpen()) {
                known.query("ROLLBACK");
            }
        }
    }

    @Override
    public void refresh() {
        if (catalog.isStartable()) {
            current();
        }
    }

    @Override
    public Optional<StoreException> failureOf(String definition) {
        if (!catalog.isStartable()) {
            return Optional.empty();
        }
        BackendConnection known = current();
        try {
            run(known, new SqlDatabase.Text(session.setting("search_path"), definition));
            return Optional.empty();
        } catch (StoreException failure) {
            return Optional.of(failure);
        } finally {
            if (known.isOpen()) {
                known.query("ROLLBACK");
            }
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
