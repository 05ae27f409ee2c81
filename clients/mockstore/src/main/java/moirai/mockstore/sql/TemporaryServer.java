package moirai.mockstore.sql;

import java.util.Optional;
import moirai.mockstore.StoreException;

/** A server that knows the temporary tables of a session. */
public interface TemporaryServer {

    /** The server that knows nothing, and so refuses nothing. */
    TemporaryServer NONE = new TemporaryServer() {
        @Override
        public void refresh() {}

        @Override
        public Optional<StoreException> failureOf(String definition) {
            return Optional.empty();
        }
    };

    /**
     * Tells the server of new definitions.
     *
     * @throws StoreException as PostgreSQL would, if it does not accept the last one
     */
    void refresh();

    /** Returns the server's error for a definition, which is not kept; empty if it has none. */
    Optional<StoreException> failureOf(String definition);
}
