package moirai.history.keeping;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.history.HistoryFormatException;

/**
 * A line of a note, and its place for errors. A checksum that fits proves nothing of what a line says: another program,
 * or a later version of this one, may have written it.
 *
 * @param source the name of the note in errors
 * @param number the number of the line, from 1
 */
public record NoteLine(String source, int number, String text) {

    private static final int QUOTED_MAX = 120;

    /**
     * Returns the parts of the line.
     *
     * @param expected what the pattern stands for, for people
     * @throws HistoryFormatException if the line does not have this form
     */
    public Matcher matched(Pattern pattern, String expected) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw refused(text, expected);
        }
        return matcher;
    }

    /**
     * Returns a number in the line.
     *
     * @param what the name of the number in errors
     * @throws HistoryFormatException if it is none from {@code min} to {@code max}
     */
    public long number(String what, String digits, long min, long max) {
        try {
            long number = Long.parseLong(digits);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException beyond) {
            throw outside(what, digits, min, max);
        }
        throw outside(what, digits, min, max);
    }

    /** Returns a number in the line that fits into 32 bits. See {@link #number}. */
    public int smallNumber(String what, String digits, int min) {
        return (int) number(what, digits, min, Integer.MAX_VALUE);
    }

    private HistoryFormatException outside(String what, String digits, long min, long max) {
        return refused(digits, "as " + what + " a whole number from " + min + " to " + max);
    }

    /** Returns the error for a part of the line, or for all of it, in the place of which something else is accepted. */
    public HistoryFormatException refused(String value, String expected) {
        return new HistoryFormatException(source + ":" + number, quoted(value) + ": expected " + expected);
    }

    private static String quoted(String value) {
        return value.length() <= QUOTED_MAX ? "'" + value + "'" : "'" + value.substring(0, QUOTED_MAX) + "…'";
    }
}
