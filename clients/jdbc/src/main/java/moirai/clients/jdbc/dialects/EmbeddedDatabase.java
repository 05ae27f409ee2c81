package moirai.clients.jdbc.dialects;

import moirai.clients.Endpoint;

/** A database inside this process, which no other process can reach. */
public interface EmbeddedDatabase extends AutoCloseable {

    /** Returns the endpoint for sessions. */
    Endpoint endpoint();

    /**
     * Removes the database and its content, even if sessions still use it.
     *
     * @throws moirai.clients.ClientException if something is left
     */
    @Override
    void close();
}
