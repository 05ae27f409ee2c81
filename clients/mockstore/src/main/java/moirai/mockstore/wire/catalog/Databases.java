package moirai.mockstore.wire.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;

/**
 * The names of databases. A store is one database, which any name connects to; so one may be created while it is empty,
 * as test runners do, and dropping that one empties the store. Thread-safe.
 */
public final class Databases {

    /** The names of the roles that the owner has created. */
    private static final String ROLES = """
            SELECT DISTINCT pg_catalog.quote_ident(r.rolname) FROM pg_catalog.pg_auth_members m
            JOIN pg_catalog.pg_roles r ON r.oid = m.roleid
            WHERE m.member = (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = '%s') AND m.admin_option
            """.formatted(DefinedCatalog.OWNER);

    private static final Set<String> TEMPLATES = Set.of("TEMPLATE0", "TEMPLATE1", "DEFAULT");

    private static final Set<String> ENCODINGS = Set.of("UTF8", "UNICODE", "DEFAULT");

    /** The time that PostgreSQL waits as well. */
    private static final int LEAVING_SECONDS_MAX = 5;

    private final SqlDatabase database;
    private final DefinedCatalog catalog;
    /** The name that was given to the store's database; empty while it has none of its own. */
    private Optional<String> created = Optional.empty();

    private final List<String> connected = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();

    public Databases(SqlDatabase database, DefinedCatalog catalog) {
        this.database = database;
        this.catalog = catalog;
    }

    /** Makes the server's database for definitions and its owner anew. */
    static void make(BackendConnection server) {
        server.query("SET client_min_messages = error");
        server.query("DROP DATABASE IF EXISTS " + DefinedCatalog.DATABASE + " WITH (FORCE)");
        dropCreatedRoles(server);
        server.query("DROP ROLE IF EXISTS " + CatalogWords.FUNCTIONS);
        server.query("DROP ROLE IF EXISTS " + DefinedCatalog.OWNER);
        server.query("CREATE ROLE " + DefinedCatalog.OWNER + " CREATEROLE");
        server.query("CREATE ROLE " + CatalogWords.FUNCTIONS + " ROLE " + DefinedCatalog.OWNER);
        server.query("CREATE DATABASE " + DefinedCatalog.DATABASE + " OWNER " + DefinedCatalog.OWNER
                + DefinedCatalog.LOCALE);
    }

    /** Drops the roles that the owner has created, which belong to no database. */
    static void dropRoles(BackendConnection owner) {
        owner.query("SET SESSION AUTHORIZATION DEFAULT");
        dropCreatedRoles(owner);
        owner.query("REVOKE ALL ON SCHEMA public FROM PUBLIC");
        owner.query("GRANT USAGE ON SCHEMA public TO PUBLIC");
        owner.query("SET SESSION AUTHORIZATION " + DefinedCatalog.OWNER);
    }

    private static void dropCreatedRoles(BackendConnection superuser) {
        superuser.query(ROLES).forEach(role -> {
            superuser.query("DROP OWNED BY " + role.getFirst() + " CASCADE");
            superuser.query("DROP ROLE " + role.getFirst());
        });
    }

    /** Notes that a session has connected to a database of this name. */
    public void connected(String name) {
        lock.lock();
        try {
            connected.add(name);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that such a session has ended. */
    public void disconnected(String name) {
        lock.lock();
        try {
            connected.remove(name);
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a statement creates or drops a database. */
    public static boolean isOne(String sql) {
        List<String> words = Words.first(sql, 2);
        return words.getLast().equals("DATABASE") && Set.of("CREATE", "DROP").contains(words.getFirst());
    }

    /**
     * Executes a statement that creates or drops a database.
     *
     * @return a notice; empty if there is nothing to say
     * @throws StoreException if the store cannot do as if it had several databases (SQLSTATE 0A000), or as PostgreSQL
     *     would
     */
    public Optional<String> execute(String sql) {
        Words words = Words.of(sql);
        lock.lock();
        try {
            if (words.takeAll("CREATE", "DATABASE")) {
                create(Identifiers.of(words.take()), words);
                return Optional.empty();
            }
            words.takeAll("DROP", "DATABASE");
            return drop(words);
        } finally {
            lock.unlock();
        }
    }

    private Optional<String> drop(Words words) {
        boolean isConditional = words.takeAll("IF", "EXISTS");
        String name = Identifiers.of(words.take());
        words.take("WITH");
        words.takeAll("(", "FORCE", ")");
        words.end();
        if (!created.equals(Optional.of(name))) {
            if (!isConditional) {
                throw new StoreException("3D000", "database \"" + name + "\" does not exist");
            }
            return Optional.of("database \"" + name + "\" does not exist, skipping");
        }
        if (!areGone(name)) {
            throw new StoreException("55006", "database \"" + name + "\" is being accessed by other users");
        }
        database.clear();
        tell(name, "DROP DATABASE IF EXISTS " + Identifiers.literal(name));
        created = Optional.empty();
        return Optional.empty();
    }

    /** Returns whether nobody is connected to a database; waits a moment for those who are leaving. */
    private boolean areGone(String name) {
        long nanos = TimeUnit.SECONDS.toNanos(LEAVING_SECONDS_MAX);
        try {
            while (connected.contains(name) && nanos > 0) {
                nanos = left.awaitNanos(nanos);
            }
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new StoreException("57014", "interrupted while waiting");
        }
        return !connected.contains(name);
    }

    private void create(String name, Words words) {
        if (created.equals(Optional.of(name))) {
            throw new StoreException("42P04", "database \"" + name + "\" already exists");
        }
        words.take("WITH");
        while (!words.isEmpty()) {
            option(words);
        }
        if (created.isPresent() || !database.isEmpty()) {
            throw new StoreException(
                    "0A000",
                    "a second database is not supported: the store is one, which every name connects to, and "
                            + created.map(former -> "\"" + former + "\" exists").orElse("it is not empty"));
        }
        database.clear();
        tell(name, "CREATE DATABASE " + Identifiers.literal(name) + " OWNER " + DefinedCatalog.OWNER);
        created = Optional.of(name);
    }

    /** Tells the server, whose catalogs list the databases; one of them is there already. */
    private void tell(String name, String sql) {
        if (!name.equals(DefinedCatalog.DATABASE)) {
            catalog.askAlone(sql);
        }
    }

    private static void option(Words words) {
        String option = words.take().toUpperCase(Locale.ROOT);
        words.take("=");
        String value = words.take().toUpperCase(Locale.ROOT).replaceAll("[\"'-]", "");
        boolean isHarmless = switch (option) {
            case "OWNER" -> true;
            case "TEMPLATE" -> TEMPLATES.contains(value);
            case "ENCODING" -> ENCODINGS.contains(value);
            default -> false;
        };
        if (!isHarmless) {
            throw new StoreException(
                    "0A000",
                    option + " " + value + " of a database is not supported; accepted are OWNER, ENCODING 'UTF8' and"
                            + " TEMPLATE template0 or template1");
        }
    }
}
