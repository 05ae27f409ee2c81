package moirai.analysis.axioms;

/** A level in the framework of Biswas and Enea: what is visible, and what order commits keep. */
public record AxiomaticLevel(Axiom axiom, BaseOrder order) {

    @Override
    public String toString() {
        return axiom + " over " + order;
    }
}
