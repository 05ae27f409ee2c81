package moirai.directed.search;

import java.util.List;

/** A listener to the progress of a search. */
@FunctionalInterface
public interface Progress {

    /** The listener that ignores the progress. */
    Progress NONE = (done, all, txns) -> {};

    /**
     * Receives that one more combination of transactions has been searched. Never called twice at the same time, but by
     * any thread, and in an order that differs between runs.
     *
     * @param done how many combinations have been searched, from 1
     * @param all how many there are
     * @param txns the names of the combination
     */
    void searched(int done, int all, List<String> txns);
}
