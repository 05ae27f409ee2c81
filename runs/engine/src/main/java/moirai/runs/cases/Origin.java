package moirai.runs.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.history.RunHeader;
import moirai.runs.products.Product;
import moirai.runs.products.Products;
import moirai.runs.products.ServerProduct;

/**
 * Which run a case comes from, beside what the header of its history says. A case never brings consent: options that
 * grant it, that configure servers, and those about passwords, are left out of the command, whoever wrote them in.
 *
 * @param product the database as {@code --db} names it, {@code postgres:3} or {@code memory:lost-update}; of one at a
 *     URL the product's name; empty if unknown
 * @param url where it was, without a password; empty if Moirai made it
 * @param argv the command of the run, without secrets and consent; empty if unknown
 * @param txnCount how many transactions the run recorded
 * @param txns what the run calls the transactions of the case, in their order; empty if unknown
 */
public record Origin(String product, String url, List<String> argv, int txnCount, List<Integer> txns) {

    private static final String DB = "--db";
    private static final String URL = "--url";
    private static final Set<String> WITH_VALUE = Set.of("--password", "--allow-name", "--server-setting");
    /** Settings of servers name programs that they start, so whoever replays a case has to type them. */
    private static final List<String> DROPPED =
            List.of("--password", "--allow-", "--shared-database", "--yes", "--server-setting");

    public Origin {
        argv = withoutConsent(argv);
        txns = List.copyOf(txns);
        if (txnCount < txns.size()) {
            throw new IllegalArgumentException(
                    txnCount + " transactions in all; expected at least the " + txns.size() + " of the case");
        }
    }

    /**
     * The origin of a part of a run.
     *
     * @param header of the run's history
     * @param argv the run's command without secrets; empty if unknown
     */
    public static Origin of(RunHeader header, List<String> argv, int txnCount, List<Integer> txns) {
        String url = value(argv, URL).orElse("");
        return new Origin(product(header, argv, url), url, argv, txnCount, txns);
    }

    private static String product(RunHeader header, List<String> argv, String url) {
        Optional<String> recorded = Products.ofVersion(header.database()).map(Product::name);
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

    private static Optional<String> value(List<String> argv, String option) {
        for (int i = 0; i < argv.size(); i++) {
            String argument = argv.get(i);
            if (argument.startsWith(option + "=")) {
                return Optional.of(argument.substring(option.length() + 1));
            }
            if (argument.equals(option) && i + 1 < argv.size()) {
                return Optional.of(argv.get(i + 1));
            }
        }
        return Optional.empty();
    }

    /** The command without what grants anything. */
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

    /** Whether the database was there already, so that whoever wants to use it again has to consent anew. */
    public boolean isExisting() {
        return !url.isEmpty();
    }
}
