package moirai.analysis.axioms.proof;

import moirai.analysis.axioms.KeyValueHistory;

/**
 * One transaction commits before another.
 *
 * @param after may be {@link KeyValueHistory#INITIAL}, which nothing can precede
 * @param reason why this holds in every commit order
 */
public record Precedence(int before, int after, Reason reason) {

    public Precedence {
        if (before < 0 || after < KeyValueHistory.INITIAL || before == after) {
            throw new IllegalArgumentException("T" + before + " before T" + after);
        }
    }
}
