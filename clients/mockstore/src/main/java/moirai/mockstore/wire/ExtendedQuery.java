package moirai.mockstore.wire;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.RowShape;
import moirai.mockstore.wire.protocol.WireTypes;

/**
 * The prepared statements and portals of a session. Errors are thrown; the caller reports them and skips to the Sync.
 */
final class ExtendedQuery {

    private final SqlSession session;
    private final StatementRunner runner;
    private final RowSink sink;
    private final MessageWriter out;
    private final SessionNames names;

    ExtendedQuery(SqlSession session, StatementRunner runner, RowSink sink, SessionNames names) {
        this.session = session;
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
        names.statements().add(parse.name(), WireStatement.prepare(session, runner, parse.sql(), parse.types()));
        out.parseComplete();
    }

    void bind(FrontendMessage.Bind bind) {
        WireStatement statement = names.statements().require(bind.statement());
        runner.requirePossible(statement.kind());
        names.portals().free(bind.portal());
        RowShape shape = RowShape.of(statement.prepared().columns(), bind.resultFormats());
        names.portals().add(bind.portal(), new Portal(statement, parameters(bind, statement), shape));
        out.bindComplete();
    }

    private static List<Object> parameters(FrontendMessage.Bind bind, WireStatement statement) {
        int count = statement.parameterTypes().size();
        if (bind.parameters().size() != count) {
            throw new StoreException(
                    "08P01",
                    "bind message supplies " + bind.parameters().size() + " parameters, but prepared statement \""
                            + bind.statement() + "\" requires " + count);
        }
        if (bind.parameterFormats().size() > 1 && bind.parameterFormats().size() != count) {
            throw new StoreException(
                    "08P01",
                    "bind message has " + bind.parameterFormats().size() + " parameter formats but " + count
                            + " parameters");
        }
        List<Object> parameters = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            boolean binary = RowShape.isBinary(bind.parameterFormats(), index);
            parameters.add(WireTypes.parameter(
                    statement.parameterTypes().get(index),
                    binary,
                    bind.parameters().get(index)));
        }
        return parameters;
    }

    void describe(FrontendMessage.Describe describe) {
        switch (describe.target()) {
            case STATEMENT -> {
                WireStatement statement = names.statements().require(describe.name());
                out.parameterDescription(
                        statement.parameterTypes().stream().map(WireTypes::oid).toList());
                describe(RowShape.text(statement.prepared().columns()));
            }
            case PORTAL -> describe(names.portals().require(describe.name()).shape());
        }
    }

    private void describe(RowShape shape) {
        if (shape.columns().isEmpty()) {
            out.noData();
        } else {
            out.rowDescription(shape);
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
