package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementKindTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "!!                                      | EMPTY",
                "! ; -- select !                         | EMPTY",
                "/* a /* b */ c */                       | EMPTY",
                "/* never ends                           | EMPTY",
                "begin                                   | BEGIN",
                "BEGIN ISOLATION LEVEL SERIALIZABLE      | BEGIN",
                "start transaction read only             | BEGIN",
                "START something                         | OTHER",
                "Commit work                             | COMMIT",
                "end                                     | COMMIT",
                "ROLLBACK                                | ROLLBACK",
                "abort;                                  | ROLLBACK",
                "rollback to s                           | ROLLBACK_TO",
                "ROLLBACK WORK TO SAVEPOINT s            | ROLLBACK_TO",
                "savepoint s                             | SAVEPOINT",
                "RELEASE s                               | SAVEPOINT",
                "select 1                                | ROWS",
                "/*c*/SELECT 1                           | ROWS",
                "(select 1)                              | ROWS",
                "WITH a AS (SELECT 1) SELECT * FROM a    | ROWS",
                "update t set a = 1                      | ROWS",
                "create table t (a int)                  | OTHER",
                "set a to 1                              | SETTING",
                "DISCARD ALL                             | SETTING",
                "deallocate s                            | DEALLOCATE",
                "COPY t FROM STDIN                       | COPY",
                "beginning                               | OTHER",
                "?                                       | OTHER"
            })
    void theFirstWordsTell(String sql, StatementKind kind) {
        assertThat(StatementKind.of(sql)).isEqualTo(kind);
    }
}
