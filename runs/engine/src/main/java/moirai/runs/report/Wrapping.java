package moirai.runs.report;

import java.util.regex.Pattern;

/** A breaker of text into lines for a terminal. */
public final class Wrapping {

    /** The width of the texts for people. */
    public static final int WIDTH = 118;

    private static final Pattern SPACES = Pattern.compile("\\s+");

    private Wrapping() {}

    /**
     * Returns the words of {@code text} in lines of at most {@code width}, each after {@code indent}; longer words stay
     * whole.
     */
    public static String wrap(String text, String indent, int width) {
        var wrapped = new StringBuilder();
        var line = new StringBuilder(indent);
        boolean empty = true;
        for (String word : SPACES.splitAsStream(text.strip()).toList()) {
            if (!empty && line.length() + 1 + word.length() > width) {
                wrapped.append(line).append('\n');
                line.setLength(0);
                line.append(indent);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        return wrapped.append(line).append('\n').toString();
    }
}
