package moirai.clients.jdbc.tables;

/** The content of a key's row in its column {@code val}, and the SQL that changes it. Arguments are integers. */
enum Cell {
    /** A list, or the elements of a set, as a text of integers between commas. */
    TEXT_LIST,
    /** A list, or the elements of a set, as a native array. */
    ARRAY_LIST,
    /** A number that is replaced. */
    REGISTER,
    /** A number that is added to. */
    COUNTER;

    private static final String NUMBER = "bigint";

    static Cell of(ListStorage storage) {
        return switch (storage.contents()) {
            case LIST_APPEND, SET ->
                switch (storage.encoding()) {
                    case TEXT -> TEXT_LIST;
                    case ARRAY -> ARRAY_LIST;
                };
            case REGISTER -> REGISTER;
            case COUNTER -> COUNTER;
        };
    }

    String type(Grammar grammar) {
        return switch (this) {
            case TEXT_LIST -> grammar.text();
            case ARRAY_LIST -> "integer[]";
            case REGISTER, COUNTER -> NUMBER;
        };
    }

    /** Returns the content of a row that begins with one argument. */
    String first(Grammar grammar) {
        return switch (this) {
            case TEXT_LIST -> grammar.integerAsText();
            case ARRAY_LIST -> "ARRAY[" + grammar.integer(Integer.SIZE) + "]";
            case REGISTER, COUNTER -> grammar.integer(Long.SIZE);
        };
    }

    /**
     * Returns the content of a row after another row, which would have been its first, is joined to it.
     *
     * @param old the old content
     * @param added the content of the other row
     */
    String joined(String old, String added) {
        return switch (this) {
            case TEXT_LIST -> "CONCAT(" + old + ", ',', " + added + ")";
            case ARRAY_LIST -> old + " || " + added;
            case REGISTER -> added;
            case COUNTER -> old + " + " + added;
        };
    }

    /** Returns the content of a row after one more argument. */
    String changed(Grammar grammar) {
        return switch (this) {
            case TEXT_LIST -> "CONCAT(val, ',', " + grammar.integer(Integer.SIZE) + ")";
            case ARRAY_LIST -> "val || " + grammar.integer(Integer.SIZE);
            case REGISTER -> grammar.integer(Long.SIZE);
            case COUNTER -> "val + " + grammar.integer(Long.SIZE);
        };
    }

    /** Returns the expression that a read returns: a number, or a text of integers between commas. */
    String read() {
        return switch (this) {
            case TEXT_LIST, REGISTER, COUNTER -> "val";
            // The driver would make an object of each element.
            case ARRAY_LIST -> "array_to_string(val, ',')";
        };
    }
}
