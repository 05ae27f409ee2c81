package moirai.clients.memory;

import java.util.Iterator;
import moirai.history.TxnPlan;

/** The first so many plans of a source. Asks the source for no plan beyond, for it may be endless or shared. */
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
