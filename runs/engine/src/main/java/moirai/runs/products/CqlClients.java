package moirai.runs.products;

import java.util.function.BiFunction;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.clients.cql.CqlOptions;
import moirai.runs.Target;

/**
 * The sessions of Cassandra. Those that read in the end ask every replica: at a weak consistency a node asks any of
 * them, so that all final reads could miss what one replica has, and a cluster does not say when replicas agree.
 *
 * @param factory opens sessions with options at an endpoint
 */
record CqlClients(CqlOptions options, BiFunction<Endpoint, CqlOptions, ClientFactory> factory)
        implements Target.Clients {

    @Override
    public ClientFactory at(Endpoint endpoint, int sessions) {
        return factory.apply(endpoint, options.forSessions(sessions));
    }

    @Override
    public ClientFactory readersAt(Endpoint endpoint, int sessions) {
        return factory.apply(endpoint, options.readingAll().forSessions(sessions));
    }
}
