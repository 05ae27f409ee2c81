package moirai.sources.sql;

/** How values that are put into the text of a statement are marked there. */
public final class SqlText {

    /** What the names of holes begin with; a number follows. */
    public static final String HOLE = "hole_";

    private final StringBuilder text = new StringBuilder();
    private int holes;
    private boolean isQuoted;

    /** An empty text. */
    public SqlText() {}

    /** Adds what stands in the source; a quote that closes around a hole disappears with the one that opened. */
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

    /** The whole text. */
    public String text() {
        return text.toString();
    }
}
