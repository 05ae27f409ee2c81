package moirai.analysis;

import java.util.List;

/**
 * The suppositions on which a proof rests, where reads returned values that several transactions wrote. Each way to
 * attribute all reads was refuted; the proof is that of one of the refutations.
 *
 * @param supposed what the proof supposes; empty if it rests on nothing but the history
 * @param refuted the number of sets of suppositions that were refuted: whoever attributes all reads makes one of them
 * @param txns the transactions of all refutations, or those that an exhaustive proof is about, ascending
 */
public record Attributions(List<Attribution> supposed, int refuted, List<Integer> txns) {

    /** The attributions of a history whose reads all name their writers. */
    public static final Attributions NONE = new Attributions(List.of(), 0, List.of());

    public Attributions {
        supposed = List.copyOf(supposed);
        txns = List.copyOf(txns);
    }
}
