package moirai.runs.products;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.ConnectionWrapping;
import moirai.clients.jdbc.JdbcClientFactory;
import moirai.clients.jdbc.JdbcOptions;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.tables.ListStorage;
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
        return of(dialect, dialect, wish);
    }

    /** The same, with another dialect, mostly the same one at another level, for who only reads at any node. */
    static Target.Clients of(Dialect dialect, Dialect readers, Wish wish) {
        dialect.grammar().require(wish.storage());
        return new Spoken(dialect, readers, wish.storage(), ConnectionWrapping.NONE);
    }

    /** Sessions that speak these dialects, through something that may stand before their connections. */
    private record Spoken(Dialect dialect, Dialect readers, ListStorage storage, ConnectionWrapping wrapping)
            implements Target.Clients {

        @Override
        public ClientFactory at(Endpoint endpoint, int sessions) {
            return factory(dialect, endpoint, sessions);
        }

        @Override
        public ClientFactory readersAt(Endpoint endpoint, int sessions) {
            return factory(readers, endpoint, sessions);
        }

        @Override
        public Optional<Target.Clients> through(ConnectionWrapping other) {
            return Optional.of(new Spoken(dialect, readers, storage, other));
        }

        private ClientFactory factory(Dialect spoken, Endpoint endpoint, int sessions) {
            var options = new JdbcOptions(spoken, storage, sessions, JdbcOptions.TIMEOUT_SECONDS_DEFAULT);
            return new JdbcClientFactory(endpoint, options.with(wrapping));
        }
    }

    /** The level asked for, or serializable. */
    static String isolation(Wish wish) {
        return wish.isolation().isEmpty() ? SqlIsolation.SERIALIZABLE.label() : wish.isolation();
    }
}
