package moirai.directed.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import moirai.directed.levels.Axiom;
import moirai.directed.levels.Promises;
import moirai.directed.program.Statement;

/**
 * The results about a program at each level, weaker ones before stronger ones.
 *
 * <p>A proof at a level of the theory holds at each one that promises more, so that those are not asked again. This is
 * not so of a program that locks rows: whoever waited for a row sees what its holder wrote, unless its reads are
 * stable. Keys that are checked free an insert from other promises, too. Then each level is proven by itself.
 */
public record WeakestLevels(List<Judgement> judgements) {

    public WeakestLevels {
        judgements = List.copyOf(judgements);
    }

    /** The result at a level that all transactions have. */
    public record Judgement(Promises level, Proof proof) {

        /** Returns whether it is proven that the program is serializable at the level. */
        public boolean isProven() {
            return proof instanceof Proof.Proven;
        }
    }

    /** Judges these levels, which stand in an order in which no level promises more than one after it. */
    public static WeakestLevels of(List<Promises> levels, Function<Promises, Claim> claim) {
        var judgements = new ArrayList<Judgement>();
        for (Promises level : levels) {
            List<String> weaker = judgements.stream()
                    .filter(judgement ->
                            judgement.isProven() && judgement.level().isAtMost(level))
                    .filter(judgement -> isCarried(judgement.proof().claim()))
                    .map(judgement -> judgement.level().name() + ", which promises no more, is enough.")
                    .limit(1)
                    .toList();
            Claim here = claim.apply(level);
            judgements.add(
                    new Judgement(level, weaker.isEmpty() ? Prover.prove(here) : new Proof.Proven(here, weaker)));
        }
        return new WeakestLevels(judgements);
    }

    private static boolean isCarried(Claim claim) {
        boolean hasLocks = claim.levels().of(claim.program()).stream()
                .anyMatch(level -> level.has(Axiom.ROW_LOCKS) || level.has(Axiom.UNIQUE_KEYS));
        return !hasLocks
                && claim.program().txns().stream()
                        .flatMap(txn -> txn.statements(claim.bounds().loopMax()).stream())
                        .noneMatch(statement -> statement instanceof Statement.Select select && select.locks());
    }

    /**
     * Returns the weakest proven levels: no other proven level promises less. Of equal levels it returns the first.
     */
    public List<Promises> weakest() {
        List<Promises> proven = judgements.stream()
                .filter(Judgement::isProven)
                .map(Judgement::level)
                .toList();
        var weakest = new ArrayList<Promises>();
        for (Promises level : proven) {
            if (weakest.stream().noneMatch(weaker -> weaker.isAtMost(level))) {
                weakest.add(level);
            }
        }
        return weakest;
    }

    /**
     * Returns the levels of which nothing is known: if one of them is weaker than a proven one, it may be enough as
     * well.
     */
    public List<Promises> open() {
        return judgements.stream()
                .filter(judgement -> judgement.proof() instanceof Proof.NotProven)
                .map(Judgement::level)
                .toList();
    }

    /** Returns the text for people: a line for each level, then the weakest. */
    public String text() {
        var text = new StringBuilder();
        judgements.forEach(judgement -> text.append(judgement.level().name())
                .append(": ")
                .append(judgement.proof().answer())
                .append('\n'));
        text.append("weakest: ").append(names(weakest())).append('\n');
        return open().isEmpty()
                ? text.toString()
                : text.append("open: ").append(names(open())).append('\n').toString();
    }

    private static List<String> names(List<Promises> levels) {
        return levels.stream().map(Promises::name).toList();
    }
}
