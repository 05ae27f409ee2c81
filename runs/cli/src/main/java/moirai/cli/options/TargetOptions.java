package moirai.cli.options;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.history.DataModel;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultMix;
import moirai.runs.Target;
import moirai.runs.products.Product;
import moirai.runs.products.Products;
import moirai.runs.products.ServerProduct;
import moirai.runs.products.Wish;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that choose the database and its settings. */
public final class TargetOptions {

    private static final String BEFORE_ARGUMENT = ":";
    private static final String VERSION = "--server-version";
    private static final String UPGRADE_TO = "--upgrade-to";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--db",
            paramLabel = "DB",
            description = {
                "postgres[:N], patroni[:N], mariadb, galera[:N], cassandra[:N]: N new servers.",
                "h2, hsqldb, sqlite: a database in this process, new for the run.",
                "memory[:BUG]: a simulated database, honest or with a planted bug.",
                "mock[:LEVEL]: the mock store: anything that a level allows. Default: postgres."
            })
    private String database = Products.POSTGRES.name();

    @Mixin
    private UrlOptions existing = new UrlOptions();

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            description = "Asked of the database. Default: serializable; of galera: repeatable-read.")
    private String isolation = "";

    @Option(
            names = "--server-setting",
            paramLabel = "N=V",
            description = "NAME=VALUE of the servers that --db makes, e.g. wsrep_sync_wait=15; repeatable.")
    private Map<String, String> settings = new TreeMap<>();

    @Option(
            names = VERSION,
            paramLabel = "V",
            hidden = true,
            description =
                    "Of the servers that --db postgres makes: 17, or 17.4; mvn fetches it once. Default: in the jar.")
    private String version = "";

    @Option(
            names = UPGRADE_TO,
            paramLabel = "V",
            hidden = true,
            description = "The version that --nemesis upgrade brings them to.")
    private String upgradeTo = "";

    @Mixin
    private ReplicaOptions replicas = new ReplicaOptions();

    @Mixin
    private CassandraOptions cassandra = new CassandraOptions();

    @Mixin
    private StorageOptions storage = new StorageOptions();

    /** Returns the kind of database, after all options about it were checked. */
    public Product product() {
        requireKnown();
        return isExisting() ? server() : made();
    }

    /** Returns one line for people, without a password. */
    public String describe() {
        return isExisting() ? existing.describe() : made().describe(argument(made()));
    }

    /** Returns the options about a database that exists. */
    public UrlOptions existing() {
        return existing;
    }

    /** Returns the name of the level, after it was checked. */
    public String isolation() {
        return accepted(wish -> product().isolation(wish));
    }

    /** Returns the levels that can be asked of this database, from weak to strong; empty if it has none. */
    public List<String> levels() {
        Product product = product();
        String argument = isExisting() ? "" : argument(product);
        return product.levels().stream()
                .filter(level -> accepts(product, argument, level))
                .toList();
    }

    private static boolean accepts(Product product, String argument, String level) {
        try {
            var wish = new Wish(argument, level, ListStorage.DEFAULT, Wish.Replicas.DEFAULT);
            return product.isolation(wish).equals(level);
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /** Returns the number of servers that sessions are spread over. */
    public int nodeCount() {
        return isExisting() ? existing.nodeCount() : made().nodeCount(argument(made()));
    }

    /**
     * Returns the target; nothing is touched yet.
     *
     * @param contents what the workload's keys hold
     * @param environment variables, for the products' own conventions and for passwords
     */
    public Target target(DataModel contents, Map<String, String> environment) {
        requireKnown();
        if (isExisting()) {
            Endpoint endpoint = existing.endpoint(server(), environment);
            return accepted(wish -> server().existing(endpoint, wish.of(contents)));
        }
        return accepted(wish -> made().target(wish.of(contents)));
    }

    private boolean isExisting() {
        return existing.isGiven();
    }

    /** Returns what the options ask for; a product that does not support it refuses in words for the user. */
    private <T> T accepted(Function<Wish, T> asked) {
        Product product = product();
        String argument = isExisting() ? "" : argument(product);
        String level = command.has("--isolation")
                ? product.level(isolation).orElseGet(() -> known("--isolation", isolation, product.levels()))
                : "";
        return command.accepted(() -> asked.apply(new Wish(
                argument, level, storage.storage(), replicas(product, argument), servers(product), cql(product))));
    }

    /** Refuses a version to be brought to if nothing brings the servers to it. */
    public void require(FaultMix faults) {
        if (!upgradeTo.isEmpty() && !faults.kinds().contains(FaultKind.UPGRADE)) {
            throw command.refused(UPGRADE_TO + " needs the fault that does it: expected --nemesis upgrade");
        }
    }

    private Wish.Servers servers(Product product) {
        String given = command.first(VERSION, UPGRADE_TO);
        if (!given.isEmpty() && (isExisting() || !product.hasServerVersions())) {
            throw command.refused(given + " needs servers of which there are several versions: expected --db "
                    + Products.POSTGRES.form());
        }
        return new Wish.Servers(settings(product), version, upgradeTo);
    }

    private Map<String, String> settings(Product product) {
        if (!settings.isEmpty() && (isExisting() || !product.hasServerSettings())) {
            throw command.refused("--server-setting needs servers that Moirai makes: expected "
                    + Products.all().stream()
                            .filter(Product::hasServerSettings)
                            .map(other -> "--db " + other.form())
                            .collect(Collectors.joining(" or ")));
        }
        return settings;
    }

    private Wish.Replicas replicas(Product product, String argument) {
        if (!replicas.given().isEmpty() && (isExisting() || !product.hasReplicas(argument))) {
            throw command.refused(
                    replicas.given() + " needs a database that Moirai makes with replicas: expected --db postgres:N"
                            + " or --db patroni:N");
        }
        return replicas.replicas();
    }

    private Wish.Cql cql(Product product) {
        if (!cassandra.given().isEmpty() && !product.hasConsistency()) {
            throw command.refused(cassandra.given() + " is of Cassandra: expected --db cassandra");
        }
        return cassandra.cql();
    }

    /** Returns the product that is made for the run. */
    private Product made() {
        String name = database.split(BEFORE_ARGUMENT, 2)[0];
        return command.accepted(() -> Values.named("--db", name, Products.all(), Product::name));
    }

    /** Returns the argument that follows the product's name, in its one spelling; empty for none. */
    private String argument(Product product) {
        if (!database.contains(BEFORE_ARGUMENT)) {
            return "";
        }
        String typed = database.split(BEFORE_ARGUMENT, 2)[1];
        if (product.arguments().isEmpty()) {
            throw command.refused("--db: '" + database + "' is not a database: expected one of "
                    + Products.all().stream().map(Product::form).collect(Collectors.joining(", ")));
        }
        return product.argument(typed).orElseGet(() -> known("--db " + product.name(), typed, product.arguments()));
    }

    /** Returns the product of a server that exists. */
    private ServerProduct server() {
        return existing.product(Products.servers());
    }

    private void requireKnown() {
        existing.requireReference();
        if (isExisting() && command.has("--db")) {
            throw command.refused("--db and " + existing.option()
                    + " exclude each other: the one makes a database, the other uses one");
        }
    }

    private String known(String option, String value, List<String> accepted) {
        return command.accepted(() -> Values.known(option, value, accepted));
    }
}
