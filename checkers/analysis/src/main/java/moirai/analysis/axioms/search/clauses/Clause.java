package moirai.analysis.axioms.search.clauses;

import java.util.List;

/** A disjunction of literals, and where it comes from. Changes only the order of its literals. */
final class Clause {

    static final int NO_LEMMA = -1;
    static final Clause NONE = new Clause(new int[0], List.of(), NO_LEMMA);

    /** The first two are watched. */
    final int[] literals;
    /** The clauses that it was resolved from; none for a lemma. */
    final List<Clause> premises;

    final int lemma;
    boolean deleted;
    boolean visited;

    Clause(int[] literals, List<Clause> premises, int lemma) {
        this.literals = literals;
        this.premises = premises;
        this.lemma = lemma;
    }
}
