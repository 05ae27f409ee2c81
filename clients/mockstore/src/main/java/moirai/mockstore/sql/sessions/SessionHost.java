package moirai.mockstore.sql.sessions;

import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Unsupported;

/** The server in which a session is one of several. */
public interface SessionHost {

    /** The host of a session that is not in a server. */
    SessionHost NONE = new SessionHost() {
        @Override
        public int process() {
            throw Unsupported.refuse("pg_backend_pid() without a connection by PostgreSQL's protocol");
        }

        @Override
        public boolean cancel(int process) {
            throw Unsupported.refuse("pg_cancel_backend() without a connection by PostgreSQL's protocol");
        }

        @Override
        public boolean terminate(int process, long millis) {
            throw Unsupported.refuse("pg_terminate_backend() without a connection by PostgreSQL's protocol");
        }

        @Override
        public void wake() {}
    };

    /**
     * Returns the number of the session.
     *
     * @throws StoreException if it has none that would be the same in another run of the same seed (SQLSTATE 0A000)
     */
    int process();

    /**
     * Cancels the statement of a session.
     *
     * @return whether there is one of this number
     */
    boolean cancel(int process);

    /**
     * Ends a session.
     *
     * @param millis the time to wait for its end; 0 if it is not waited for
     * @return whether there was one of this number, which has ended if its end was waited for
     */
    boolean terminate(int process, long millis);

    /** Wakes the session, if it is idle, to take what it was told. Called on any thread. */
    void wake();
}
