package moirai.junit.properties;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import moirai.runs.consent.GuardRails;
import moirai.runs.consent.ProductionNames;
import moirai.runs.consent.Refusal;

/** The consent to make a table of lists in a database, which is its URL if the database is not in this process. */
final class ListConsent {

    /** The beginnings of the URLs of databases in this process that end with it. */
    private static final List<String> IN_MEMORY =
            List.of("jdbc:h2:mem:", "jdbc:hsqldb:mem:", "jdbc:derby:memory:", "jdbc:sqlite::memory:", "jdbc:moirai:");

    private ListConsent() {}

    /**
     * Requires that a database may be written to.
     *
     * @param permitted the URL that was permitted; empty if none was
     * @throws IllegalStateException if it may not
     */
    static void require(DatabaseMetaData database, String permitted) throws SQLException {
        String url = database.getURL();
        if (url == null) {
            throw new IllegalStateException("the driver " + database.getDriverName()
                    + " does not tell the URL of its database, so nobody can know whether a chain may make a table"
                    + " there; take a data source whose connections have DatabaseMetaData.getURL()");
        }
        if (IN_MEMORY.stream().anyMatch(url::startsWith)) {
            return;
        }
        String named = withoutOptions(url);
        if (permitted.isEmpty() || !withoutOptions(permitted).equals(named)) {
            throw new IllegalStateException("the database at " + named
                    + " is not in the memory of this process, and a chain makes a table there: if that is wanted, say"
                    + " ListActions.on(…).mayWriteTo(\"" + named + "\")"
                    + (permitted.isEmpty() ? "" : "; permitted is " + withoutOptions(permitted)));
        }
        requireNoProduction(named, Objects.requireNonNullElse(database.getUserName(), ""));
    }

    private static void requireNoProduction(String url, String user) {
        List<Refusal> refusals = GuardRails.ofNames(
                Stream.concat(ProductionNames.in(url).stream(), Stream.of(user)).toList(), List.of());
        if (!refusals.isEmpty()) {
            throw new IllegalStateException(
                    String.join("; ", refusals.stream().map(Refusal::found).toList())
                            + ", where chains never write: take a database of another name for tests");
        }
    }

    /** Returns a URL up to its options, among which passwords may be. */
    private static String withoutOptions(String url) {
        return url.replaceAll("(?s)[?;].*", "");
    }
}
