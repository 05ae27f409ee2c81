package moirai.mockstore.sql.plan.queries;

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
        return SqlOrder.ofLists(terms.stream()
                .map(term -> SqlOrder.of(term.ascending, term.nullsFirst))
                .toList());
    }
}
