package moirai.mockstore.wire;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.types.SqlType;

/**
 * A question about PostgreSQL's catalog that drivers ask on their own, with its answer; there is no catalog to ask.
 * Only what libraries cannot live without stands here: everything else about the catalog is refused.
 */
record KnownAnswer(String sql, ResultColumn column, String value) implements PreparedSql {

    /**
     * PostgreSQL's driver asks for keywords beyond the SQL standard's when Hibernate looks for its dialect. These are
     * the reserved ones, which matter for quoting.
     */
    private static final String KEYWORDS =
            "analyse,analyze,concurrently,freeze,ilike,isnull,limit,notnull,offset,placing,"
                    + "returning,variadic,verbose";

    private static final Pattern SETTING = Pattern.compile(
            "\\s*select setting from pg_catalog\\.pg_settings where name\\s*=\\s*'(?<name>\\w+)'[\\s;]*",
            Pattern.CASE_INSENSITIVE);

    /**
     * The answer to a question that is known.
     *
     * @throws moirai.mockstore.StoreException if it asks for a setting that does not exist (SQLSTATE 42704)
     */
    static Optional<KnownAnswer> to(String sql, SqlSession session) {
        if (sql.strip().startsWith("select string_agg(word, ',') from pg_catalog.pg_get_keywords()")) {
            return Optional.of(of(sql, "string_agg", KEYWORDS));
        }
        var setting = SETTING.matcher(sql);
        if (setting.matches()) {
            SqlResult shown = session.execute(session.prepare("SHOW " + setting.group("name")), List.of());
            return Optional.of(
                    of(sql, "setting", shown.rows().getFirst().getFirst().toString()));
        }
        return Optional.empty();
    }

    private static KnownAnswer of(String sql, String label, String value) {
        return new KnownAnswer(sql, new ResultColumn(label, SqlType.TEXT, "", "", 0, 0), value);
    }

    SqlResult result() {
        return new SqlResult("SELECT 1", columns(), List.of(List.of(value)), 1);
    }

    @Override
    public List<SqlType> parameterTypes() {
        return List.of();
    }

    @Override
    public List<ResultColumn> columns() {
        return List.of(column);
    }
}
