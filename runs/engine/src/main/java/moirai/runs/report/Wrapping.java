package moirai.runs.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A breaker of text into lines for a terminal. */
public final class Wrapping {

    /** The width of the texts for people, whatever shows them: a terminal, a file, the log of a build. */
    public static final int WIDTH = 80;

    /** The furthest column to which the rest of a line is moved below what follows its first gap. */
    private static final int HANGING_MAX = 26;

    private static final String ANSWER = "answer";

    private static final Pattern GAP = Pattern.compile("\\S {2,}(?=\\S)");

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

    /**
     * Returns a report with its long lines broken. What is left of a line goes below what follows its first gap of two
     * spaces, as in {@code "program    shop at RC"}, or two columns to the right of where the line begins. The answer
     * stays on its line, for scripts that look for it.
     */
    public static String hanging(String report, int width) {
        return report.lines()
                .map(line -> line.startsWith(ANSWER) ? line : broken(line, width))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String broken(String line, int width) {
        Matcher gap = GAP.matcher(line);
        int begin = line.length() - line.stripLeading().length();
        int hanging = gap.find() && gap.end() <= HANGING_MAX ? gap.end() : begin + 2;
        var text = new StringBuilder();
        String left = line;
        while (left.length() > width) {
            int inside = left.lastIndexOf(' ', width);
            int end = inside > hanging ? inside : left.indexOf(' ', Math.max(width, hanging));
            if (end < 0) {
                break;
            }
            text.append(left, 0, end).append('\n');
            left = " ".repeat(hanging) + left.substring(end).stripLeading();
        }
        return text.append(left).toString();
    }
}
