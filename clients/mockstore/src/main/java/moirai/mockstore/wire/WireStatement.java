package moirai.mockstore.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.syntax.Words;
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

    /** The statements whose rows PostgreSQL must not compute. */
    private static final Set<String> CHANGES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

    /** The number of a parameter, of which there are at most 65,535. */
    private static final Pattern PARAMETER = Pattern.compile("\\$(\\d{1,5})\\b");

    /** The number of the type of what has none yet. */
    private static final int UNKNOWN = 705;

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
     * @param types of the first parameters, by number; 0 or that of the type unknown leaves one open
     * @throws StoreException if it is not valid, or not allowed in this state of the transaction (SQLSTATE 25P02)
     */
    static WireStatement prepare(
            SqlSession session, CatalogSession catalog, StatementRunner runner, String sql, List<Integer> types) {
        List<Integer> declared =
                types.stream().map(oid -> oid == UNKNOWN ? 0 : oid).toList();
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
        PreparedSql prepared = session.prepare(sql, ownTypes(sql, declared));
        List<Integer> others = ofOtherTypes(prepared, declared);
        if (!others.isEmpty() && CHANGES.contains(Words.first(sql, 1).getFirst())) {
            requireCasts(catalog, sql, prepared, declared);
        } else if (!others.isEmpty()) {
            return new WireStatement(catalog.prepare(sql, declared), StatementKind.OTHER, List.of());
        }
        List<SqlType> types = new ArrayList<>(prepared.parameterTypes());
        for (int index = 0; index < Math.min(types.size(), declared.size()); index++) {
            if (declared.get(index) != 0 && WireTypes.isKnown(declared.get(index))) {
                types.set(index, WireTypes.ofOid(declared.get(index)));
            }
        }
        return new WireStatement(prepared, kind, types, declared);
    }

    /** Returns the types of the parameters, for each that a statement may have; those left open are unknown. */
    private static List<SqlType> ownTypes(String sql, List<Integer> declared) {
        List<SqlType> types = new ArrayList<>();
        declared.forEach(oid -> types.add(WireTypes.isKnown(oid) ? WireTypes.ofOid(oid) : SqlType.UNKNOWN));
        int last = PARAMETER
                .matcher(sql)
                .results()
                .mapToInt(place -> Integer.parseInt(place.group(1)))
                .max()
                .orElse(0);
        while (types.size() < last) {
            types.add(SqlType.UNKNOWN);
        }
        return types;
    }

    /** Returns the parameters that the client declares to be of a type of PostgreSQL other than their place. */
    private static List<Integer> ofOtherTypes(PreparedSql prepared, List<Integer> declared) {
        return IntStream.range(0, declared.size())
                .filter(index -> !WireTypes.isKnown(declared.get(index)))
                .filter(index -> {
                    ForeignType place = prepared.foreignParameters().get(index);
                    return place == null || place.oid() != declared.get(index);
                })
                .boxed()
                .toList();
    }

    /** Fails if a parameter of a change would be cast, other than from one array to another. */
    private static void requireCasts(CatalogSession catalog, String sql, PreparedSql prepared, List<Integer> declared) {
        catalog.requireRight(sql, declared);
        for (int index : ofOtherTypes(prepared, declared)) {
            ForeignType place = prepared.foreignParameters().get(index);
            if (place == null || !place.isArray()) {
                throw new StoreException(
                        "0A000",
                        "parameter $" + (index + 1)
                                + " is of a type that only PostgreSQL has, and a cast to that of its"
                                + " place is not supported in: " + sql);
            }
        }
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
