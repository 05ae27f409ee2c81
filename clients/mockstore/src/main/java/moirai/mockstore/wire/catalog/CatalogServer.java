package moirai.mockstore.wire.catalog;

import moirai.mockstore.StoreException;

/** A source of a PostgreSQL server, which will hold definitions and no rows. */
@FunctionalInterface
public interface CatalogServer {

    /** The source that has no server. Questions about system catalogs that the store cannot answer are refused. */
    CatalogServer NONE = () -> {
        throw new StoreException("0A000", "the system catalogs are not served here");
    };

    /**
     * The way to a server.
     *
     * @param user a superuser, who logs in with a password by SCRAM-SHA-256, or is trusted
     */
    record Access(String host, int port, String user, String password) {

        @Override
        public String toString() {
            return user + " at " + host + ":" + port;
        }
    }

    /**
     * Starts the server if it does not run yet. Called when a client asks for the first time, from the thread of its
     * session.
     *
     * @throws StoreException if there is no server (SQLSTATE 0A000)
     */
    Access access();
}
