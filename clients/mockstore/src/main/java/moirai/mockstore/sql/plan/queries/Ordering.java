package moirai.mockstore.sql.plan.queries;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import moirai.mockstore.sql.types.SqlOrder;

/** An ORDER BY clause, which compares the values of its expressions. */
public record Ordering(List<Term> terms) {

    /** The direction of a single expression. */
    public record Term(boolean ascending, boolean nullsFirst) {}

    public Ordering {
        terms = List.copyOf(terms);
    }

    /** Returns a comparator of lists that have a value for each term. */
    public Comparator<List<Object>> comparator() {
        var comparators = new ArrayList<Comparator<Object>>();
        terms.forEach(term -> comparators.add(SqlOrder.of(term.ascending, term.nullsFirst)));
        return (left, right) -> {
            for (int index = 0; index < comparators.size(); index++) {
                int order = comparators.get(index).compare(left.get(index), right.get(index));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }
}
