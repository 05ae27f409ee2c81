package moirai.sources.sql;

/** A text of a statement that is put together, with marks for the values in it. */
public final class SqlText {

    /** The beginning of the names of holes; a number follows. */
    public static final String HOLE = "hole_";

    private final StringBuilder text = new StringBuilder();
    private int holes;
    private boolean isQuoted;

    /** Makes an empty text. */
    public SqlText() {}

    /** Adds a text of the source. A quote that closes around a hole disappears with the quote that opened. */
    public void literal(String piece) {
        boolean closes = isQuoted && piece.startsWith("'");
        text.append(closes ? piece.substring(1) : piece);
        isQuoted = false;
    }

    /** Adds a value, and returns the name of its hole. */
    public String hole() {
        holes++;
        String name = HOLE + holes;
        if (!text.isEmpty() && text.charAt(text.length() - 1) == '\'') {
            text.setLength(text.length() - 1);
            isQuoted = true;
        }
        text.append(':').append(name);
        return name;
    }

    /** Returns the whole text. */
    public String text() {
        return text.toString();
    }
}
