package moirai.mockstore.explain;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.List;
import java.util.function.IntFunction;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.proof.Refutation;
import moirai.analysis.explanation.ProofText;
import moirai.mockstore.rules.Objection;
import moirai.mockstore.rules.Sight;

/**
 * Puts the objections to the sources of one read into words of the store's level: snapshots, views, or places in a
 * serial order.
 */
final class ObjectionWords {

    private final Axiom axiom;
    private final IntFunction<Object> keyName;
    private final String reader;

    ObjectionWords(Axiom axiom, IntFunction<Object> keyName, int txn) {
        this.axiom = axiom;
        this.keyName = keyName;
        this.reader = name(txn);
    }

    /** Returns sentences that say why the read may not be from this source. */
    List<String> sentences(Objection objection, int source) {
        return switch (objection) {
            case Objection.Refuted(Refutation refutation) -> proof(refutation);
            case Objection.Overwritten(int overwriter, Sight sight) ->
                List.of(name(overwriter) + " overwrote it, and " + sees(overwriter) + ", since "
                        + because(sight, overwriter) + ".");
            case Objection.SeesTooMuch(Objection.Earlier earlier) -> List.of(seesTooMuch(earlier, source));
            case Objection.CannotCommit(Objection.Earlier earlier, Sight sight) ->
                List.of(reader + " cannot commit any more: " + hasReadOverwritten(earlier) + ", and "
                        + sees(earlier.overwriter()) + ", since " + because(sight, earlier.overwriter()) + ".");
            case Objection.CommittedLater() -> List.of("It committed after " + reader + "'s statement had begun.");
            case Objection.NoPlace() ->
                List.of("Wherever " + reader + " stands after that, its writes come between what another transaction "
                        + "has read and that transaction.");
        };
    }

    /** Returns the sentences of a proof; nested cases keep their indentation. */
    private List<String> proof(Refutation refutation) {
        return new ProofText(refutation, key -> keyName.apply(key).toString())
                .lines().stream()
                        .map(line -> line.lead().length() == 4 ? line.words() : line.lead() + line.words())
                        .toList();
    }

    private String sees(int txn) {
        return switch (axiom) {
            case SERIAL -> name(txn) + " comes before " + reader;
            case PARALLEL_SNAPSHOT -> reader + " has to see " + name(txn);
            default -> name(txn) + " is in every snapshot that " + reader + " may have";
        };
    }

    private String because(Sight sight, int seen) {
        return switch (sight) {
            case Sight.Session() -> "its session has seen " + name(seen);
            case Sight.Begin() -> name(seen) + " had committed before " + reader + " began";
            case Sight.Statement() -> name(seen) + " had committed before the statement began";
            case Sight.Read(int key, int source) ->
                reader + " has read " + key(key) + " from " + name(source) + follows(source, seen);
            case Sight.Write(int key, int writer) ->
                reader + " writes " + key(key) + ", which " + name(writer) + " wrote last" + follows(writer, seen);
        };
    }

    private String follows(int txn, int seen) {
        return txn == seen
                ? ""
                : ", and " + name(txn) + (axiom == Axiom.PARALLEL_SNAPSHOT ? " sees " : " follows ") + name(seen);
    }

    private String seesTooMuch(Objection.Earlier earlier, int source) {
        String overwriter = name(earlier.overwriter());
        if (axiom == Axiom.PARALLEL_SNAPSHOT) {
            String since = ", which " + reader + " may not see, since " + reader + " has read " + key(earlier.key())
                    + " from " + name(earlier.source());
            return source == earlier.overwriter()
                    ? "It overwrote " + key(earlier.key()) + ", and " + reader + " has read " + key(earlier.key())
                            + " from " + name(earlier.source()) + "."
                    : "It sees " + overwriter + since + ", and " + overwriter + " overwrote that.";
        }
        String stands = axiom == Axiom.SERIAL
                ? reader + " comes before " + overwriter
                : reader + " reads from a snapshot before " + overwriter;
        return stands + ", since " + hasReadOverwritten(earlier) + follows(source, earlier.overwriter()) + ".";
    }

    private String hasReadOverwritten(Objection.Earlier earlier) {
        return "it has read " + key(earlier.key()) + " from " + name(earlier.source()) + ", which "
                + name(earlier.overwriter()) + " overwrote";
    }

    private String key(int key) {
        return keyName.apply(key).toString();
    }

    private static String name(int txn) {
        return txn == INITIAL ? "the initial state" : "T" + txn;
    }
}
