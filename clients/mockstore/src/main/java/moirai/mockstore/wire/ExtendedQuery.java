package moirai.mockstore.wire;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.cursor.CursorRows;
import moirai.mockstore.wire.cursor.Cursors;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;

/**
 * The prepared statements and portals of a session. Errors are thrown; the caller reports them and skips to the Sync.
 */
final class ExtendedQuery {

    private final SqlSession session;
    private final Portals portals;
    private final StatementRunner runner;
    private final RowSink sink;
    private final MessageWriter out;
    private final SessionNames names;

    ExtendedQuery(SqlSession session, Portals portals, StatementRunner runner, RowSink sink, SessionNames names) {
        this.session = session;
        this.portals = portals;
        this.runner = runner;
        this.sink = sink;
        this.out = sink.out();
        this.names = names;
    }

    void parse(FrontendMessage.Parse parse) {
        names.statements().free(parse.name());
        if (session.split(parse.sql()).size() > 1) {
            throw new StoreException("42601", "cannot insert multiple commands into a prepared statement");
        }
        names.statements().add(parse.name(), portals.prepare(parse.sql(), parse.types()), parse.sql(), false);
        out.parseComplete();
    }

    /** Binds parameters; returns the text of the statement. */
    String bind(FrontendMessage.Bind bind) {
        WireStatement statement = names.statements().require(bind.statement());
        runner.requirePossible(statement.kind());
        names.portals().free(bind.portal());
        names.requireFree(bind.portal());
        names.portals()
                .add(
                        bind.portal(),
                        portals.bind(statement, statement.inUtf8(bind, out.encoding())),
                        statement.prepared().sql(),
                        false);
        out.bindComplete();
        return statement.prepared().sql();
    }

    void describe(FrontendMessage.Describe describe) {
        switch (describe.target()) {
            case STATEMENT ->
                names.statements()
                        .require(describe.name())
                        .description()
                        .forEach(message -> sink.relayed(message, List.of(message)));
            case PORTAL -> {
                // A cursor is a portal, too.
                Optional<Cursors.Cursor> cursor = names.cursors().find(describe.name());
                if (cursor.isPresent()) {
                    sink.relayed(
                            cursor.get().rows().columns(),
                            List.of(cursor.get().rows().columns()));
                } else {
                    names.portals().require(describe.name()).describe(out);
                }
            }
        }
    }

    void execute(FrontendMessage.Execute execute) {
        Optional<Cursors.Cursor> cursor = names.cursors().find(execute.portal());
        if (cursor.isPresent()) {
            runner.requirePossible(StatementKind.CURSOR);
            execute(cursor.get().rows(), execute.rowLimit());
            return;
        }
        Portal portal = names.portals().require(execute.portal());
        runner.requirePossible(portal.kind());
        portal.execute(runner, execute.rowLimit(), sink);
    }

    private void execute(CursorRows cursor, int rowLimit) {
        List<BackendMessage> rows = cursor.move(rowLimit <= 0 ? Integer.MAX_VALUE : rowLimit);
        sink.relayed(cursor.columns(), rows);
        if (rows.size() == rowLimit) {
            out.portalSuspended();
        } else {
            out.commandComplete("SELECT " + rows.size());
        }
    }

    /** Closes a statement or portal; does nothing if it does not exist. */
    void close(FrontendMessage.Close close) {
        switch (close.target()) {
            case STATEMENT -> names.statements().close(close.name());
            case PORTAL -> {
                names.cursors()
                        .find(close.name())
                        .ifPresent(cursor -> names.cursors().close(close.name()));
                names.portals().close(close.name());
            }
        }
        out.closeComplete();
    }
}
