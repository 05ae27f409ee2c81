package moirai.cli.options;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.clients.Endpoint;
import moirai.runs.products.ServerProduct;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A database that exists, and who asks there. */
public final class UrlOptions {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "A marked database (see moirai target): jdbc:postgresql:// or jdbc:mariadb://HOST/NAME.")
    private String url = "";

    @Option(names = "--user", paramLabel = "USER", description = "Default: your own name, or PGUSER with PostgreSQL.")
    private String user = "";

    @Option(
            names = "--password",
            paramLabel = "REF",
            arity = "0..1",
            interactive = true,
            echo = false,
            description = "env:NAME or file:PATH; no value: prompt. Default: PGPASSWORD, ~/.pgpass; MYSQL_PWD.")
    private String password = "";

    /**
     * An empty URL is a mistake to be told, such as a variable that is not set; never a reason to use another database.
     */
    public boolean isGiven() {
        return spec.commandLine().getParseResult().hasMatchedOption("--url");
    }

    /** The URL without a password, for people. */
    public String describe() {
        return Secrets.redacted(url);
    }

    /** How many servers the URL names. */
    public int nodeCount() {
        return ServerProduct.nodesIn(url);
    }

    /** Those of these options that say which database it is, to be typed again; without secrets. */
    public List<String> argv() {
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> List.of("--url", "--user", "--password").contains(option.longestName()))
                .flatMap(option -> option.longestName().equals("--password") && !isTyped()
                        ? List.of("--password").stream()
                        : List.of(option.longestName(), value(option.longestName())).stream())
                .toList();
    }

    private String value(String option) {
        return switch (option) {
            case "--url" -> Secrets.redacted(url);
            case "--user" -> user;
            default -> password;
        };
    }

    /** Which of these products it is, after all options were checked. */
    public ServerProduct product(List<ServerProduct> accepted) {
        requireReference();
        if (Secrets.isInAuthority(url)) {
            throw refused("--url: '" + Secrets.redacted(url) + "' names a user before the host, which the driver"
                    + " does not understand: use --user and --password");
        }
        if (Secrets.isInUrl(url)) {
            throw refused("--url: '" + Secrets.redacted(url) + "' holds a password, which the list of processes"
                    + " shows: expected --password " + Secrets.ACCEPTED);
        }
        return accepted.stream()
                .filter(candidate -> candidate.isUrl(url))
                .findFirst()
                .orElseThrow(() -> refused("--url: '" + Secrets.redacted(url) + "' is not supported: expected "
                        + accepted.stream().map(ServerProduct::urlForm).collect(Collectors.joining(" or "))));
    }

    /** Refuses a password that stands in the command line. */
    public void requireReference() {
        if (!Secrets.isReference(password) && isTyped()) {
            throw refused("--password: a literal password is not accepted: expected " + Secrets.ACCEPTED);
        }
    }

    /**
     * Where it is.
     *
     * @param environment variables, for the product's own conventions and for passwords
     */
    public Endpoint endpoint(ServerProduct product, Map<String, String> environment) {
        Endpoint byDefault = product.withDefaults(new Endpoint(url, user, ""), environment);
        if (password.isEmpty()) {
            return byDefault;
        }
        try {
            String resolved = isTyped() ? Secrets.resolve(password, environment) : password;
            return new Endpoint(url, byDefault.user(), resolved);
        } catch (IllegalArgumentException unresolved) {
            throw refused("--password: " + unresolved.getMessage());
        }
    }

    /**
     * Whether the password's value stood among the arguments, or in a file of arguments, rather than being typed at the
     * prompt.
     */
    private boolean isTyped() {
        List<String> typed = spec.commandLine().getParseResult().expandedArgs();
        if (password.isEmpty()) {
            return false;
        }
        return typed.contains(password) || typed.contains("--password=" + password);
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
