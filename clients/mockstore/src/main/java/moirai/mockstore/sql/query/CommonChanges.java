package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.syntax.Unsupported;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.WithItem;
import org.jspecify.annotations.Nullable;

/**
 * The statements in WITH that change rows, as in {@code WITH taken AS (UPDATE … RETURNING id) SELECT …}.
 *
 * <p>In PostgreSQL all parts of such a statement see the rows as they were before it, and none sees what another part
 * changes, but by RETURNING. Here the changes come first, one after the other. So whatever could tell the difference is
 * refused: a table that one part changes, another part must not use.
 */
public final class CommonChanges {

    /** Compiles a statement that changes rows. */
    @FunctionalInterface
    public interface Compiler {

        Change compile(Environment environment, Statement change);
    }

    /**
     * A compiled change.
     *
     * @param plan executes the change when it is first opened, and finds what RETURNING returns
     * @param affected the names of the tables whose rows it changes or refers to
     */
    public record Change(QueryPlan plan, Set<String> affected) {

        public Change {
            affected = Set.copyOf(affected);
        }
    }

    /** A change, and the range of {@link #used} that is its own. */
    private record Part(String name, Change change, int from, int to) {}

    private final Compiler compiler;
    private final Set<WithItem<?>> allowed = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<String> used = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    CommonChanges(Compiler compiler) {
        this.compiler = compiler;
    }

    /** Allows changes in the WITH clause of the whole statement; they are refused in those of its queries. */
    public void allow(@Nullable List<WithItem<?>> items) {
        allowed.addAll(items == null ? List.of() : items);
    }

    /** Records that the statement uses a table. */
    void use(String table) {
        used.add(table);
    }

    QueryPlan compile(Environment inside, WithItem<?> item, Statement change) {
        if (!allowed.contains(item)) {
            throw Unsupported.refuse("a statement that changes data, other than in WITH at the top level: " + item);
        }
        int from = used.size();
        Change compiled = compiler.compile(inside, change);
        parts.add(new Part(item.toString(), compiled, from, used.size()));
        return compiled.plan();
    }

    /**
     * Returns the plans of the changes when the whole statement is compiled.
     *
     * @throws moirai.mockstore.StoreException if another part uses a table that one changes (SQLSTATE 0A000)
     */
    public List<QueryPlan> plans() {
        for (Part part : parts) {
            for (int use = 0; use < used.size(); use++) {
                boolean isOther = use < part.from || use >= part.to;
                if (isOther && part.change.affected().contains(used.get(use))) {
                    throw Unsupported.refuse("a use of \"" + used.get(use)
                            + "\" beside a change of it, or of what refers to it, in WITH " + part.name);
                }
            }
        }
        return parts.stream().map(part -> part.change.plan()).toList();
    }
}
