package moirai.mockstore.wire.catalog;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.wire.protocol.FrontendMessage;

/**
 * What a plan of PostgreSQL says of what a query reads. It lists whatever can matter to the answer: a table that it
 * leaves out is one whose rows change nothing.
 *
 * @param json as EXPLAIN (VERBOSE, FORMAT JSON) prints it
 */
record QueryPlan(String json) {

    /** The beginning of a statement that asks for a plan. */
    static final String EXPLAIN = "EXPLAIN (VERBOSE, FORMAT JSON) ";

    private static final Set<String> SYSTEM_SCHEMAS = Set.of("pg_catalog", "information_schema", "pg_toast");

    /** A schema in a plan and, before it if it is that of a relation, the name; in a constant quotes are escaped. */
    private static final Pattern SCHEMA =
            Pattern.compile("(?:\"Relation Name\": \"(?<relation>(?:[^\"\\\\]|\\\\.)*)\",\\s*)?"
                    + "(?<!\\\\)\"Schema\": \"(?<schema>(?:[^\"\\\\]|\\\\.)*)\"");

    private static final Pattern NODE = Pattern.compile("(?<!\\\\)\"Node Type\": \"(?<type>[^\"]*)\"");

    private static final Pattern OPERATION = Pattern.compile("(?<!\\\\)\"Operation\": \"(?<name>[^\"]*)\"");

    private static final Set<String> UPDATE_OR_DELETE = Set.of("Update", "Delete");

    /** Asks a server for the plan of a query. */
    static QueryPlan ask(BackendConnection current, CatalogQuestion question, FrontendMessage.Bind bind) {
        return of(CatalogSession.rows(current.parse(EXPLAIN + question.sql(), question.types())
                .run(bind.inTexts())
                .sync()));
    }

    static QueryPlan of(List<BackendMessage> answers) {
        var json = new StringBuilder();
        answers.stream()
                .filter(answer -> answer.type() == 'D')
                .forEach(row -> json.append(row.values().getFirst()).append('\n'));
        return new QueryPlan(json.toString());
    }

    /** Returns the tables that the query reads and that are no temporary ones, in alphabetical order. */
    List<String> tables() {
        return foreign().filter(table -> !isTemporary(table)).toList();
    }

    /**
     * Returns the tables of the store that the query reads, in alphabetical order.
     *
     * @param temporary the schema in which the store has the temporary tables of the session
     */
    List<String> tables(String temporary) {
        return foreign()
                .map(table -> isTemporary(table) ? Identifiers.inSchema(temporary, Identifiers.bare(table)) : table)
                .toList();
    }

    private static boolean isTemporary(String table) {
        return Identifiers.schema(table).startsWith(SearchPath.OWN_TEMPORARY);
    }

    private static String unescaped(String name) {
        return name.replace("\\\"", "\"").replace("\\\\", "\\");
    }

    private Stream<String> foreign() {
        return SCHEMA.matcher(json)
                .results()
                .filter(found -> found.group("relation") != null)
                .filter(found -> !SYSTEM_SCHEMAS.contains(found.group("schema")))
                .map(found ->
                        Identifiers.inSchema(unescaped(found.group("schema")), unescaped(found.group("relation"))))
                .distinct()
                .sorted();
    }

    /** Returns whether it locks rows. */
    boolean locks() {
        return nodes("LockRows") > 0;
    }

    /** Returns whether it changes rows. */
    boolean changes() {
        return nodes("ModifyTable") > 0;
    }

    /** Returns whether it updates or deletes rows, and does nothing else to any. */
    boolean onlyUpdatesOrDeletes() {
        return nodes("ModifyTable")
                == OPERATION
                        .matcher(json)
                        .results()
                        .filter(operation -> UPDATE_OR_DELETE.contains(operation.group("name")))
                        .count();
    }

    private long nodes(String type) {
        return NODE.matcher(json)
                .results()
                .filter(node -> node.group("type").equals(type))
                .count();
    }
}
