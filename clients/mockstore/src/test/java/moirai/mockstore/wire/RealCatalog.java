package moirai.mockstore.wire;

import java.net.URI;
import moirai.mockstore.sql.expression.RealPostgres;
import moirai.mockstore.wire.catalog.CatalogServer;

/** The real server of this process's tests, for the definitions of a mock store. */
final class RealCatalog {

    private RealCatalog() {}

    static CatalogServer server() {
        return () -> {
            URI address = URI.create(RealPostgres.CLUSTER.url().substring("jdbc:".length()));
            return new CatalogServer.Access(
                    address.getHost(), address.getPort(), RealPostgres.CLUSTER.user(), RealPostgres.CLUSTER.password());
        };
    }
}
