package moirai.mockstore.explain;

import java.util.List;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * The values that a read may return, and the reasons why it may not return others.
 *
 * @param txn the reader
 * @param session the reader's session
 * @param level the label of the store's level
 * @param key as the program names it
 * @param isOwn whether the reader has written the key itself and so reads its own value
 * @param candidates the last to commit first; none if the transaction reads its own write
 */
public record ReadExplanation(
        int txn, int session, String level, Object key, boolean isOwn, List<ReadCandidate> candidates) {

    public ReadExplanation {
        candidates = List.copyOf(candidates);
    }

    /** Returns the explanation as lines of text, each of which ends with a line feed. */
    public String text() {
        var text = new StringBuilder("T" + txn + " of session " + session + " reads " + key + " at " + level);
        if (isOwn) {
            return text.append(": it has written that itself.\n").toString();
        }
        text.append(":\n");
        for (ReadCandidate candidate : candidates) {
            text.append("  ")
                    .append(name(candidate))
                    .append(
                            switch (candidate.standing()) {
                                case ALLOWED -> ": possible.\n";
                                case CHOSEN -> ": chosen.\n";
                                case EXCLUDED -> ": not possible.\n";
                            });
            candidate
                    .reasons()
                    .forEach(reason -> text.append("    - ").append(reason).append('\n'));
        }
        return text.toString();
    }

    private static String name(ReadCandidate candidate) {
        return candidate.source() == KeyValueHistory.INITIAL
                ? "the initial state"
                : "T" + candidate.source() + " of session " + candidate.session();
    }

    @Override
    public String toString() {
        return text();
    }
}
