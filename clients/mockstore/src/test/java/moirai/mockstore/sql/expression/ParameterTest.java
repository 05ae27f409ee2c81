package moirai.mockstore.sql.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.aggregate.Aggregate;
import moirai.mockstore.sql.expression.compile.ExpressionCompiler;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import org.junit.jupiter.api.Test;

class ParameterTest {

    @Test
    void aParameterTakesTheTypeOfItsPlace() throws JSQLParserException {
        assertThat(types("i = ?")).isEqualTo(Map.of(0, SqlType.INTEGER));
        assertThat(types("b BETWEEN ? AND ?")).isEqualTo(Map.of(0, SqlType.BIGINT, 1, SqlType.BIGINT));
        assertThat(types("t LIKE ?")).isEqualTo(Map.of(0, SqlType.TEXT));
        assertThat(types("n + ? > 1")).isEqualTo(Map.of(0, SqlType.NUMERIC));
        assertThat(types("coalesce(?, dt)")).isEqualTo(Map.of(0, SqlType.DATE));
        assertThat(types("?::uuid")).isEqualTo(Map.of(0, SqlType.UUID));
        assertThat(types("i IN (?, ?)")).isEqualTo(Map.of(0, SqlType.INTEGER, 1, SqlType.INTEGER));
        assertThat(types("? AND p")).isEqualTo(Map.of(0, SqlType.BOOLEAN));
        assertThat(types("? IS NULL")).isEmpty();
    }

    @Test
    void whatIsGivenBecomesWhatIsNeededIfNothingIsLost() throws JSQLParserException {
        assertThat(evaluate("i = ?", "42")).isEqualTo(true);
        assertThat(evaluate("i = ?", 42L)).isEqualTo(true);
        assertThat(evaluate("b = ?", 5)).isEqualTo(false);
        assertThat(evaluate("n = ?", new BigDecimal("-12.5"))).isEqualTo(true);
        assertThat(evaluate("t = ?", 7)).isEqualTo(false);
        assertThat(evaluate("i = ?", SqlNull.NULL)).isEqualTo(SqlNull.NULL);
        assertThat(evaluate("dt = ?", "2024-02-29")).isEqualTo(true);
    }

    @Test
    void whatWouldLoseItsValueIsRefused() {
        assertThatThrownBy(() -> evaluate("i = ?", 1.5d)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> evaluate("i = ?", "x"))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.sqlState()).isEqualTo("22P02"));
        assertThatThrownBy(() -> evaluate("i = ?", 5_000_000_000L))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.sqlState()).isEqualTo("22003"));
    }

    private static Map<Integer, SqlType> types(String sql) throws JSQLParserException {
        var scope = new Given(SqlNull.NULL);
        ExpressionCompiler.compile(parse(sql), scope);
        return scope.types;
    }

    private static Object evaluate(String sql, Object value) throws JSQLParserException {
        return ExpressionCompiler.compile(parse(sql), new Given(value)).evaluate(new SampleRow.NoRow());
    }

    private static Expression parse(String sql) throws JSQLParserException {
        return ((PlainSelect) CCJSqlParserUtil.parse("SELECT " + sql))
                .getSelectItems()
                .get(0)
                .getExpression();
    }

    /** The sample row, and one value for all parameters. */
    private static final class Given implements Scope {

        private final Scope row = new SampleRow();
        private final Object value;
        private final Map<Integer, SqlType> types = new TreeMap<>();

        Given(Object value) {
            this.value = value;
        }

        @Override
        public SqlExpression column(Column name) {
            return row.column(name);
        }

        @Override
        public SqlExpression parameter(int index) {
            return new Computed(types.getOrDefault(index, SqlType.UNKNOWN), frame -> value);
        }

        @Override
        public void parameterType(int index, SqlType type) {
            types.put(index, type);
        }

        @Override
        public Subquery subquery(Select select) {
            return row.subquery(select);
        }

        @Override
        public SqlExpression aggregate(Aggregate function, boolean distinct, List<Expression> arguments) {
            return row.aggregate(function, distinct, arguments);
        }
    }
}
