package moirai.runs.cases;

import java.util.Optional;

/** Whether less than the transactions of a case would still show what it claims, as far as whoever shrunk it knows. */
public enum Minimality {
    /** Without any transaction or op more it is gone. */
    MINIMAL("without any transaction or op more it is gone"),

    /** The budget was spent before every part was tried. */
    PERHAPS_NOT("perhaps not: the budget was spent"),

    /** Nobody said so, as in cases of versions that did not ask. */
    UNKNOWN("unknown");

    private final String text;

    Minimality(String text) {
        this.text = text;
    }

    /** Of what came of shrinking. */
    public static Minimality of(boolean isMinimal) {
        return isMinimal ? MINIMAL : PERHAPS_NOT;
    }

    /** Whether it is minimal; empty if nobody knows. */
    public Optional<Boolean> isMinimal() {
        return this == UNKNOWN ? Optional.empty() : Optional.of(this == MINIMAL);
    }

    /** For people, behind the word minimal. */
    public String text() {
        return text;
    }
}
