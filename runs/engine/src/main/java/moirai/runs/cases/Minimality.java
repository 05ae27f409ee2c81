package moirai.runs.cases;

import java.util.Optional;

/** The knowledge whether fewer transactions than those of a case would still show its claim. */
public enum Minimality {
    /** The failure disappears when any transaction or op is removed. */
    MINIMAL("without any transaction or op more it is gone"),

    /** The budget was spent before every part was tried. */
    PERHAPS_NOT("perhaps not: the budget was spent"),

    /** It is unknown, as in cases of versions that did not record it. */
    UNKNOWN("unknown");

    private final String text;

    Minimality(String text) {
        this.text = text;
    }

    /** Returns the minimality that a completed shrinking reports. */
    public static Minimality of(boolean isMinimal) {
        return isMinimal ? MINIMAL : PERHAPS_NOT;
    }

    /** Returns whether the case is minimal; empty if that is unknown. */
    public Optional<Boolean> isMinimal() {
        return this == UNKNOWN ? Optional.empty() : Optional.of(this == MINIMAL);
    }

    /** Returns the words for people that follow the word "minimal". */
    public String text() {
        return text;
    }
}
