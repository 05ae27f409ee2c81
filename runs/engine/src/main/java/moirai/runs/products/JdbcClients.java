package moirai.runs.products;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import moirai.clients.jdbc.JdbcClientFactory;
import moirai.clients.jdbc.JdbcOptions;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.generators.Structure;
import moirai.runs.Target;

/** What products have in common that JDBC reaches. */
final class JdbcClients {

    /** The levels that SQL has words for, from weak to strong. */
    static final List<String> LEVELS =
            Arrays.stream(SqlIsolation.values()).map(SqlIsolation::label).toList();

    /** Their tables hold lists or numbers. */
    static final Set<Structure> STRUCTURES = Set.of(Structure.values());

    private JdbcClients() {}

    /**
     * Sessions that speak this dialect.
     *
     * @throws IllegalArgumentException if it has no words for what is wished, in words for the user
     */
    static Target.Clients of(Dialect dialect, Wish wish) {
        dialect.grammar().require(wish.storage());
        return (endpoint, sessions) -> new JdbcClientFactory(
                endpoint, new JdbcOptions(dialect, wish.storage(), sessions, JdbcOptions.TIMEOUT_SECONDS_DEFAULT));
    }

    /** The level asked for, or serializable. */
    static String isolation(Wish wish) {
        return wish.isolation().isEmpty() ? SqlIsolation.SERIALIZABLE.label() : wish.isolation();
    }
}
