package moirai.mockstore.wire;

import java.net.URI;
import moirai.mockstore.sql.expression.RealPostgres;
import moirai.mockstore.wire.catalog.CatalogServer;

/** The real server of this process's tests, for the definitions of a mock store. */
public final class RealCatalog {

    private RealCatalog() {}

    /** Returns the server, which is started when it is needed first. */
    public static CatalogServer server() {
        return () -> {
            URI address = URI.create(RealPostgres.CLUSTER.url().substring("jdbc:".length()));
            return new CatalogServer.Access(
                    address.getHost(), address.getPort(), RealPostgres.CLUSTER.user(), RealPostgres.CLUSTER.password());
        };
    }
}
