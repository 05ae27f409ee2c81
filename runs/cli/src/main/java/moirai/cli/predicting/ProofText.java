package moirai.cli.predicting;

import java.util.ArrayList;
import java.util.List;
import moirai.directed.encoding.Scenario;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.proof.Claim;
import moirai.directed.proof.CounterModel;
import moirai.directed.proof.Limits;
import moirai.directed.proof.Proof;
import moirai.directed.proof.Prover;
import moirai.directed.proof.Repair;
import moirai.runs.cases.PredictedText;

/** The text of a proof's result, for people, with the lines of the source. */
final class ProofText {

    private static final String PERHAPS = ", unless the source prevents it by what is left out: unknown";

    private static final String SEEN = ", for the ways that were found";

    private final Proof proof;
    private final boolean isSeen;
    private final boolean isOfAnother;

    /**
     * Creates the text of this proof.
     *
     * @param isSeen whether the program was observed while it ran, so that it may have paths that the proof does not
     *    know
     * @param isOfAnother whether the program may do what its source does not
     */
    ProofText(Proof proof, boolean isSeen, boolean isOfAnother) {
        this.proof = proof;
        this.isSeen = isSeen;
        this.isOfAnother = isOfAnother;
    }

    /** Returns the whole text, with a newline at the end. */
    String text() {
        var levels = new StringBuilder();
        OwnLevelText.lines(proof.claim().levels())
                .forEach(line -> levels.append("level: ").append(line).append('\n'));
        return levels
                + proof.text(isOfAnother ? PERHAPS : isSeen && proof instanceof Proof.Proven ? SEEN : "")
                + switch (proof) {
                    case Proof.Proven proven -> "";
                    case Proof.Refuted refuted -> lines(refuted.model());
                    case Proof.NotProven unknown -> lines(unknown.model());
                };
    }

    /** Returns what remains bounded in a proof of this claim; tries to prove it without a bound on rows as well. */
    static String limits(Claim claim) {
        var limits = new Limits(claim.program(), claim.bounds());
        boolean hasAllKeys = limits.areFewKeys() && Prover.proveWithAllKeys(claim) instanceof Proof.Proven;
        return String.join("\n", limits.lines(hasAllKeys)) + "\n";
    }

    /** Returns the counterexample, statement by statement. */
    private String lines(CounterModel model) {
        Program program = proof.claim().program();
        var text = new StringBuilder("its statements:\n");
        for (Scenario.Turn turn : model.scenario().turns()) {
            TxnType txn = program.txn(model.scenario().calls().get(turn.call()).txn());
            var statement = PredictedText.statement(
                    txn, turn.statement(), proof.claim().bounds().loopMax());
            text.append("  T").append(turn.call()).append("  ");
            text.append(PredictedText.line(txn, statement)).append('\n');
        }
        return text.toString();
    }

    /** Returns the claim about several levels, and its assumptions. */
    static String within(Claim claim, boolean isSeen) {
        Program program = claim.program();
        var text = new StringBuilder("program ").append(program.name()).append(": ");
        text.append(String.join(", ", program.txns().stream().map(TxnType::name).toList()));
        text.append("\nwithin: ")
                .append(claim.bounds().dataText(program.numbers()))
                .append('\n');
        claim.assumptions()
                .forEach(assumption ->
                        text.append("assumed: ").append(assumption).append('\n'));
        if (isSeen) {
            text.append("assumed: Transactions have no ways but those that were found.\n");
        }
        return text.toString();
    }

    /** Returns the transactions to strengthen. */
    static String repair(Promises weak, Repair repair) {
        String start = "repair: ";
        String rest = ", the others at " + weak.name();
        List<String> sets = new ArrayList<>();
        for (List<String> set : repair.sets()) {
            sets.add(set.isEmpty() ? "none" : String.join(" and ", set));
        }
        String enough = sets.isEmpty()
                ? "no set of transactions at " + repair.level().name() + " is proven to be enough"
                : sets.equals(List.of("none"))
                        ? "none is needed at " + weak.name()
                        : "enough is " + String.join(", or ", sets) + " at "
                                + repair.level().name() + rest;
        String open = repair.open().isEmpty() ? "" : "not known: " + repair.open() + rest + "\n";
        return start + enough + "\n" + open;
    }
}
