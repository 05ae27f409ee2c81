package moirai.analysis.validation;

/** The method that judges a history. */
public enum Engine {
    /** Cycles where they decide the level that is asked for, axioms otherwise. */
    AUTO,
    /** Cycles of dependencies, as in Elle: of registers they prove violations only. */
    CYCLES,
    /** Axioms over a commit order: any history; a second opinion on lists. */
    AXIOMS
}
