package moirai.directed.search;

import java.util.List;

/** Whoever wants to know how far a search is. */
@FunctionalInterface
public interface Progress {

    /** Nobody. */
    Progress NONE = (done, all, txns) -> {};

    /**
     * One more combination of transactions has been searched. Never called twice at the same time, but by any thread,
     * and in an order that differs between runs.
     *
     * @param done how many combinations have been searched, from 1
     * @param all how many there are
     * @param txns the names of the combination
     */
    void searched(int done, int all, List<String> txns);
}
