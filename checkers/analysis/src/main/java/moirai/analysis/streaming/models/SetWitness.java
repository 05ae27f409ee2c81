package moirai.analysis.streaming.models;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import moirai.analysis.sets.SetWindow;
import moirai.analysis.streaming.models.KeptTxns.Window;

/**
 * The witness of a stream of sets: no dependency leads from a transaction without a place to one that has a place.
 *
 * <p>Of sets every dependency is known, and a history without cycles of them is strictly serializable. A cycle cannot
 * lead through transactions that got their places at different times. Those that got them at one time were in one
 * window, in which the checker has found none.
 */
// Whoever gets a place is over, and so is everything that precedes it in the window, which gets one too. What arrives
// later cannot precede it either: it begins at the watermark or later, it added nothing that was read before it was
// there, and if it misses an element, that is seen when it arrives.
final class SetWitness implements Witness {

    private final Window window;
    private final SetWindow sets;

    SetWitness(Window window) {
        this.window = window;
        this.sets = new SetWindow(window.history());
    }

    @Override
    public boolean isAmbiguous() {
        return sets.isAmbiguous();
    }

    @Override
    public boolean hasOddReads(IntPredicate isOver) {
        return sets.hasUnknownElements(isOver);
    }

    @Override
    public BitSet effective() {
        return sets.effective();
    }

    @Override
    public Optional<IntArrayList> next(IntPredicate isDue) {
        if (sets.isMissed(window::isPlaced)) {
            return Optional.empty();
        }
        var waiting = new BitSet();
        var next = new IntArrayList();
        sets.effective().stream()
                .filter(txn -> !window.isPlaced(txn))
                .forEach(txn -> waiting.set(txn, !isDue.test(txn)));
        BitSet behind = sets.following(waiting);
        sets.effective().stream()
                .filter(txn -> !window.isPlaced(txn) && !behind.get(txn))
                .forEach(next::add);
        return Optional.of(next);
    }
}
