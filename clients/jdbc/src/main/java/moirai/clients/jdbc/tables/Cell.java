package moirai.clients.jdbc.tables;

/** What a key's row holds in its column {@code val}, and by which SQL it changes. Arguments are integers. */
enum Cell {
    /** A list, or the elements of a set, as a text of integers between commas. */
    TEXT_LIST,
    /** The same as a native array. */
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

    /** The column's type. */
    String type(Grammar grammar) {
        return switch (this) {
            case TEXT_LIST -> grammar.text();
            case ARRAY_LIST -> "integer[]";
            case REGISTER, COUNTER -> NUMBER;
        };
    }

    /** What a row holds that begins with one argument. */
    String first(Grammar grammar) {
        return switch (this) {
            case TEXT_LIST -> grammar.integerAsText();
            case ARRAY_LIST -> "ARRAY[" + grammar.integer(Integer.SIZE) + "]";
            case REGISTER, COUNTER -> grammar.integer(Long.SIZE);
        };
    }

    /**
     * What a row holds after another row, which would have been its first, is joined to it.
     *
     * @param old what it held
     * @param added what the other one would have held
     */
    String joined(String old, String added) {
        return switch (this) {
            case TEXT_LIST -> "CONCAT(" + old + ", ',', " + added + ")";
            case ARRAY_LIST -> old + " || " + added;
            case REGISTER -> added;
            case COUNTER -> old + " + " + added;
        };
    }

    /** What a row holds after one more argument. */
    String changed(Grammar grammar) {
        return switch (this) {
            case TEXT_LIST -> "CONCAT(val, ',', " + grammar.integer(Integer.SIZE) + ")";
            case ARRAY_LIST -> "val || " + grammar.integer(Integer.SIZE);
            case REGISTER -> grammar.integer(Long.SIZE);
            case COUNTER -> "val + " + grammar.integer(Long.SIZE);
        };
    }

    /** What a read returns: a number, or a text of integers between commas. */
    String read() {
        return switch (this) {
            case TEXT_LIST, REGISTER, COUNTER -> "val";
            // The driver would make an object of each element.
            case ARRAY_LIST -> "array_to_string(val, ',')";
        };
    }
}
