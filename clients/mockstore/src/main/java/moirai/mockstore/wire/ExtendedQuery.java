package moirai.mockstore.wire;

import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
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
        names.statements().add(parse.name(), portals.prepare(parse.sql(), parse.types()));
        out.parseComplete();
    }

    void bind(FrontendMessage.Bind bind) {
        WireStatement statement = names.statements().require(bind.statement());
        runner.requirePossible(statement.kind());
        names.portals().free(bind.portal());
        names.portals().add(bind.portal(), portals.bind(statement, bind));
        out.bindComplete();
    }

    void describe(FrontendMessage.Describe describe) {
        switch (describe.target()) {
            case STATEMENT ->
                names.statements().require(describe.name()).description().forEach(sink::relayed);
            case PORTAL -> {
                // A cursor is a portal, too.
                if (names.cursors().isOpen(describe.name())) {
                    sink.relayed(names.cursors().columns(describe.name()));
                } else {
                    names.portals().require(describe.name()).describe(out);
                }
            }
        }
    }

    void execute(FrontendMessage.Execute execute) {
        Portal portal = names.portals().require(execute.portal());
        runner.requirePossible(portal.kind());
        portal.execute(runner, execute.rowLimit(), sink);
    }

    /** Closes a statement or portal; does nothing if it does not exist. */
    void close(FrontendMessage.Close close) {
        switch (close.target()) {
            case STATEMENT -> names.statements().close(close.name());
            case PORTAL -> names.portals().close(close.name());
        }
        out.closeComplete();
    }
}
