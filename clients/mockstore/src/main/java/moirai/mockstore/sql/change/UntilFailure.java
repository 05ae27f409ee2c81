package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import moirai.mockstore.StoreException;
import org.jspecify.annotations.Nullable;

/** The elements of an iterator before its first failure, which comes after what is done with them. */
final class UntilFailure<T> {

    private final List<T> elements = new ArrayList<>();
    private final @Nullable StoreException failure;

    /**
     * Reads the elements.
     *
     * @throws StoreException if the transaction cannot go on
     */
    UntilFailure(Iterator<T> iterator) {
        StoreException failed = null;
        try {
            iterator.forEachRemaining(elements::add);
        } catch (StoreException first) {
            if (first.isConflict()) {
                throw first;
            }
            failed = first;
        }
        failure = failed;
    }

    List<T> elements() {
        return elements;
    }

    /** Throws the failure, if there was one. */
    void fail() {
        if (failure != null) {
            throw failure;
        }
    }
}
