package moirai.analysis.streaming.models;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;

/** The proof of a window for all levels: they hold of the whole stream as long as each window continues it. */
interface Witness {

    /** Returns whether a value or element has several writers, so that who reads it proves nothing of either. */
    boolean isAmbiguous();

    /**
     * Returns whether single reads speak against the window: a read is wrong by itself, or of something that nobody
     * here wrote.
     *
     * @param isOver the transactions whose reads have to be of what is here
     */
    boolean hasOddReads(IntPredicate isOver);

    /** Returns the transactions that are known to have taken effect. */
    BitSet effective();

    /**
     * Returns the transactions that get a place now, in order; empty if the window does not continue those that have
     * one.
     *
     * @param isDue whether a transaction may get a place, which it does if all before it may
     */
    Optional<IntArrayList> next(IntPredicate isDue);
}
