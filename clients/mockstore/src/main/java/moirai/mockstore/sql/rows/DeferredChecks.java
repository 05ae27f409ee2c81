package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The conditions of a transaction's deferred constraints. */
final class DeferredChecks {

    private final List<Check> checks = new ArrayList<>();
    private final Map<String, Boolean> waiting = new HashMap<>();
    private boolean othersWait = true;

    private record Check(String constraint, Consumer<StatementRows> condition) {}

    boolean isEmpty() {
        return checks.isEmpty();
    }

    /** Lets constraints wait for the commit or not, all of them if none is named. */
    void set(Set<String> constraints, boolean waits) {
        if (constraints.isEmpty()) {
            waiting.clear();
            othersWait = waits;
        }
        constraints.forEach(constraint -> waiting.put(constraint, waits));
    }

    /** Notes the condition of a constraint; returns whether it waits for the commit. */
    boolean add(String constraint, Consumer<StatementRows> condition) {
        boolean waits = waiting.getOrDefault(constraint, othersWait);
        if (waits) {
            checks.add(new Check(constraint, condition));
        }
        return waits;
    }

    /** Checks the conditions of constraints, all of them if none is named. They hold on until the commit. */
    void check(Set<String> constraints, StatementRows rows) {
        for (Check check : List.copyOf(checks)) {
            if (constraints.isEmpty() || constraints.contains(check.constraint)) {
                check.condition.accept(rows);
            }
        }
    }
}
