package moirai.mockstore.explain;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.mockstore.rules.LevelRules;
import moirai.mockstore.rules.Objection;

/**
 * Explains the reads of one store by the rules of its level.
 *
 * @param label of the level
 * @param keyName returns the program's name of a key
 * @param sessionOf returns the session of a transaction
 */
public record ReadExplainer(
        String label, AxiomaticLevel level, IntFunction<Object> keyName, IntUnaryOperator sessionOf) {

    /** A value in place of a source that says that no source has been chosen yet. */
    public static final int NOT_CHOSEN = -2;

    /** The number of proofs per explanation, which is limited because a proof may take long. */
    private static final int PROOFS_MAX = 20;

    /** Explains a read of a value that the pending transaction has written itself. */
    public ReadExplanation own(int txn, int key) {
        return explanation(txn, key, true, List.of());
    }

    /**
     * Explains a read that comes next.
     *
     * @param rules in the state before the read
     * @param chosen the source, or {@link #NOT_CHOSEN}
     */
    public ReadExplanation explain(LevelRules rules, int txn, int key, int chosen) {
        var candidates = new ArrayList<ReadCandidate>();
        var words = new ObjectionWords(level.axiom(), keyName, txn);
        var writers = new IntArrayList(rules.writers(key));
        var sources = new IntOpenHashSet(rules.sources(txn, key));
        for (int writer : writers) {
            int session = writer == INITIAL ? -1 : sessionOf.applyAsInt(writer);
            if (sources.contains(writer) || writer == chosen) {
                var standing = writer == chosen ? ReadCandidate.Standing.CHOSEN : ReadCandidate.Standing.ALLOWED;
                candidates.add(new ReadCandidate(writer, session, standing, List.of()));
            } else {
                int before = (int) candidates.stream()
                        .filter(candidate -> candidate.standing() == ReadCandidate.Standing.EXCLUDED)
                        .count();
                List<String> reasons = level.axiom().isSaturable() && before >= PROOFS_MAX
                        ? List.of("Why is not shown, as it is for " + PROOFS_MAX + " others.")
                        : reasons(rules.objection(txn, key, writer), writer, words);
                candidates.add(new ReadCandidate(writer, session, ReadCandidate.Standing.EXCLUDED, reasons));
            }
        }
        return explanation(txn, key, false, candidates);
    }

    private static List<String> reasons(Optional<Objection> objection, int writer, ObjectionWords words) {
        return words.sentences(
                objection.orElseThrow(() -> new IllegalStateException("nothing speaks against T" + writer)), writer);
    }

    private ReadExplanation explanation(int txn, int key, boolean isOwn, List<ReadCandidate> candidates) {
        return new ReadExplanation(txn, sessionOf.applyAsInt(txn), label, keyName.apply(key), isOwn, candidates);
    }
}
