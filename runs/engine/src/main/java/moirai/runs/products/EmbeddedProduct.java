package moirai.runs.products;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import moirai.clients.jdbc.dialects.EmbeddedDialect;
import moirai.clients.jdbc.dialects.H2Dialect;
import moirai.clients.jdbc.dialects.HsqldbDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.dialects.SqliteDialect;
import moirai.history.level.IsolationLevel;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.Target;

/**
 * A database that is a library: it lives in this process, new for each run, and is removed after it.
 *
 * @param name on the command line
 * @param title the name for people and in its version text
 * @param documented its levels, from weak to strong
 * @param dialect the SQL dialect for each level
 * @param engines the engine on which predicted anomalies are replayed, if any
 */
record EmbeddedProduct(
        String name,
        String title,
        List<Documented> documented,
        Function<SqlIsolation, EmbeddedDialect> dialect,
        Set<CaseEngine> engines)
        implements SqlProduct {

    /**
     * A level that can be requested.
     *
     * @param promise the level that the manual promises
     * @param expected the level to hold it to by default: the meaning of its name, where the manual qualifies that
     */
    record Documented(SqlIsolation asked, IsolationLevel promise, IsolationLevel expected) {

        static Documented of(SqlIsolation asked, IsolationLevel promise) {
            return new Documented(asked, promise, promise);
        }
    }

    /**
     * Returns the product H2. H2's manual, "Advanced, Transaction Isolation": the three weak levels are defined by the
     * phenomena of the SQL standard, of which repeatable read excludes one more than read committed, which none of our
     * levels does alone. Serializable excludes all three and "currently doesn't ensure equivalence of concurrent and
     * serializable execution", which is snapshot isolation.
     */
    static Product h2() {
        return new EmbeddedProduct(
                "h2",
                "H2",
                List.of(
                        Documented.of(SqlIsolation.READ_UNCOMMITTED, IsolationLevel.READ_UNCOMMITTED),
                        Documented.of(SqlIsolation.READ_COMMITTED, IsolationLevel.READ_COMMITTED),
                        Documented.of(SqlIsolation.REPEATABLE_READ, IsolationLevel.READ_COMMITTED),
                        new Documented(
                                SqlIsolation.SERIALIZABLE,
                                IsolationLevel.SNAPSHOT_ISOLATION,
                                IsolationLevel.SERIALIZABLE)),
                H2Dialect::new,
                Set.of(CaseEngine.H2));
    }

    /**
     * Returns the product HSQLDB. HSQLDB's guide, "Sessions and Transactions, MVCC": of the standard's levels, MVCC
     * makes two of its own, which are read consistency and snapshot isolation. A session that requests read uncommitted
     * gets read committed, and one that requests repeatable read gets serializable, so these two cannot be requested.
     */
    static Product hsqldb() {
        return new EmbeddedProduct(
                "hsqldb",
                "HSQL Database Engine",
                List.of(
                        Documented.of(SqlIsolation.READ_COMMITTED, IsolationLevel.READ_COMMITTED),
                        new Documented(
                                SqlIsolation.SERIALIZABLE,
                                IsolationLevel.SNAPSHOT_ISOLATION,
                                IsolationLevel.SERIALIZABLE)),
                HsqldbDialect::new,
                Set.of(CaseEngine.HSQLDB));
    }

    /**
     * Returns the product SQLite. SQLite's "Isolation In SQLite": transactions are serializable, as long as no cache is
     * shared.
     */
    static Product sqlite() {
        return new EmbeddedProduct(
                "sqlite",
                "SQLite",
                List.of(Documented.of(SqlIsolation.SERIALIZABLE, IsolationLevel.SERIALIZABLE)),
                serializable -> new SqliteDialect(),
                Set.of());
    }

    @Override
    public String describe(String argument) {
        return title + " in this process";
    }

    @Override
    public List<String> levels() {
        return documented.stream().map(level -> level.asked().label()).toList();
    }

    @Override
    public Target target(Wish wish) {
        EmbeddedDialect asked = dialect.apply(SqlIsolation.parse(isolation(wish)));
        return new Target.InProcess(asked::create, JdbcClients.of(asked, wish));
    }

    @Override
    public Optional<CaseEngine> engine() {
        return engines.stream().findFirst();
    }

    /** Returns whether emitted tests run here: the SQL of cases is that of the engines on which they are replayed. */
    @Override
    public boolean runsEmittedTests() {
        return !engines.isEmpty();
    }

    @Override
    public boolean isNamedIn(String version) {
        return version.startsWith(title + " ");
    }

    @Override
    public Optional<IsolationLevel> promise(String isolation) {
        return at(isolation).map(Documented::promise);
    }

    @Override
    public IsolationLevel expected(String isolation) {
        return at(isolation).map(Documented::expected).orElse(IsolationLevel.SERIALIZABLE);
    }

    private Optional<Documented> at(String isolation) {
        return documented.stream()
                .filter(level -> level.asked().label().equals(isolation))
                .findFirst();
    }
}
