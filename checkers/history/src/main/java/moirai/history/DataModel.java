package moirai.history;

/**
 * The kind of data that the keys of a history hold. One history holds one kind, because each is judged by different
 * inferences.
 */
public enum DataModel {

    /** Lists, of which reads return all elements: a read shows the order of the appends. */
    LIST_APPEND("lists"),

    /** Single values, which writes replace: a read shows one writer, and not the order of the writes before it. */
    REGISTER("registers"),

    /** Sets, to which elements are added: a read shows which adds came before it, and not in which order. */
    SET("sets"),

    /** Numbers, which increments change: a read shows a sum, and not which increments are in it. */
    COUNTER("counters");

    private final String plural;

    DataModel(String plural) {
        this.plural = plural;
    }

    /**
     * Returns the word for the contents in messages: {@code lists}, {@code registers}, {@code sets} or {@code
     * counters}.
     */
    public String plural() {
        return plural;
    }
}
