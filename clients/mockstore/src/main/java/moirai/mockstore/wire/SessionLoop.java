package moirai.mockstore.wire;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.wire.catalog.CatalogSession;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.MessageWriter.Severity;
import moirai.mockstore.wire.sessions.Backends;
import moirai.mockstore.wire.sessions.ServedSession;
import moirai.mockstore.wire.sessions.SessionRelations;
import moirai.mockstore.wire.startup.Startup;

/** The thread of a session, which takes and answers one message after the other. */
final class SessionLoop {

    private static final Logger LOGGER = System.getLogger(SessionLoop.class.getName());

    private final MockServer server;
    private final Connection connection;
    private final MessageWriter out = new MessageWriter();
    private final RowSink sink;

    SessionLoop(MockServer server, Connection connection) {
        this.server = server;
        this.connection = connection;
        this.sink = new RowSink(out, connection);
    }

    /**
     * Runs the session of this thread.
     *
     * @param process its number among these
     */
    void run(Backends sessions, int process) {
        try {
            var served = new ServedSession(sessions.find(process).orElseThrow(), sessions, out, connection::wake);
            switch (connection.receive()) {
                case FrontendMessage.Startup startup -> start(startup, served);
                case FrontendMessage.Malformed malformed -> fatal("08P01", malformed.reason());
                case FrontendMessage other -> connection.close();
            }
        } catch (Connection.ConnectionLostException gone) {
            connection.close();
        } catch (InterruptedException stopped) {
            fatal(ServedSession.ended());
            Thread.currentThread().interrupt();
        } catch (Exception bug) {
            // The session's state is not known any more.
            LOGGER.log(Level.ERROR, "a session ends by an error of the mock store", bug);
            fatal("XX000", "internal error: " + bug);
        } catch (Error bug) {
            // The client must not wait for an answer that never comes.
            fatal("XX000", "internal error: " + bug);
            throw bug;
        } finally {
            sessions.remove(process);
        }
    }

    private void start(FrontendMessage.Startup startup, ServedSession served) throws InterruptedException {
        try {
            server.requireRoom(served.self().process());
            SqlSession session = server.barrier().open(startup.parameters(), connection::isOpen);
            String database = startup.parameters().getOrDefault("database", "");
            server.catalog().databases().connected(database);
            try {
                talk(session, startup, served);
            } finally {
                server.catalog().databases().disconnected(database);
                server.barrier().closed();
            }
        } catch (StoreException refused) {
            fatal(refused);
        }
    }

    private void talk(SqlSession session, FrontendMessage.Startup startup, ServedSession served)
            throws InterruptedException {
        session.useHost(served);
        var names = new SessionNames();
        try (session;
                var catalog = new CatalogSession(server.catalog(), session, relations(session, names, served))) {
            Startup.answer(startup, session, out);
            served.self().know(connection.peer());
            out.backendKeyData(served.self().process(), served.self().secret());
            try {
                new MessageLoop(session, catalog, names, sink, connection, served.self()).run();
            } finally {
                server.barrier().ending(session);
            }
        }
    }

    private static SessionRelations relations(SqlSession session, SessionNames names, ServedSession served) {
        var named = new NameRelations(names);
        return new SessionRelations(session.calls(), served.all()::processes)
                .with("pg_prepared_statements", named::statements)
                .with("pg_cursors", named::cursors)
                .with("pg_stat_activity", served.all()::activity);
    }

    /** Sends an error as the last message of a connection. */
    private void fatal(String sqlState, String message) {
        fatal(new StoreException(sqlState, message));
    }

    private void fatal(StoreException error) {
        out.failure(Severity.FATAL, error);
        connection.sendLast(out.take());
    }
}
