package moirai.junit.directed;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.Server;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.interception.ConnectionSource;
import moirai.junit.databases.ConsentOfTest;
import moirai.junit.databases.Dialects;
import moirai.junit.databases.Restoring;
import moirai.junit.databases.SeenDatabase;
import moirai.reenactment.databases.CaseEngine;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.products.Products;

/** A test's own data source as the database of replays. */
record LentPlace(CaseEngine engine, DataSource source, String isolation) {

    /** The products to whose databases a data source may lead. */
    private enum Kind {
        H2("jdbc:h2:", "h2"),
        HSQLDB("jdbc:hsqldb:", "hsqldb"),
        POSTGRES("jdbc:postgresql:", "postgres");

        private final String prefix;
        private final String product;

        Kind(String prefix, String product) {
            this.prefix = prefix;
            this.product = product;
        }
    }

    /**
     * Returns the database of a data source.
     *
     * @param isMade whether the test has made it, so that it needs no consent
     * @param longest the longest time for which it is used
     * @throws moirai.runs.consent.RefusedException if it exists outside of this process and there is no consent
     */
    static LentPlace of(DataSource dataSource, boolean isMade, AnomaliesOf asked, Duration longest) {
        var source = new Restoring(dataSource);
        SeenDatabase seen = SeenDatabase.of(source);
        var product = Products.named(kind(seen.endpoint()).product).orElseThrow();
        SqlIsolation level = SqlIsolation.parse(ReplayedProduct.isolation(product, asked));
        if (!isMade && !SeenDatabase.isOfThisTest(seen.endpoint().url())) {
            Dialect dialect = Dialects.of(seen.endpoint(), level).orElseThrow();
            var permissions = new ConsentOfTest.Permissions(
                    "AnomaliesOf",
                    List.of(asked.allowNames()),
                    asked.allowSuperuser(),
                    asked.sharedDatabase(),
                    longest);
            ConsentOfTest.require(Server.lent(seen.endpoint(), dialect, source), permissions);
        }
        return new LentPlace(product.engine().orElseThrow(), committing(source), level.label());
    }

    /** Returns the same source, whose connections commit each statement until they are told otherwise. */
    private static ConnectionSource committing(Restoring source) {
        return () -> {
            Connection connection = source.getConnection();
            try {
                connection.setAutoCommit(true);
                return connection;
            } catch (SQLException broken) {
                connection.close();
                throw broken;
            }
        };
    }

    private static Kind kind(Endpoint endpoint) {
        for (Kind kind : Kind.values()) {
            if (endpoint.url().startsWith(kind.prefix)) {
                return kind;
            }
        }
        throw Refusals.bare(new IllegalArgumentException("the data source leads to " + endpoint
                + ", where anomalies are not replayed; expected jdbc:h2:, jdbc:hsqldb: or jdbc:postgresql:, or"
                + " @AnomaliesOf(product = …)"));
    }

    /** Opens the database, whose connections go back as they came. */
    DirectedDatabase open() {
        return DirectedDatabase.lent(engine, source, isolation);
    }
}
