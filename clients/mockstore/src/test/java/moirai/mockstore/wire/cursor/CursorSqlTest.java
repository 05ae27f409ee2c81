package moirai.mockstore.wire.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import moirai.mockstore.StoreException;
import moirai.mockstore.wire.cursor.CursorSql.Close;
import moirai.mockstore.wire.cursor.CursorSql.Declare;
import moirai.mockstore.wire.cursor.CursorSql.Fetch;
import moirai.mockstore.wire.cursor.CursorSql.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorSqlTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "DECLARE c CURSOR FOR SELECT 1; c; SELECT 1; false; true",
                "declare C scroll cursor with hold for select 1; c; select 1; true; true",
                "DECLARE \"C d\" NO SCROLL CURSOR WITHOUT HOLD FOR SELECT 1; C d; SELECT 1; false; false",
                "DECLARE \"C\"\"d\" INSENSITIVE NO  SCROLL CURSOR FOR VALUES (1); C\"d; VALUES (1); false; false",
                "DECLARE c ASENSITIVE SCROLL CURSOR FOR SELECT 'WITH HOLD'; c; SELECT 'WITH HOLD'; false; true",
            })
    void aDeclarationHasANameAQueryAndOptions(
            String sql, String name, String query, boolean isHeld, boolean isScrollable) {
        assertThat(CursorSql.parse(sql)).isEqualTo(new Declare(name, query, isHeld, isScrollable, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "FETCH c; BY; 1; false",
                "FETCH FROM c; BY; 1; false",
                "FETCH NEXT IN c; BY; 1; false",
                "FETCH 3 c; BY; 3; false",
                "FETCH +3 FROM c; BY; 3; false",
                "fetch -3 from C; BY; -3; false",
                "FETCH 0 c; BY; 0; false",
                "FETCH FORWARD c; BY; 1; false",
                "FETCH FORWARD 3 FROM c; BY; 3; false",
                "FETCH FORWARD -3 FROM c; BY; -3; false",
                "FETCH PRIOR FROM c; BY; -1; false",
                "FETCH BACKWARD c; BY; -1; false",
                "FETCH BACKWARD 3 FROM c; BY; -3; false",
                "FETCH BACKWARD -3 FROM c; BY; 3; false",
                "FETCH ALL c; BY; 2147483647; false",
                "FETCH ALL FROM c; BY; 2147483647; false",
                "FETCH FORWARD ALL FROM c; BY; 2147483647; false",
                "FETCH BACKWARD ALL IN c; BY; -2147483647; false",
                "FETCH RELATIVE 2 c; BY; 2; true",
                "FETCH RELATIVE -2 FROM c; BY; -2; true",
                "FETCH FIRST c; TO; 1; true",
                "FETCH LAST FROM c; TO; -1; true",
                "FETCH ABSOLUTE 4 c; TO; 4; true",
                "FETCH ABSOLUTE -4 FROM c; TO; -4; true",
                "FETCH ABSOLUTE 0 FROM c; TO; 0; true",
            })
    void aFetchMovesBySomeRowsOrToAPlace(String sql, Step step, long count, boolean isSingle) {
        assertThat(CursorSql.parse(sql)).isEqualTo(new Fetch("c", step, count, isSingle, false));
    }

    @Test
    void aMoveReturnsNoRows() {
        assertThat(CursorSql.parse("MOVE FORWARD 2 IN \"My c\"")).isEqualTo(new Fetch("My c", Step.BY, 2, false, true));
    }

    @Test
    void namesThatBeginWithADirectionAreNames() {
        assertThat(CursorSql.parse("FETCH nextone")).isEqualTo(new Fetch("nextone", Step.BY, 1, false, false));
        assertThat(CursorSql.parse("FETCH FROM all_rows")).isEqualTo(new Fetch("all_rows", Step.BY, 1, false, false));
        assertThat(CursorSql.parse("FETCH \"all\"")).isEqualTo(new Fetch("all", Step.BY, 1, false, false));
    }

    @Test
    void oneOrAllAreClosed() {
        assertThat(CursorSql.parse("CLOSE C;")).isEqualTo(new Close("c"));
        assertThat(CursorSql.parse("close \"C\"")).isEqualTo(new Close("C"));
        assertThat(CursorSql.parse("CLOSE all")).isEqualTo(new Close(""));
        assertThat(CursorSql.parse("CLOSE \"all\"")).isEqualTo(new Close("all"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FETCH",
                "FETCH 1.5 FROM c",
                "FETCH c d",
                "FETCH PRIOR 2 FROM c",
                "FETCH FIRST 2 FROM c",
                "FETCH NEXT ALL FROM c",
                "FETCH ABSOLUTE FROM c",
                "FETCH RELATIVE ALL FROM c",
                "FETCH 99999999999999999999 FROM c",
                "MOVE",
                "CLOSE",
                "CLOSE a b",
                "DECLARE c FOR SELECT 1",
                "DECLARE c CURSOR SELECT 1",
                "DECLARE c CURSOR WITH FOR SELECT 1",
            })
    void whatPostgresDoesNotUnderstandIsASyntaxError(String sql) {
        assertThatThrownBy(() -> CursorSql.parse(sql))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.sqlState()).isEqualTo("42601"));
    }

    @Test
    void aCursorOfBytesIsKnown() {
        assertThat(CursorSql.parse("DECLARE c BINARY CURSOR FOR SELECT 1"))
                .isEqualTo(new Declare("c", "SELECT 1", false, true, true));
    }
}
