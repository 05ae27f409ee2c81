package moirai.mockstore.wire.catalog;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.SqlType;

/**
 * A query of PostgreSQL's catalog that drivers execute on their own, with its answer, because there is no such catalog
 * here. Only queries that libraries cannot do without are known; all others of the catalog are refused.
 */
public record KnownAnswer(String sql, ResultColumn column, List<List<Object>> rows) implements PreparedSql {

    public KnownAnswer {
        rows = List.copyOf(rows);
    }

    /**
     * The reserved keywords beyond the SQL standard's. PostgreSQL's driver queries the keywords when Hibernate
     * determines its dialect, and the reserved ones matter for quoting.
     */
    private static final String KEYWORDS =
            "analyse,analyze,concurrently,freeze,ilike,isnull,limit,notnull,offset,placing,"
                    + "returning,variadic,verbose";

    private static final Pattern SETTING = Pattern.compile(
            "\\s*select setting from (?:pg_catalog\\.)?pg_settings where name\\s*=\\s*'(?<name>\\w+)'[\\s;]*",
            Pattern.CASE_INSENSITIVE);

    /**
     * Returns the answer to a known query; empty if the query is not known, or asks for a setting that PostgreSQL has
     * and the store does not.
     */
    public static Optional<KnownAnswer> to(String sql, SqlSession session, CatalogSession catalog) {
        if (sql.strip().startsWith("select string_agg(word, ',') from pg_catalog.pg_get_keywords()")) {
            return Optional.of(of(sql, "string_agg", KEYWORDS));
        }
        var setting = SETTING.matcher(sql);
        if (setting.matches()) {
            String name = setting.group("name");
            var label = ResultColumn.text("setting");
            try {
                return Optional.of(of(sql, "setting", session.setting(Identifiers.lower(name))));
            } catch (StoreException unknown) {
                return catalog.hasSetting(name)
                        ? Optional.empty()
                        : Optional.of(new KnownAnswer(sql, label, List.of()));
            }
        }
        return Optional.empty();
    }

    private static KnownAnswer of(String sql, String label, String value) {
        return new KnownAnswer(sql, ResultColumn.text(label), List.of(List.of(value)));
    }

    /** Returns the answer. */
    public SqlResult result() {
        return new SqlResult("SELECT " + rows.size(), columns(), rows, rows.size());
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
