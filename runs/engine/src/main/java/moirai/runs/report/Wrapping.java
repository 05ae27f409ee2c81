package moirai.runs.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A breaker of text into lines for a terminal. */
public final class Wrapping {

    private static final int WIDTH_MIN = 60;

    private static final int WIDTH_MAX = 80;

    /** The texts of a process have one reader, so its width is handed to nobody; only {@link #fit} changes it. */
    private static volatile int width = WIDTH_MAX;

    private static volatile boolean isTerminal;

    /** The furthest column to which the rest of a line is moved below what follows its first gap. */
    private static final int HANGING_MAX = 26;

    private static final String ANSWER = "answer";

    private static final String COMMAND = ": " + OwnCommand.line("");

    private static final Pattern GAP = Pattern.compile("\\S {2,}(?=\\S)");

    private static final Pattern SPACES = Pattern.compile("\\s+");

    private Wrapping() {}

    /**
     * Makes the texts of this process fit a terminal. Texts never become wider than 80 columns, as their tables and
     * files are read elsewhere too, nor narrower than 60, as tables need.
     *
     * @param columns the width of the terminal that they go to
     */
    public static void fit(int columns) {
        width = Math.clamp(columns, WIDTH_MIN, WIDTH_MAX);
        isTerminal = true;
    }

    /** Returns the width of the texts for people in columns, whatever shows them: a terminal, a file, a log. */
    public static int width() {
        return width;
    }

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
     * stays on its line, for scripts that look for it, and a command of Moirai behind a colon begins a line of its own
     * and stays whole, to be copied.
     */
    public static String hanging(String report, int width) {
        return report.lines()
                .map(line -> line.startsWith(ANSWER) ? line : broken(line, width))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Returns a report with its lines broken as {@link #hanging(String, int)} does, for the width of this process. */
    public static String hanging(String report) {
        return hanging(report, width);
    }

    /**
     * Returns a message with its end of line: broken for a terminal, and else in one line, as logs and scripts look for
     * it.
     */
    public static String message(String line) {
        return isTerminal ? hanging(line) : line + "\n";
    }

    private static String broken(String line, int width) {
        if (line.length() <= width) {
            return line;
        }
        int command = line.indexOf(COMMAND);
        if (command >= 0) {
            String before = line.substring(0, command + 1);
            String after = line.substring(command + 2);
            return broken(before, width) + "\n" + " ".repeat(indentOfRest(before)) + after;
        }
        int hanging = indentOfRest(line);
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

    private static int indentOfRest(String line) {
        Matcher gap = GAP.matcher(line);
        int begin = line.length() - line.stripLeading().length();
        return gap.find() && gap.end() <= HANGING_MAX ? gap.end() : begin + 2;
    }
}
