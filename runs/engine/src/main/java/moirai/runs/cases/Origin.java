package moirai.runs.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.history.RunHeader;
import moirai.runs.products.Product;
import moirai.runs.products.Products;
import moirai.runs.products.ServerProduct;

/**
 * The run that a case comes from, beside what the header of its history says. A case never carries consent: options
 * that grant it, and those about passwords, are removed from the command, whatever file they come from. The caller
 * decides which other options of the command may be repeated.
 *
 * @param product the database as {@code --db} names it, {@code postgres:3} or {@code memory:lost-update}; for a
 *    database at a URL the product's name; empty if unknown
 * @param url the database's location, without a password; empty if Moirai made the database, or the command names its
 *    nodes
 * @param argv the command of the run, without secrets and consent; empty if unknown
 * @param txnCount how many transactions the run recorded
 * @param txns the numbers that the case's transactions have in the run, in their order; empty if unknown
 */
public record Origin(String product, String url, List<String> argv, int txnCount, List<Integer> txns) {

    private static final String DB = "--db";
    private static final String URL = "--url";
    private static final Set<String> NODES = Set.of("--node", "--nodes");
    private static final String DATACENTER = "--datacenter";
    private static final Set<String> WITH_VALUE = Set.of("--password", "--allow-name");
    private static final List<String> DROPPED = List.of("--password", "--allow-", "--shared-database", "--yes");

    public Origin {
        argv = withoutConsent(argv);
        txns = List.copyOf(txns);
        if (txnCount < txns.size()) {
            throw new IllegalArgumentException(
                    txnCount + " transactions in all; expected at least the " + txns.size() + " of the case");
        }
    }

    /**
     * Returns the origin of a part of a run.
     *
     * @param header the header of the run's history
     * @param argv the run's command without secrets; empty if unknown
     */
    public static Origin of(RunHeader header, List<String> argv, int txnCount, List<Integer> txns) {
        String url = value(argv, URL).orElse("");
        return new Origin(product(header, argv, url), url, argv, txnCount, txns);
    }

    private static String product(RunHeader header, List<String> argv, String url) {
        Optional<String> recorded = Optional.of(product(header.database())).filter(name -> !name.isEmpty());
        if (!url.isEmpty()) {
            return Products.servers().stream()
                    .filter(server -> server.isUrl(url))
                    .findFirst()
                    .map(ServerProduct::name)
                    .or(() -> recorded)
                    .orElse("");
        }
        return value(argv, DB).or(() -> recorded).orElse("");
    }

    /** Returns the name of the product of this version, as {@code --db} takes it; empty if it is not known. */
    static String product(String database) {
        return Products.ofVersion(database).map(Product::name).orElse("");
    }

    /** Returns the value of an option of a stored command, in whichever way it was written; empty if it has none. */
    public static Optional<String> value(List<String> argv, String option) {
        return values(argv, Set.of(option)).findFirst();
    }

    private static Stream<String> values(List<String> argv, Set<String> options) {
        var values = new ArrayList<String>();
        for (int i = 0; i < argv.size(); i++) {
            String[] parts = argv.get(i).split("=", 2);
            if (options.contains(parts[0])) {
                if (parts.length == 2) {
                    values.add(parts[1]);
                } else if (i + 1 < argv.size()) {
                    values.add(argv.get(i + 1));
                }
            }
        }
        return values.stream();
    }

    /** Returns the command without the options that grant consent. */
    private static List<String> withoutConsent(List<String> argv) {
        var kept = new ArrayList<String>();
        for (int i = 0; i < argv.size(); i++) {
            String argument = argv.get(i);
            if (DROPPED.stream().noneMatch(argument::startsWith)) {
                kept.add(argument);
            } else if (WITH_VALUE.contains(argument)
                    && i + 1 < argv.size()
                    && !argv.get(i + 1).startsWith("-")) {
                i++;
            }
        }
        return List.copyOf(kept);
    }

    /** Returns whether the database existed before the run, so that using it again requires new consent. */
    public boolean isExisting() {
        return !place().isEmpty();
    }

    /**
     * Returns the options that locate a database that existed before the run, to be typed by hand; empty for other
     * runs.
     */
    public List<String> place() {
        if (!url.isEmpty()) {
            return List.of(URL, url);
        }
        var place = new ArrayList<String>();
        value(argv, URL).ifPresent(where -> place.addAll(List.of(URL, where)));
        String nodes = values(argv, NODES).collect(Collectors.joining(","));
        if (!nodes.isEmpty()) {
            place.addAll(List.of("--node", nodes));
        }
        value(argv, DATACENTER).ifPresent(name -> place.addAll(List.of(DATACENTER, name)));
        return List.copyOf(place);
    }

    /**
     * Returns the origin of a part of a history with this origin.
     *
     * @param called the numbers that the part's transactions have in that history
     */
    Origin part(List<Integer> called) {
        return new Origin(product, url, argv, txnCount, called);
    }
}
