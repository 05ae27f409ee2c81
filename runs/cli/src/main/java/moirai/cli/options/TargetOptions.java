package moirai.cli.options;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.Dialect;
import moirai.clients.jdbc.JdbcClientFactory;
import moirai.clients.jdbc.JdbcOptions;
import moirai.clients.jdbc.ListStorage;
import moirai.clients.jdbc.MockDialect;
import moirai.clients.jdbc.PostgresDialect;
import moirai.clients.jdbc.SqlIsolation;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.mockstore.StoreLevel;
import moirai.runs.PostgresPlan;
import moirai.runs.Target;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which database, and what is asked of it. */
public final class TargetOptions {

    private static final String POSTGRES = "postgres";
    private static final String MEMORY = "memory";
    private static final String MOCK = "mock";
    private static final String URL_START = "jdbc:postgresql:";

    /** A planted bug shows at one of ten opportunities: often enough to be found at once, not in every transaction. */
    private static final double BUG_PROBABILITY = 0.1;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--db",
            paramLabel = "DB",
            description = {
                "postgres: a server that is made for the run and removed after it.",
                "memory[:BUG]: a simulated database, honest or with a planted bug.",
                "mock[:LEVEL]: the mock store, which does anything that a level allows. Default: postgres."
            })
    private String database = POSTGRES;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "A database that exists, instead of --db: jdbc:postgresql://HOST:PORT/NAME.")
    private String url = "";

    @Option(names = "--user", paramLabel = "USER", description = "Default: as PGUSER or your own name.")
    private String user = "";

    @Option(
            names = "--password",
            paramLabel = "REF",
            arity = "0..1",
            interactive = true,
            echo = false,
            description = "'$${env:NAME}' or '$${file:PATH}'; without value: prompt. Default: PGPASSWORD, ~/.pgpass.")
    private String password = "";

    @Option(names = "--isolation", paramLabel = "LEVEL", description = "Asked of the database. Default: serializable.")
    private String isolation = "";

    @Mixin
    private StorageOptions storage = new StorageOptions();

    public boolean isSimulated() {
        return !isExisting() && product().equals(MEMORY);
    }

    /**
     * An empty URL is a mistake to be told, such as a variable that is not set; never a reason to use another database.
     */
    private boolean isExisting() {
        return isGiven("--url");
    }

    public boolean isMock() {
        return !isExisting() && product().equals(MOCK);
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** The kind of database, by its name on the command line. */
    public String product() {
        return isExisting() ? POSTGRES : database.split(":", 2)[0];
    }

    /** One line for people, without a password. */
    public String describe() {
        if (isExisting()) {
            return Secrets.redacted(url);
        }
        if (isMock()) {
            return "mock store in this process";
        }
        return isSimulated() ? database + " (simulated)" : "embedded PostgreSQL";
    }

    /** The level by its name, after it was checked. */
    public String isolation() {
        requireKnown();
        if (isMock()) {
            return storeLevel().label();
        }
        List<String> accepted = isSimulated()
                ? Arrays.stream(MemoryIsolation.values())
                        .map(MemoryIsolation::levelName)
                        .toList()
                : Arrays.stream(SqlIsolation.values()).map(SqlIsolation::label).toList();
        String byDefault =
                isSimulated() ? MemoryIsolation.STRICT_SERIALIZABLE.levelName() : SqlIsolation.SERIALIZABLE.label();
        return isGiven("--isolation") ? known("--isolation", isolation, accepted) : byDefault;
    }

    /** How many servers sessions are spread over. */
    public int nodeCount() {
        if (!isExisting() || !url.contains("//")) {
            return 1;
        }
        String hosts = url.substring(url.indexOf("//") + 2).split("/", 2)[0];
        return hosts.split(",", -1).length;
    }

    /**
     * The target; nothing is touched yet.
     *
     * @param environment variables, for PostgreSQL's own conventions and for passwords
     */
    public Target target(Map<String, String> environment) {
        requireKnown();
        if (isSimulated()) {
            return simulated();
        }
        if (isMock()) {
            StoreLevel level = storeLevel();
            return new Target.Mock(level, clients(new MockDialect(level.label()), storage.storage()));
        }
        Target.Clients clients = clients(new PostgresDialect(SqlIsolation.parse(isolation())), storage.storage());
        return isExisting()
                ? new Target.Existing(endpoint(environment), clients)
                : new Target.Started(PostgresPlan.SINGLE, clients);
    }

    /** Sessions that ask for this level, with lists stored as usual. */
    public static Target.Clients clients(SqlIsolation asked) {
        return clients(new PostgresDialect(asked), ListStorage.DEFAULT);
    }

    private static Target.Clients clients(Dialect dialect, ListStorage lists) {
        return (endpoint, sessions) -> new JdbcClientFactory(
                endpoint, new JdbcOptions(dialect, lists, sessions, JdbcOptions.TIMEOUT_SECONDS_DEFAULT));
    }

    private Target simulated() {
        MemoryIsolation level = Arrays.stream(MemoryIsolation.values())
                .filter(candidate -> candidate.levelName().equals(isolation()))
                .findFirst()
                .orElseThrow();
        if (!database.contains(":")) {
            return new Target.Honest(level);
        }
        if (level != MemoryIsolation.STRICT_SERIALIZABLE) {
            throw refused("--isolation: planted bugs are in a strict-serializable database; leave --isolation out");
        }
        String bug = known(
                "--db memory",
                database.split(":", 2)[1],
                Arrays.stream(PlantedBug.values()).map(PlantedBug::cliName).toList());
        return new Target.Planted(PlantedBug.parse(bug), BUG_PROBABILITY);
    }

    /** Serializable unless asked for, as of any database. */
    private StoreLevel storeLevel() {
        Optional<StoreLevel> inDatabase = database.contains(":")
                ? Optional.of(storeLevel("--db mock", database.split(":", 2)[1]))
                : Optional.empty();
        if (!isGiven("--isolation")) {
            return inDatabase.orElse(StoreLevel.SERIALIZABLE);
        }
        StoreLevel asked = storeLevel("--isolation", isolation);
        if (inDatabase.isPresent() && inDatabase.get() != asked) {
            throw refused("--isolation " + isolation + " and --db " + database + " name two levels: leave one out");
        }
        return asked;
    }

    private StoreLevel storeLevel(String option, String name) {
        return StoreLevel.named(name)
                .or(() -> StoreLevel.named(known(option, name, StoreLevel.labels())))
                .orElseThrow();
    }

    private void requireKnown() {
        if (!Secrets.isReference(password) && isTyped()) {
            throw refused("--password: a literal password is not accepted: expected " + Secrets.ACCEPTED);
        }
        if (isExisting()) {
            if (Secrets.isInAuthority(url)) {
                throw refused("--url: '" + Secrets.redacted(url) + "' names a user before the host, which the driver"
                        + " does not understand: use --user and --password");
            }
            if (!url.startsWith(URL_START)) {
                throw refused("--url: '" + Secrets.redacted(url) + "' is not supported: expected " + URL_START
                        + "//HOST:PORT/NAME");
            }
            if (isGiven("--db")) {
                throw refused("--db and --url exclude each other: the one makes a database, the other uses one");
            }
            return;
        }
        known("--db", product(), List.of(POSTGRES, MEMORY, MOCK));
        if (product().equals(POSTGRES) && database.contains(":")) {
            throw refused("--db: '" + database + "' is not a database: expected postgres, memory, memory:BUG,"
                    + " mock or mock:LEVEL");
        }
    }

    private Endpoint endpoint(Map<String, String> environment) {
        String asked = user.isEmpty() ? environment.getOrDefault("PGUSER", "") : user;
        if (password.isEmpty()) {
            return new Endpoint(url, asked, environment.getOrDefault("PGPASSWORD", ""));
        }
        try {
            return new Endpoint(url, asked, isTyped() ? Secrets.resolve(password, environment) : password);
        } catch (IllegalArgumentException unresolved) {
            throw refused("--password: " + unresolved.getMessage());
        }
    }

    /** Whether the password's value stood among the arguments, rather than being typed at the prompt. */
    private boolean isTyped() {
        List<String> typed = spec.commandLine().getParseResult().originalArgs();
        if (password.isEmpty()) {
            return false;
        }
        return typed.contains(password) || typed.contains("--password=" + password);
    }

    private String known(String option, String value, List<String> accepted) {
        try {
            return Values.known(option, value, accepted);
        } catch (IllegalArgumentException unknown) {
            throw refused(String.valueOf(unknown.getMessage()));
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
