package moirai.studies.patterns;

import java.util.Locale;

/** What an analysis says of transactions at a level. */
enum Predicted {
    /** Serializable, by a proof of a program that does all that the source does. */
    SAFE,
    /** Not serializable, by an execution of the source. */
    UNSAFE,
    /** Not serializable, by an execution that the source may prevent. */
    PERHAPS_UNSAFE,
    /** Neither is known. */
    UNKNOWN;

    /** Returns the words of a table. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
