package moirai.history;

/** What the keys of a history hold. One history holds one kind: they are judged by different inferences. */
public enum DataModel {

    /** Lists, of which reads return all elements: a read shows the order of the appends. */
    LIST_APPEND("lists"),

    /** Single values, which writes replace: a read shows one writer, and not the order of the writes before it. */
    REGISTER("registers");

    private final String plural;

    DataModel(String plural) {
        this.plural = plural;
    }

    /** What messages call the contents: {@code lists} or {@code registers}. */
    public String plural() {
        return plural;
    }
}
