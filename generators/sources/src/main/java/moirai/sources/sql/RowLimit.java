package moirai.sources.sql;

import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;

/** Recognises a SELECT that returns only some of its rows. */
final class RowLimit {

    private RowLimit() {}

    static boolean exists(PlainSelect select) {
        return select.getLimit() != null
                || select.getFetch() != null
                || select.getTop() != null
                || select.getOffset() != null;
    }

    /** Returns whether a SELECT has LIMIT 1 or FETCH FIRST 1 ROW, without OFFSET. */
    static boolean isOne(PlainSelect select) {
        if (select.getOffset() != null) {
            return false;
        }
        if (select.getLimit() != null) {
            return select.getLimit().getOffset() == null
                    && isOne(select.getLimit().getRowCount());
        }
        return select.getFetch() != null && isOne(select.getFetch().getExpression());
    }

    private static boolean isOne(net.sf.jsqlparser.expression.@Nullable Expression count) {
        return count instanceof LongValue number && number.getValue() == 1;
    }
}
