package moirai.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/*
 * picocli breaks lines at every place where Unicode allows it, such as the hyphen of a level's name, and cuts words
 * that are longer than a column. So it lays the help out in lines without end, and they are broken here, at spaces.
 */
/** The help of a command, broken into lines for a terminal. */
public final class HelpPage {

    /** The option that shows the whole help, with the options that few need. */
    public static final String ALL = "--help-all";

    /** The width of picocli's own lines: more than any line of a help has, but each column of it costs time. */
    private static final int ENDLESS = 800;

    /** The columns for an option and the name of its value; longer options get a line of their own. */
    private static final int OPTION_COLUMNS = 24;

    private static final int COLUMNS_MIN = 60;
    private static final int COLUMNS_MAX = 118;

    /** The furthest column at which a description begins. */
    private static final int DESCRIPTION_MAX = OPTION_COLUMNS + 10;

    /** The shortest line that its author may have broken because it was full. */
    private static final int FULL_MIN = 60;

    private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern GAP = Pattern.compile("\\S {2,}(?=\\S)");
    /** An option that fills its column, so that one space alone is behind it. */
    private static final Pattern FULL = Pattern.compile(" {2,}-\\S*(?:, -\\S*)* (?=\\S)");

    private static final Pattern LABEL = Pattern.compile("(Usage|Example): +");

    /** A line without its colours: where its text begins, and where the rest of it goes. */
    private record Shape(String plain, int begin, int hanging, boolean isLabelled) {

        static Shape of(String line) {
            String plain = ESCAPES.matcher(line).replaceAll("");
            int begin = plain.length() - plain.stripLeading().length();
            Matcher label = LABEL.matcher(plain);
            if (label.lookingAt()) {
                return new Shape(plain, begin, label.end(), true);
            }
            for (Pattern pattern : List.of(GAP, FULL)) {
                Matcher gap = pattern.matcher(plain);
                if (gap.find() && gap.end() <= DESCRIPTION_MAX) {
                    return new Shape(plain, begin, gap.end(), false);
                }
            }
            return new Shape(plain, begin, begin, false);
        }

        /** Returns whether a line goes on with this one's sentence. */
        boolean isContinuedBy(Shape next) {
            return !isLabelled
                    && !next.isLabelled
                    && plain.length() >= FULL_MIN
                    && !plain.matches(".*[.:;!?]")
                    && !next.plain.isBlank()
                    && next.begin == hanging
                    && next.hanging == next.begin;
        }
    }

    private HelpPage() {}

    /** Makes picocli lay out lines as this class takes them. */
    public static CommandLine prepared(CommandLine command) {
        return command.setUsageHelpWidth(ENDLESS).setUsageHelpLongOptionsMaxWidth(OPTION_COLUMNS);
    }

    /**
     * Returns the width of the help: that of the terminal, between 60 and 118 columns, or 80 where there is none. The
     * variable {@code COLUMNS} outranks both.
     */
    public static int columns(Map<String, String> environment, boolean isTerminal) {
        int columns = Terminal.columns(environment, isTerminal).orElse(TerminalSize.DEFAULT.columns());
        return Math.clamp(columns, COLUMNS_MIN, COLUMNS_MAX);
    }

    /** Adds the options to the help of a command that few need. */
    public static void showAll(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        for (OptionSpec option : List.copyOf(spec.options())) {
            if (option.hidden()) {
                spec.remove(option);
                spec.addOption(OptionSpec.builder(option).hidden(false).build());
            }
        }
    }

    /** Returns the help of a prepared command. */
    public static String of(CommandLine command, ColorScheme colors, int columns) {
        var text = new StringBuilder();
        for (String line : joined(command.getUsageMessage(colors).lines().toList())) {
            broken(line, columns, text);
        }
        return text.toString();
    }

    /** Returns the lines, of which those that were broken for another width are one again. */
    private static List<String> joined(List<String> lines) {
        var joined = new ArrayList<String>();
        for (String line : lines) {
            boolean isContinuing =
                    !joined.isEmpty() && Shape.of(joined.getLast()).isContinuedBy(Shape.of(line));
            if (isContinuing) {
                joined.set(joined.size() - 1, joined.getLast() + " " + line.stripLeading());
            } else {
                joined.add(line);
            }
        }
        return joined;
    }

    /** Appends a line, broken at spaces. A word that is longer than its column stays whole. */
    private static void broken(String line, int columns, StringBuilder text) {
        Shape shape = Shape.of(line);
        if (shape.plain().length() <= columns) {
            text.append(line).append('\n');
            return;
        }
        int column = 0;
        int spaces = 0;
        for (String word : line.split(" ", -1)) {
            int length = ESCAPES.matcher(word).replaceAll("").length();
            if (word.isEmpty()) {
                spaces++;
                continue;
            }
            if (column > shape.hanging() && column + spaces + length > columns) {
                text.append('\n').append(" ".repeat(shape.hanging()));
                column = shape.hanging();
            } else {
                text.append(" ".repeat(spaces));
                column += spaces;
            }
            text.append(word);
            column += length;
            spaces = 1;
        }
        text.append('\n');
    }
}
