package moirai.clients.jdbc.dialects;

import moirai.clients.Endpoint;

/** A database inside this process, which nobody else knows of. */
public interface EmbeddedDatabase extends AutoCloseable {

    /** Where sessions find it. */
    Endpoint endpoint();

    /**
     * Removes it with all that it holds, also below sessions that still use it.
     *
     * @throws moirai.clients.ClientException if something is left
     */
    @Override
    void close();
}
