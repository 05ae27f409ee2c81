package moirai.clients.memory;

import java.util.Iterator;
import moirai.history.TxnPlan;

/**
 * The first plans of a source, up to a limit. Draws no plan beyond the limit, because the source may be endless or
 * shared.
 */
final class LimitedPlans implements Iterator<TxnPlan> {

    private final Iterator<TxnPlan> source;
    private long left;

    LimitedPlans(Iterator<TxnPlan> source, long countMax) {
        this.source = source;
        this.left = countMax;
    }

    @Override
    public boolean hasNext() {
        return left > 0 && source.hasNext();
    }

    @Override
    public TxnPlan next() {
        left--;
        return source.next();
    }
}
