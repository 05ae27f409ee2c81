package moirai.runs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {

    private static int byDuckDb(String sql) throws SQLException {
        var resources = new DuckDb.Resources("200MiB", Path.of("target", "spill"));
        try (Connection connection = DuckDb.load().inMemory(resources);
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT json_array_length(json_serialize_sql(?::VARCHAR) -> 'statements')")) {
            statement.setString(1, sql);
            try (ResultSet counted = statement.executeQuery()) {
                assertThat(counted.next()).isTrue();
                int count = counted.getInt(1);
                assertThat(counted.wasNull()).as("refused by DuckDB: " + sql).isFalse();
                return count;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1; select 2",
                "select 1;;\n;",
                "; select 1",
                ";",
                "-- only",
                "select ';'",
                "select ';''; select 2'",
                "select 'a\\'; select 2 --'",
                "select E'\\';'",
                "select e'\\\\'; select 2",
                "select e'a'';\\';'; select 2",
                "select 1 as \"a;\"\"; select 2\"",
                "select $$;$$",
                "select $a$ ; $$ ; $b$; $a$ ; select 2",
                "select $é$;$é$",
                "select $1; select 2",
                "select ? ;",
                "select 1 as a$$b; select 2 as c$$",
                "select 1 as x$a$; select 1 as y$a$",
                "select 1 /* ; /* ; */ ; */",
                "select 1 /* a */ ; -- b\n /* c */",
                "select 1 /*/ ; */",
                "select 1 -- ;",
                "select 1 --x\r; select 2",
                "select 3 - -1; select 8 / 4 * 2"
            })
    void statementsAreCountedAsDuckDbCountsThem(String sql) throws SQLException {
        assertThat(SqlText.statements(sql)).isEqualTo(byDuckDb(sql));
    }

    /** DuckDB refuses these; the count only has to end. */
    @Test
    void whatIsNotClosedLastsUntilTheEnd() {
        for (String open :
                new String[] {"select '; a", "select \"; a", "select $$; a", "select /* ; a", "select E'\\"}) {
            assertThat(SqlText.statements(open)).as(open).isEqualTo(1);
        }
    }
}
