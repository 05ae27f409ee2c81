package moirai.mockstore.sql.plan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The rows of a query that is executed once. Each row is computed when somebody asks for it first, and kept. */
public final class RowsOnce implements Iterable<List<Object>> {

    private final Iterator<List<Object>> rest;
    private final List<List<Object>> known = new ArrayList<>();

    /** Creates the rows of an execution that has just begun. */
    public RowsOnce(Iterator<List<Object>> rest) {
        this.rest = rest;
    }

    @Override
    public Iterator<List<Object>> iterator() {
        return new Iterator<>() {

            private int next;

            @Override
            public boolean hasNext() {
                if (next == known.size() && rest.hasNext()) {
                    known.add(rest.next());
                }
                return next < known.size();
            }

            @Override
            public List<Object> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("no more rows");
                }
                return known.get(next++);
            }
        };
    }
}
