package moirai.runs.products;

import java.util.Optional;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.ConnectionWrapping;
import moirai.clients.jdbc.JdbcClientFactory;
import moirai.clients.jdbc.JdbcOptions;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.runs.Target;

/** Makes the clients of products with a JDBC driver. */
final class JdbcClients {

    private JdbcClients() {}

    /**
     * Returns clients that speak this dialect.
     *
     * @throws IllegalArgumentException if the dialect cannot express the request, with a message for the user
     */
    static Target.Clients of(Dialect dialect, Wish wish) {
        return of(dialect, dialect, wish);
    }

    /**
     * Returns clients that speak this dialect, and another dialect, mostly the same at another level, for sessions that
     * only read at any node.
     */
    static Target.Clients of(Dialect dialect, Dialect readers, Wish wish) {
        dialect.grammar().require(wish.storage());
        return new Spoken(dialect, readers, wish.storage(), ConnectionWrapping.NONE);
    }

    /** Clients that speak these dialects, through an optional wrapper of their connections. */
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
            return new JdbcClientFactory(
                    endpoint,
                    new JdbcOptions(spoken, storage, sessions, JdbcOptions.TIMEOUT_SECONDS_DEFAULT, wrapping));
        }
    }
}
