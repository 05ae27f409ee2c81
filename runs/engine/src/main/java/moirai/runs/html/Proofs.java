package moirai.runs.html;

import java.util.List;
import moirai.analysis.Anomaly;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.Explanation;
import moirai.history.History;
import moirai.runs.Judgement;

/**
 * The anomalies of a judgement with the transactions that prove them.
 *
 * @param explanations of the anomalies of the findings, in their order. Each names transactions of a history of its
 *    own, which is the whole history or an excerpt
 * @param lost the history in which the transactions of the lost writes have the numbers that the judgement's
 *    durability gives them; if none is lost, nothing but its data model is looked at
 * @param isWhole whether these are the whole history, so that they have what else happened at the same time
 */
public record Proofs(List<Explanation> explanations, History lost, boolean isWhole) {

    public Proofs {
        explanations = List.copyOf(explanations);
    }

    /** Returns the proofs in a whole history. Costs what an {@link Explainer} costs if there are anomalies. */
    public static Proofs of(History whole, Judgement judgement) {
        List<Anomaly> anomalies = judgement.findings().anomalies();
        if (anomalies.isEmpty()) {
            return new Proofs(List.of(), whole, true);
        }
        var explainer = new Explainer(whole, anomalies);
        return new Proofs(anomalies.stream().map(explainer::explain).toList(), whole, true);
    }

    /** Returns the proofs in excerpts of a history that is not held as a whole. */
    public static Proofs ofExcerpts(List<Explanation> explanations, History lost) {
        return new Proofs(explanations, lost, false);
    }
}
