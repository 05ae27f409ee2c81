package moirai.mockstore.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.RowShape;
import moirai.mockstore.wire.protocol.WireTypes;

/**
 * Prepared statements and portals of a session. Errors are thrown; whoever calls reports them and skips to the Sync.
 */
final class ExtendedQuery {

    /** Of each kind; a client that never closes what it prepares meets it. */
    private static final int NAMES_MAX = 10_000;

    private final SqlSession session;
    private final StatementRunner runner;
    private final RowSink sink;
    private final MessageWriter out;
    private final Map<String, WireStatement> statements = new LinkedHashMap<>();
    private final Map<String, Portal> portals = new LinkedHashMap<>();

    ExtendedQuery(SqlSession session, StatementRunner runner, RowSink sink) {
        this.session = session;
        this.runner = runner;
        this.sink = sink;
        this.out = sink.out();
    }

    void parse(FrontendMessage.Parse parse) {
        if (parse.name().isEmpty()) {
            statements.remove("");
        } else if (statements.containsKey(parse.name())) {
            throw new StoreException("42P05", "prepared statement \"" + parse.name() + "\" already exists");
        }
        limit(statements, "prepared statements");
        if (session.split(parse.sql()).size() > 1) {
            throw new StoreException("42601", "cannot insert multiple commands into a prepared statement");
        }
        statements.put(parse.name(), WireStatement.prepare(session, runner, parse.sql(), parse.types()));
        out.parseComplete();
    }

    void bind(FrontendMessage.Bind bind) {
        WireStatement statement = statement(bind.statement());
        runner.requirePossible(statement.kind());
        if (bind.portal().isEmpty()) {
            portals.remove("");
        } else if (portals.containsKey(bind.portal())) {
            throw new StoreException("42P03", "portal \"" + bind.portal() + "\" already exists");
        }
        limit(portals, "portals");
        RowShape shape = RowShape.of(statement.prepared().columns(), bind.resultFormats());
        portals.put(bind.portal(), new Portal(statement, parameters(bind, statement), shape));
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
                WireStatement statement = statement(describe.name());
                out.parameterDescription(
                        statement.parameterTypes().stream().map(WireTypes::oid).toList());
                describe(RowShape.text(statement.prepared().columns()));
            }
            case PORTAL -> describe(portal(describe.name()).shape());
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
        Portal portal = portal(execute.portal());
        runner.requirePossible(portal.kind());
        portal.execute(runner, execute.rowLimit(), sink);
    }

    /** Closing what does not exist is no error. */
    void close(FrontendMessage.Close close) {
        switch (close.target()) {
            case STATEMENT -> statements.remove(close.name());
            case PORTAL -> portals.remove(close.name());
        }
        out.closeComplete();
    }

    /** A simple query takes the places without a name. */
    void dropUnnamed() {
        statements.remove("");
        portals.remove("");
    }

    /** Portals live as long as their transaction. */
    void dropPortals() {
        portals.clear();
    }

    private WireStatement statement(String name) {
        WireStatement statement = statements.get(name);
        if (statement == null) {
            throw new StoreException(
                    "26000",
                    name.isEmpty()
                            ? "unnamed prepared statement does not exist"
                            : "prepared statement \"" + name + "\" does not exist");
        }
        return statement;
    }

    private Portal portal(String name) {
        Portal portal = portals.get(name);
        if (portal == null) {
            throw new StoreException("34000", "portal \"" + name + "\" does not exist");
        }
        return portal;
    }

    private static void limit(Map<String, ?> names, String what) {
        if (names.size() >= NAMES_MAX) {
            throw new StoreException("53400", "more than " + NAMES_MAX + " " + what + " in one session; close some");
        }
    }
}
