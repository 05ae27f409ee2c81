package moirai.mockstore.wire;

import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.wire.catalog.CatalogSession;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.MessageWriter.Severity;
import moirai.mockstore.wire.sessions.Backend;
import moirai.mockstore.wire.sessions.ServedSession;

/**
 * The state machine of the protocol after the startup: which messages are answered, which are skipped, and what an
 * error leads to.
 */
final class MessageLoop {

    private final SqlSession session;
    private final CatalogSession catalog;
    private final StatementRunner runner;
    private final SessionNames names;
    private final RowSink sink;
    private final MessageWriter out;
    private final Connection connection;
    private final Backend backend;
    private final SimpleQuery simple;
    private final ExtendedQuery extended;
    /** True after an error in the extended protocol, until the next Sync. */
    private boolean isSkipping;

    MessageLoop(
            SqlSession session,
            CatalogSession catalog,
            SessionNames names,
            RowSink sink,
            Connection connection,
            Backend backend) {
        this.session = session;
        this.catalog = catalog;
        this.names = names;
        this.runner = new StatementRunner(session, names, sink.out(), catalog::discard);
        this.sink = sink;
        this.out = sink.out();
        this.connection = connection;
        this.backend = backend;
        var copies = new CopyRunner(session, catalog, runner, sink);
        var portals = new Portals(session, catalog, runner, names, copies);
        this.simple = new SimpleQuery(session, portals, runner, copies, sink);
        this.extended = new ExtendedQuery(session, portals, runner, sink, names);
    }

    /** Answers messages until the client leaves, or breaks the protocol. */
    void run() throws InterruptedException {
        ready();
        while (answer(receive())) {}
    }

    private FrontendMessage receive() throws InterruptedException {
        try (var deadline = Deadline.ofIdleness(session, connection)) {
            if (backend.isTerminated()) {
                throw ServedSession.ended();
            }
            try {
                FrontendMessage message = connection.receive();
                while (message instanceof FrontendMessage.Woken && runner.status() != 'I') {
                    // It is told when its transaction has ended.
                    message = connection.receive();
                }
                return message;
            } catch (InterruptedException stopped) {
                if (deadline.isOver()) {
                    throw deadline.failure();
                }
                throw stopped;
            }
        }
    }

    /**
     * Answers a message.
     *
     * @return whether the session goes on
     */
    private boolean answer(FrontendMessage message) {
        switch (message) {
            case FrontendMessage.Query query ->
                query(() -> {
                    backend.asked(query.sql());
                    names.closeUnnamed();
                    simple.run(query.sql());
                });
            case FrontendMessage.Parse parse ->
                step(() -> {
                    backend.asked(parse.sql());
                    extended.parse(parse);
                });
            case FrontendMessage.Bind bind -> step(() -> backend.asked(extended.bind(bind)));
            case FrontendMessage.Describe describe -> step(() -> extended.describe(describe));
            case FrontendMessage.Execute execute -> step(() -> extended.execute(execute));
            case FrontendMessage.Close close -> step(() -> extended.close(close));
            case FrontendMessage.Sync sync -> {
                guarded(runner::finish);
                isSkipping = false;
                ready();
            }
            case FrontendMessage.Flush flush -> sink.flush();
            case FrontendMessage.CopyData stray -> {}
            case FrontendMessage.CopyDone stray -> {}
            case FrontendMessage.CopyFail stray -> {}
            case FrontendMessage.Woken woken -> {
                tell();
                sink.flush();
            }
            case FrontendMessage.Refused refused -> refuse(refused);
            case FrontendMessage.Malformed malformed -> {
                last("08P01", malformed.reason());
                return false;
            }
            case FrontendMessage.Terminate terminate -> {
                connection.close();
                return false;
            }
            case FrontendMessage.Disconnected disconnected -> {
                return false;
            }
            case FrontendMessage.Unread unread -> throw new IllegalStateException("a message that was not read");
            case FrontendMessage.Startup startup -> throw new IllegalStateException("a second startup");
            case FrontendMessage.Cancel cancel -> throw new IllegalStateException("a request to cancel in a session");
        }
        return true;
    }

    private void refuse(FrontendMessage.Refused refused) {
        Runnable refusal = () -> {
            throw new StoreException(refused.sqlState(), refused.message());
        };
        if (refused.extended()) {
            step(refusal);
        } else {
            query(refusal);
        }
    }

    /** Answers a message that stands alone. */
    private void query(Runnable action) {
        if (!isSkipping) {
            guarded(action);
            ready();
        }
    }

    /** Answers a message of the extended protocol. */
    private void step(Runnable action) {
        if (!isSkipping) {
            isSkipping = !guarded(action);
        }
    }

    private void ready() {
        if (runner.status() == 'I') {
            catalog.endTransaction();
            tell();
        }
        useEncoding();
        runner.report();
        backend.answered(runner.status(), session.setting("application_name"));
        out.readyForQuery(runner.status());
        sink.flush();
    }

    /** Tells the client what other sessions, and its own, have sent to the channels that it listens to. */
    private void tell() {
        session.channels().take().forEach(out::notification);
    }

    /**
     * Runs an action and reports its error.
     *
     * @return whether there was no error
     */
    private boolean guarded(Runnable action) {
        try {
            cancellable(action);
            requireNoEnd();
            useEncoding();
            return true;
        } catch (StoreException failure) {
            requireNoEnd();
            if (failure.sqlState().equals(ServedSession.ended().sqlState())) {
                throw failure;
            }
            runner.fail();
            out.failure(Severity.ERROR, failure);
        } catch (StackOverflowError tooDeep) {
            runner.fail();
            out.failure(Severity.ERROR, "54001", "stack depth limit exceeded; nest less");
        }
        return false;
    }

    /** Uses a new encoding of the client before it is told of it, since its next message may come at once then. */
    private void useEncoding() {
        runner.useEncoding();
        connection.use(out.encoding());
    }

    /** Fails, instead of an answer, if the session has to end. */
    private void requireNoEnd() {
        if (backend.isTerminated()) {
            throw ServedSession.ended();
        }
    }

    private void cancellable(Runnable action) {
        backend.begin();
        try (var deadline = Deadline.ofStatement(session, connection, backend)) {
            try {
                session.in(() -> {
                    action.run();
                    return true;
                });
            } catch (StoreException failure) {
                throw deadline.explain(failure);
            }
        } finally {
            backend.end();
        }
    }

    private void last(String sqlState, String message) {
        out.failure(Severity.FATAL, sqlState, message);
        connection.sendLast(out.take());
    }
}
