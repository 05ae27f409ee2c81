package moirai.mockstore.wire.define;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.catalog.QueryShapes;
import moirai.mockstore.wire.protocol.FrontendMessage;

/** Defines tables by queries: PostgreSQL tells the columns, and the rows are inserted. */
public record QueryTableRunner(SqlSession session, QueryShapes shapes, Consumer<String> notices, Insertion insert) {

    /** Who runs an INSERT. */
    public interface Insertion {

        /** Returns the answer to an INSERT with these parameters. */
        List<BackendMessage> run(String sql, List<Integer> types, FrontendMessage.Bind bind);
    }

    /** Returns the messages that describe the parameters of a query. */
    public List<BackendMessage> description(QueryTable table, List<Integer> types) {
        return List.of(shapes.parameters(table.query().sql(), types), BackendMessage.NO_DATA);
    }

    /**
     * Defines the table and inserts the rows, in a transaction that has begun.
     *
     * @param types of the first parameters of the query, as the client declares them
     */
    public List<BackendMessage> run(QueryTable table, List<Integer> types, FrontendMessage.Bind bind) {
        if (session.setting("transaction_read_only").equals("on")) {
            throw new StoreException("25006", "cannot execute CREATE TABLE AS in a read-only transaction");
        }
        String columns = shapes.columns(table.query().sql(), table.columns(), types, bind).stream()
                .map(column -> Identifiers.literal(String.valueOf(column.get(0))) + " " + column.get(1))
                .collect(Collectors.joining(", "));
        String name = name(table, Identifiers.of(bare(table)));
        // The query may name another table that this one is going to hide.
        boolean isHiding = table.isPrivate()
                && !table.isConditional()
                && table.query().sql().toLowerCase(Locale.ROOT).contains(unquoted(table));
        String first = isHiding ? name(table, "moirai new " + Identifiers.of(bare(table))) : name;
        SqlResult created = session.execute("CREATE " + (table.isPrivate() ? "TEMPORARY " : "") + "TABLE "
                + (table.isConditional() ? "IF NOT EXISTS " : "") + first + " (" + columns + ") " + table.options());
        created.notices().forEach(notices);
        String tag = "CREATE TABLE AS";
        if (table.query().isRun() && created.notices().isEmpty()) {
            String inserted = insert.run(
                            "INSERT INTO " + first + " " + table.query().sql(), types, bind)
                    .getLast()
                    .tag();
            tag = "SELECT " + inserted.substring(inserted.lastIndexOf(' ') + 1);
        }
        if (isHiding) {
            session.execute("ALTER TABLE " + first + " RENAME TO " + Identifiers.literal(Identifiers.of(bare(table))));
        }
        return List.of(BackendMessage.NO_DATA, BackendMessage.complete(tag));
    }

    private static String bare(QueryTable table) {
        return table.name().substring(Identifiers.dot(table.name()) + 1).strip();
    }

    private static String unquoted(QueryTable table) {
        return Identifiers.of(bare(table)).toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the table, as it has to be written whatever other tables there are. */
    private String name(QueryTable table, String bare) {
        return table.isPrivate()
                ? SearchPath.OWN_TEMPORARY + "." + Identifiers.literal(bare)
                : session.relations().target(table.name());
    }
}
