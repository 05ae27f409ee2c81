package moirai.analysis.axioms.incremental;

import java.util.List;

/**
 * The transactions from which a read may read.
 *
 * @param readable committed transactions, the last to commit first, and then
 *     {@link moirai.analysis.axioms.KeyValueHistory#INITIAL} if that is one of them
 * @param undecided those of whom the budget left it open, in the same order; always empty for saturable axioms
 */
public record Candidates(List<Integer> readable, List<Integer> undecided) {

    public Candidates {
        readable = List.copyOf(readable);
        undecided = List.copyOf(undecided);
    }
}
