package moirai.cli.options;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.clients.Endpoint;
import moirai.clients.cql.CqlUrl;
import moirai.runs.products.ServerProduct;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options that name a database that exists, and the user who connects to it. */
public final class UrlOptions {

    private static final String URL = "--url";
    private static final String NODE = "--node";
    private static final String DATACENTER = "--datacenter";
    private static final String USER = "--user";
    private static final String PASSWORD = "--password";

    /** The options that identify the database. */
    private static final List<String> PLACE = List.of(URL, NODE, DATACENTER, USER, PASSWORD);

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = URL,
            paramLabel = "URL",
            description = "A marked database (see ${ROOT-COMMAND-NAME} target): jdbc:postgresql://"
                    + " or jdbc:mariadb://HOST/NAME.")
    private String url = "";

    @Option(
            names = {NODE, "--nodes"},
            paramLabel = "HOST",
            split = ",",
            hideParamSyntax = true,
            description = "Or nodes of a marked Cassandra cluster: HOST[:PORT],…; see also --datacenter NAME.")
    private List<String> nodes = List.of();

    @Option(
            names = DATACENTER,
            paramLabel = "NAME",
            hidden = true,
            description = "The data centre of the nodes of --node. Default: that of the first.")
    private String datacenter = "";

    @Option(names = USER, paramLabel = "USER", description = "Default: your own name, or PGUSER with PostgreSQL.")
    private String user = "";

    @Option(
            names = PASSWORD,
            paramLabel = "REF",
            arity = "0..1",
            interactive = true,
            echo = false,
            description = "env:NAME or file:PATH; no value: prompt. Default: PGPASSWORD, ~/.pgpass; MYSQL_PWD.")
    private String password = "";

    /**
     * Returns whether these options name a database. An empty URL counts, because it is a mistake to be reported, such
     * as a variable that is not set; it must never lead to another database.
     */
    public boolean isGiven() {
        return command.has(URL) || command.has(NODE) || command.has(DATACENTER);
    }

    /** Returns the option that locates the database: {@code --url} or {@code --node}. */
    public String option() {
        return command.has(URL) ? URL : NODE;
    }

    /** Returns the URL without a password, for people. */
    public String describe() {
        return Secrets.redacted(place());
    }

    /** Returns the number of servers that the URL names. */
    public int nodeCount() {
        return ServerProduct.nodesIn(place());
    }

    /** Returns the URL, or the text that names the nodes. */
    private String place() {
        if (command.has(URL)) {
            return url;
        }
        return command.accepted(NODE + ": ", () -> {
            List<CqlUrl.Node> named =
                    nodes.stream().map(CqlUrl.Node::parse).distinct().toList();
            return new CqlUrl(named, datacenter).toString();
        });
    }

    /** Returns those of these options that identify the database, to be typed again; without secrets. */
    public List<String> argv() {
        return command.line().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .map(name -> name.equals("--nodes") ? NODE : name)
                .filter(PLACE::contains)
                .distinct()
                .flatMap(name -> name.equals(PASSWORD) && !isTyped() ? Stream.of(name) : Stream.of(name, value(name)))
                .toList();
    }

    private String value(String option) {
        return switch (option) {
            case URL -> Secrets.redacted(url);
            case NODE -> String.join(",", nodes);
            case DATACENTER -> datacenter;
            case USER -> user;
            default -> password;
        };
    }

    /** Returns the product among these that the options name, after all options were checked. */
    public ServerProduct product(List<ServerProduct> accepted) {
        requireReference();
        if (command.has(URL)) {
            requireNoSecret();
        } else {
            requireNodes();
        }
        return accepted.stream()
                // Nodes are no URL to the user.
                .filter(candidate -> candidate.isUrl(place()) && command.has(URL) != candidate.isUrl(CqlUrl.START))
                .findFirst()
                .orElseThrow(() -> command.refused(option() + ": '" + describe() + "' is not supported: expected "
                        + accepted.stream().map(ServerProduct::urlForm).collect(Collectors.joining(" or "))));
    }

    private void requireNoSecret() {
        if (command.has(NODE) || command.has(DATACENTER)) {
            throw command.refused((command.has(NODE) ? NODE : DATACENTER) + " and " + URL
                    + " exclude each other: the one is of Cassandra, the other of all else");
        }
        if (Secrets.isInAuthority(url)) {
            throw command.refused(
                    URL + ": '" + Secrets.redacted(url) + "' names a user before the host, which the driver"
                            + " does not understand: use --user and --password");
        }
        if (Secrets.isInUrl(url)) {
            throw command.refused(
                    URL + ": '" + Secrets.redacted(url) + "' holds a password, which the list of processes"
                            + " shows: expected --password " + Secrets.ACCEPTED);
        }
    }

    private void requireNodes() {
        if (!command.has(NODE)) {
            throw command.refused(
                    DATACENTER + " needs " + NODE + ": expected the nodes of a Cassandra cluster as well");
        }
        if (command.has(DATACENTER) && datacenter.isBlank()) {
            throw command.refused(DATACENTER + ": '" + datacenter + "' is not the name of a datacenter");
        }
        if (command.has(PASSWORD) && user.isEmpty()) {
            throw command.refused(PASSWORD + " needs " + USER + " with " + NODE + ": Cassandra has no user by default");
        }
    }

    /** Returns whether the password can be found again, which one that was typed at a prompt cannot. */
    public boolean hasReference() {
        return Secrets.isReference(password);
    }

    /** Refuses a password that stands in the command line. */
    public void requireReference() {
        if (!Secrets.isReference(password) && isTyped()) {
            throw command.refused("--password: a literal password is not accepted: expected " + Secrets.ACCEPTED);
        }
    }

    /**
     * Returns the location of the database and the credentials for it.
     *
     * @param environment variables, for the product's own conventions and for passwords
     */
    public Endpoint endpoint(ServerProduct product, Map<String, String> environment) {
        Endpoint byDefault = product.withDefaults(new Endpoint(place(), user, ""), environment);
        if (password.isEmpty()) {
            return byDefault;
        }
        return command.accepted(
                "--password: ",
                () -> new Endpoint(
                        place(), byDefault.user(), isTyped() ? Secrets.resolve(password, environment) : password));
    }

    /**
     * Returns whether the password's value stood among the arguments, or in a file of arguments, rather than being
     * typed at the prompt.
     */
    private boolean isTyped() {
        List<String> typed = command.line().getParseResult().expandedArgs();
        if (password.isEmpty()) {
            return false;
        }
        return typed.contains(password) || typed.contains("--password=" + password);
    }
}
