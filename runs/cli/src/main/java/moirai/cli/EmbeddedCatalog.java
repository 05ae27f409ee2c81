package moirai.cli;

import java.net.URI;
import moirai.mockstore.StoreException;
import moirai.mockstore.wire.catalog.CatalogServer;
import moirai.nemesis.ClusterException;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;

/** The embedded PostgreSQL, started with the first definition. */
final class EmbeddedCatalog implements CatalogServer, AutoCloseable {

    private static final int SESSIONS = 200;

    private final PostgresCluster cluster = new PostgresCluster(PostgresOptions.forSessions(SESSIONS));
    private boolean isStarted;

    @Override
    public synchronized Access access() {
        try {
            if (!isStarted) {
                cluster.start();
                isStarted = true;
            }
        } catch (ClusterException failed) {
            throw new StoreException(
                    "0A000", "the system catalogs need the embedded PostgreSQL, which fails: " + failed.getMessage());
        }
        URI address = URI.create(cluster.url().substring("jdbc:".length()));
        return new Access(address.getHost(), address.getPort(), cluster.user(), cluster.password());
    }

    @Override
    public void close() {
        cluster.close();
    }
}
