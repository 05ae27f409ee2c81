package moirai.analysis.attribution;

import moirai.analysis.axioms.Decision;
import moirai.analysis.keyvalue.AttributedReads;

/** The result of deciding a history with all open reads attributed. */
sealed interface Trial {

    /** The history keeps to the level, as this order of its transactions shows. */
    record Held(AttributedReads reads, Decision.Ordered order) implements Trial {}

    /** It does not, because of some of the choices. */
    record Refuted(Conflict conflict) implements Trial {}

    /** The budget ended first. */
    record Unknown(String reason) implements Trial {}
}
