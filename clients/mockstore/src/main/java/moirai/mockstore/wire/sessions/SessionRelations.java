package moirai.mockstore.wire.sessions;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import moirai.mockstore.sql.expression.SessionCalls;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.PlacedWords;

/*
 * What PostgreSQL itself would say of sessions is true of its own and not of the store's. So a query that names such a
 * relation is computed from a temporary table of the same name, which hides the relation unless that is qualified: the
 * schema before its name is left out. Functions are never found among temporary objects, so the schema is put before
 * theirs. What such a function is to do is noted in a table, and done when the query has been computed.
 */
/** The relations and functions of PostgreSQL that concern sessions, for a server that knows other ones. */
public final class SessionRelations {

    private static final Set<String> FUNCTIONS =
            Set.of("pg_backend_pid", "pg_cancel_backend", "pg_terminate_backend", "pg_notify");

    /** All sessions are those of one database and one user. */
    private static final String OWNERS = "UPDATE pg_temp.pg_stat_activity SET datname = current_database(),"
            + " usename = current_user, datid = (SELECT oid FROM pg_catalog.pg_database"
            + " WHERE datname = current_database()), usesysid = current_user::regrole";

    private static final String CALLS = "pg_temp.moirai_calls";

    /** The query whose rows are what {@link #call} takes. */
    public static final String CALLED = "SELECT name, first, second FROM " + CALLS + " ORDER BY number";

    private final SessionCalls session;
    private final Supplier<List<Integer>> processes;
    private final Map<String, Supplier<List<Map<String, String>>>> relations = new LinkedHashMap<>();

    /**
     * Creates the functions and no relations.
     *
     * @param session does what the functions are called for
     * @param processes returns the numbers of all sessions
     */
    public SessionRelations(SessionCalls session, Supplier<List<Integer>> processes) {
        this.session = session;
        this.processes = processes;
    }

    /**
     * Adds a relation.
     *
     * @param rows returns its rows: texts by column, without those that are NULL
     */
    public SessionRelations with(String relation, Supplier<List<Map<String, String>>> rows) {
        relations.put(relation, rows);
        return this;
    }

    /** Returns the statements that define what a query names; empty if it names none of it. */
    public List<String> definitions(String sql) {
        var named = new HashSet<String>();
        PlacedWords.of(sql).forEach(word -> named.add(Identifiers.of(word.text())));
        var statements = new ArrayList<String>();
        relations.forEach((relation, rows) -> {
            if (named.contains(relation)) {
                statements.add(
                        "CREATE TEMPORARY TABLE " + relation + " (LIKE pg_catalog." + relation + ") ON COMMIT DROP");
                rows.get().forEach(row -> statements.add(insert(relation, row)));
                if (relation.equals("pg_stat_activity")) {
                    statements.add(OWNERS);
                }
            }
        });
        if (FUNCTIONS.stream().anyMatch(named::contains)) {
            statements.addAll(functions(named.contains("pg_backend_pid")));
        }
        return statements;
    }

    private static String insert(String relation, Map<String, String> row) {
        return "INSERT INTO pg_temp." + relation + " (" + String.join(", ", row.keySet()) + ") VALUES ("
                + row.values().stream().map(SessionRelations::quoted).collect(Collectors.joining(", ")) + ")";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private List<String> functions(boolean asksForOwn) {
        String present = processes.get().stream().map(String::valueOf).collect(Collectors.joining(","));
        String noted = "INSERT INTO " + CALLS + " (name, first, second) VALUES ";
        var statements = new ArrayList<>(List.of(
                "CREATE TEMPORARY TABLE moirai_calls (number serial, name text, first text, second text)"
                        + " ON COMMIT DROP",
                function(
                        "pg_cancel_backend(int)",
                        "boolean STRICT",
                        noted + "('cancel', $1, ''); SELECT $1 IN (" + present + ")"),
                function(
                        "pg_terminate_backend(int, bigint DEFAULT 0)",
                        "boolean STRICT",
                        noted + "('terminate', $1, $2); SELECT $1 IN (" + present + ")"),
                function("pg_notify(text, text)", "void", noted + "('notify', coalesce($1, ''), coalesce($2, ''))")
                        // What a function in SQL does not return is NULL, and what one in C does not is empty.
                        .replace("LANGUAGE sql AS '", "LANGUAGE plpgsql AS 'BEGIN ")
                        .replaceFirst("'$", "; END'")));
        if (asksForOwn) {
            statements.add(function("pg_backend_pid()", "int STABLE", "SELECT " + session.process()));
        }
        return statements;
    }

    private static String function(String signature, String returns, String body) {
        return "CREATE FUNCTION pg_temp." + signature + " RETURNS " + returns + " LANGUAGE sql AS " + quoted(body);
    }

    /** Returns a query that finds what was defined for it. */
    public String rewritten(String sql) {
        var rewritten = new StringBuilder();
        int copied = 0;
        List<PlacedWords.Word> words = PlacedWords.of(sql);
        for (int index = 0; index < words.size(); index++) {
            String name = Identifiers.of(words.get(index).text());
            boolean isFunction = FUNCTIONS.contains(name)
                    && index + 1 < words.size()
                    && words.get(index + 1).text().equals("(");
            if (!isFunction && !relations.containsKey(name)) {
                continue;
            }
            boolean isQualified = index > 1
                    && words.get(index - 1).text().equals(".")
                    && Identifiers.of(words.get(index - 2).text()).equals("pg_catalog");
            int start = words.get(isQualified ? index - 2 : index).start();
            rewritten.append(sql, copied, start).append(isFunction ? "pg_temp." : "");
            copied = words.get(index).start();
        }
        return rewritten.append(sql, copied, sql.length()).toString();
    }

    /** Does what a function was called for. */
    public void call(List<Object> called) {
        String first = String.valueOf(called.get(1));
        String second = String.valueOf(called.get(2));
        switch (String.valueOf(called.getFirst())) {
            case "cancel" -> session.cancel(Integer.parseInt(first));
            case "terminate" -> session.terminate(Integer.parseInt(first), Long.parseLong(second));
            default -> session.send(first, second);
        }
    }

    /** Returns whether some of these statements note what is to be done. */
    public static boolean note(List<String> definitions) {
        return definitions.stream().anyMatch(sql -> sql.startsWith("CREATE TEMPORARY TABLE moirai_calls"));
    }
}
