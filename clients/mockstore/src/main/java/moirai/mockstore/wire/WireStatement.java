package moirai.mockstore.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.catalog.CatalogSession;
import moirai.mockstore.wire.catalog.KnownAnswer;
import moirai.mockstore.wire.catalog.RelayedSql;
import moirai.mockstore.wire.protocol.ClientEncoding;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.RowShape;
import moirai.mockstore.wire.protocol.WireTypes;

/**
 * A statement that a session has prepared.
 *
 * @param parameterTypes declared by the client, or else determined by the statement
 * @param declared the numbers of the types that the client declares, of the first parameters; 0 leaves one open
 */
record WireStatement(PreparedSql prepared, StatementKind kind, List<SqlType> parameterTypes, List<Integer> declared) {

    WireStatement(PreparedSql prepared, StatementKind kind, List<SqlType> parameterTypes) {
        this(prepared, kind, parameterTypes, List.of());
    }

    WireStatement {
        parameterTypes = List.copyOf(parameterTypes);
        declared = List.copyOf(declared);
    }

    /**
     * Prepares a statement.
     *
     * @param declared types of the first parameters, by number; 0 leaves the type open
     * @throws StoreException if it is not valid, or not allowed in this state of the transaction (SQLSTATE 25P02)
     */
    static WireStatement prepare(
            SqlSession session, CatalogSession catalog, StatementRunner runner, String sql, List<Integer> declared) {
        StatementKind kind = StatementKind.of(sql);
        runner.requirePossible(kind);
        if (kind == StatementKind.EMPTY) {
            return new WireStatement(session.prepare(""), kind, List.of());
        }
        if (kind == StatementKind.COPY) {
            return new WireStatement(new CopyRunner.CopySql(sql), kind, List.of());
        }
        var known = KnownAnswer.to(sql, session, catalog);
        if (known.isPresent()) {
            return new WireStatement(known.get(), StatementKind.OTHER, List.of());
        }
        try {
            return understood(session, catalog, sql, declared, kind);
        } catch (StoreException refusal) {
            throw catalog.preferred(refusal, sql, declared);
        }
    }

    private static WireStatement understood(
            SqlSession session, CatalogSession catalog, String sql, List<Integer> declared, StatementKind kind) {
        if (catalog.isAsked(sql)) {
            return new WireStatement(catalog.prepare(sql, declared), StatementKind.OTHER, List.of());
        }
        Optional<InsertedQuery> inserted = InsertedQuery.of(session, catalog, sql, declared);
        if (inserted.isPresent()) {
            return new WireStatement(inserted.get(), StatementKind.ROWS, List.of());
        }
        PreparedSql prepared = session.prepare(
                sql,
                declared.stream()
                        .map(oid -> WireTypes.isKnown(oid) ? WireTypes.ofOid(oid) : SqlType.UNKNOWN)
                        .toList());
        List<SqlType> types = new ArrayList<>(prepared.parameterTypes());
        for (int index = 0; index < Math.min(types.size(), declared.size()); index++) {
            if (declared.get(index) != 0 && WireTypes.isKnown(declared.get(index))) {
                types.set(index, WireTypes.ofOid(declared.get(index)));
            }
        }
        return new WireStatement(prepared, kind, types, declared);
    }

    /** Returns the number of a parameter's type: the client's, or that of a type that the store does not have. */
    int oid(int index) {
        ForeignType foreign = prepared.foreignParameters().get(index);
        int written = index < declared.size() ? declared.get(index) : 0;
        if (written != 0 && !WireTypes.isKnown(written)) {
            return written;
        }
        return foreign == null || written != 0 ? WireTypes.oid(parameterTypes.get(index)) : foreign.oid();
    }

    /** Returns parameters whose texts are in UTF-8. */
    FrontendMessage.Bind inUtf8(FrontendMessage.Bind bind, ClientEncoding client) {
        if (client.isUtf8()) {
            return bind;
        }
        List<Object> recoded = new ArrayList<>();
        for (int index = 0; index < bind.parameters().size(); index++) {
            // Formats that are too few are refused later.
            boolean isKnown = bind.parameterFormats().size() <= 1
                    || index < bind.parameterFormats().size();
            boolean binary = isKnown && RowShape.isBinary(bind.parameterFormats(), index);
            Object value = bind.parameters().get(index);
            recoded.add(value instanceof Bytes bytes ? inUtf8(index, binary, bytes, client) : value);
        }
        return new FrontendMessage.Bind(
                bind.portal(), bind.statement(), bind.parameterFormats(), recoded, bind.resultFormats());
    }

    private Bytes inUtf8(int index, boolean binary, Bytes value, ClientEncoding client) {
        if (binary && (index >= parameterTypes.size() || isForeign(index))) {
            client.requirePlain(value);
            return value;
        }
        return !binary || Casts.isString(parameterTypes.get(index)) || parameterTypes.get(index) == SqlType.UNKNOWN
                ? new Bytes(client.read(value.toArray()).getBytes(StandardCharsets.UTF_8))
                : value;
    }

    /** Returns whether only PostgreSQL knows the type of a parameter. */
    boolean isForeign(int index) {
        return !WireTypes.isKnown(oid(index));
    }

    /** Returns the messages with the types of the parameters, and with the columns as texts. */
    List<BackendMessage> description() {
        if (prepared instanceof RelayedSql relayed) {
            return relayed.description();
        }
        var description = new MessageWriter();
        description.parameterDescription(
                IntStream.range(0, parameterTypes.size()).map(this::oid).boxed().toList());
        description.columns(RowShape.text(prepared.columns()));
        return BackendMessage.split(description.take());
    }
}
