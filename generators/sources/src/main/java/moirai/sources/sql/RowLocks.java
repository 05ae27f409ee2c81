package moirai.sources.sql;

import java.util.ArrayList;
import moirai.directed.program.Condition;
import moirai.directed.program.Pick;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.sources.diagnostic.Diagnostics;
import net.sf.jsqlparser.statement.select.ForMode;
import net.sf.jsqlparser.statement.select.PlainSelect;

/**
 * Takes over the locks that a SELECT asks for.
 *
 * <p>A lock on the row of one key is exact. Products lock several rows one after the other while others change them, so
 * that is a loss. With SKIP LOCKED a statement leaves rows out without reading them. Which row it then finds is up to
 * the database, also if it runs alone: who asks for one row of many takes any, while a row that was named and is not
 * found looks as if it did not exist.
 */
final class RowLocks {

    private final PlainSelect select;
    private final SqlContext context;
    private final Diagnostics diagnostics;

    RowLocks(PlainSelect select, SqlContext context, Diagnostics diagnostics) {
        this.select = select;
        this.context = context;
        this.diagnostics = diagnostics;
    }

    /**
     * Returns the statement on this table, the last one if it is a join, with the locks if that is exact; otherwise
     * without, and reports it.
     */
    Statement.Select on(Table table, Statement.Select plain) {
        ForMode mode = select.getForMode();
        if (mode == null || mode == ForMode.READ_ONLY || mode == ForMode.FETCH_ONLY) {
            return plain;
        }
        if (select.getJoins() != null && !select.isSkipLocked()) {
            // Rows of which the other tables have none to join are not locked.
            diagnostics.more(context.origin(), "the rows of a join are locked", "read without a lock");
            if (select.getForUpdateTables() != null) {
                return plain;
            }
        }
        boolean isPinned = plain.where().pins(table.key());
        boolean isShared = mode == ForMode.SHARE || mode == ForMode.KEY_SHARE;
        if (select.isSkipLocked() && select.getJoins() == null && RowLimit.isOne(select) && !isPinned && !isShared) {
            diagnostics.assumed(
                    context.origin(),
                    "rows that others have locked are left out (SKIP LOCKED)",
                    "any row that matches is right, and so is none");
            return locking(plain, Condition.and(plain.where(), isAny(table)), Pick.all());
        }
        if (select.isSkipLocked()) {
            diagnostics.loss(
                    context.origin(), "rows that others have locked are left out (SKIP LOCKED)", "all are returned");
        } else if (isShared) {
            diagnostics.more(context.origin(), "the rows are locked by SELECT … FOR SHARE", "read without a lock");
        } else if (isPinned) {
            return locking(plain, plain.where(), plain.pick());
        } else {
            diagnostics.loss(
                    context.origin(),
                    "the rows are locked by SELECT … FOR UPDATE, and their key is not given",
                    "read without a lock");
        }
        return plain;
    }

    private static Statement.Select locking(Statement.Select plain, Condition where, Pick pick) {
        return new Statement.Select(plain.label(), plain.table(), plain.fields(), where, pick, plain.guard(), true);
    }

    /** Returns the condition that picks a row without looking at the others. */
    private Condition isAny(Table table) {
        var parts = new ArrayList<Condition>();
        table.key().forEach(field -> parts.add(Condition.is(field, context.any(field))));
        return new Condition.And(parts);
    }
}
