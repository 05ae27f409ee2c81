package moirai.runs.report;

/**
 * Whether a violation is a bug of the database, as the stored meaning of the run says it.
 *
 * <p>A run keeps one sentence about its violation and nothing else; this is the sentence in a word, for tables.
 */
public enum Blame {

    /** The level that the database documents is broken, or acknowledged commits are lost. */
    DATABASE("database bug"),

    /** The documented level holds in all that was seen; only the expected level, which is stronger, is broken. */
    EXPECTATION("expectation too strong"),

    /** A fault of the run may be the cause. */
    UNPROVEN("bug not proven"),

    /** The manual of the database names the case and promises nothing for it. */
    DOCUMENTED("documented exception"),

    /** Moirai does not know what this database promises. */
    UNKNOWN("promise not known");

    /** The words by which a broken promise is recognised. */
    static final String DATABASE_BUG = "DATABASE BUG";

    static final String NO_BUG = "not a bug of the database: ";
    static final String NO_PROOF = "not proven to be a bug";
    static final String NO_PROMISE = "what this database promises at";

    private final String words;

    Blame(String words) {
        this.words = words;
    }

    /** Returns a text such as {@code database bug}. */
    public String words() {
        return words;
    }

    /**
     * Returns the blame that the meaning of a violation tells.
     *
     * @param meaning the sentence of {@link VerdictText#meaning}; empty if there is none
     */
    public static Blame of(String meaning) {
        if (meaning.contains(DATABASE_BUG)) {
            return DATABASE;
        }
        if (meaning.startsWith(NO_BUG)) {
            return EXPECTATION;
        }
        if (meaning.startsWith(NO_PROOF)) {
            return UNPROVEN;
        }
        return meaning.isEmpty() || meaning.startsWith(NO_PROMISE) ? UNKNOWN : DOCUMENTED;
    }
}
