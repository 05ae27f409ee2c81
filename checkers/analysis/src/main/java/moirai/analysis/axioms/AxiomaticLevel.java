package moirai.analysis.axioms;

/**
 * A level in the framework of Biswas and Enea. The axiom says what is visible to a reader. The order is what the order
 * of commits has to extend besides write-read.
 */
public record AxiomaticLevel(Axiom axiom, BaseOrder order) {

    @Override
    public String toString() {
        return axiom + " over " + order;
    }
}
