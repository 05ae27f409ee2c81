package moirai.mockstore.wire;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.wire.catalog.CatalogSession;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.MessageWriter.Severity;
import moirai.mockstore.wire.startup.Startup;

/** The thread of a session, which takes and answers one message after the other. */
final class SessionLoop implements Runnable {

    private static final Logger LOGGER = System.getLogger(SessionLoop.class.getName());

    private final MockServer server;
    private final Connection connection;
    private final int process;
    private final int secret;
    private final MessageWriter out = new MessageWriter();
    private final RowSink sink;
    private final Cancellation cancellation = new Cancellation();

    SessionLoop(MockServer server, Connection connection, int process, int secret) {
        this.server = server;
        this.connection = connection;
        this.process = process;
        this.secret = secret;
        this.sink = new RowSink(out, connection);
    }

    @Override
    public void run() {
        try {
            switch (connection.receive()) {
                case FrontendMessage.Startup startup -> start(startup);
                case FrontendMessage.Malformed malformed -> fatal("08P01", malformed.reason());
                case FrontendMessage other -> connection.close();
            }
        } catch (Connection.ConnectionLostException gone) {
            connection.close();
        } catch (InterruptedException stopped) {
            fatal("57P01", "terminating connection due to administrator command");
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
            server.ended(process);
        }
    }

    private void start(FrontendMessage.Startup startup) throws InterruptedException {
        try {
            server.requireRoom(process);
            SqlSession session = server.barrier().open(startup.parameters(), connection::isOpen);
            String database = startup.parameters().getOrDefault("database", "");
            server.catalog().databases().connected(database);
            try {
                talk(session, startup);
            } finally {
                server.catalog().databases().disconnected(database);
                server.barrier().closed();
            }
        } catch (StoreException refused) {
            fatal(refused.sqlState(), String.valueOf(refused.getMessage()));
        }
    }

    private void talk(SqlSession session, FrontendMessage.Startup startup) throws InterruptedException {
        try (session;
                var catalog = new CatalogSession(server.catalog(), session)) {
            Startup.answer(startup, session, out);
            out.backendKeyData(process, secret);
            try {
                new MessageLoop(session, catalog, sink, connection, cancellation).run();
            } finally {
                server.barrier().ending(session);
            }
        }
    }

    /** Sends an error as the last message of a connection. */
    private void fatal(String sqlState, String message) {
        out.failure(Severity.FATAL, sqlState, message);
        connection.sendLast(out.take());
    }

    /** Stops the session's statement if the client knows the secret, which proves that it may do so. */
    void cancel(int claimed, Thread thread) {
        if (claimed == secret) {
            cancellation.cancel(thread);
        }
    }
}
