package moirai.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Histories as short text, for tests, corpora and people.
 *
 * <pre>
 * # Write skew: each misses the other's append.
 * T0 s0 r1=[] a2=7
 * T1 s1 @5..9 r2=[] a1=8
 * T2 s2 fail:40001 @6..7 a1=9 r2=?
 * </pre>
 *
 * <pre>
 * # The same with registers.
 * T0 s0 r1=nil w2=7
 * T1 s1 @5..9 r2=nil w1=8
 * T2 s2 r1=8 r2=?
 * </pre>
 *
 * <pre>
 * # A phantom: T0 sees list 2 in the range 1 to 9, and not list 3, to which T1 appends.
 * T0 s0 p1..9=1 r2=[5] a7=6
 * T1 s1 p1..9=1 r2=[5] a3=8
 * # Sets, and, in another history, counters.
 * T0 s0 e1=7 e1=9 r1={7 9}
 * T0 s0 i1=5 i2=-5 c1=5
 * </pre>
 *
 * <p>One transaction a line: its number, which counts from 0, its session, how it ended ({@code ok}, {@code fail} or
 * {@code info}, the latter two with a cause after a colon; {@code ok} if absent), its closed interval in nanoseconds
 * (if absent the point 0, so that no transaction precedes another in real time), then ops: {@code a} appends to a list,
 * {@code w} writes to a register, {@code e} adds to a set, {@code r} reads any of them, {@code i} increments a counter,
 * {@code c} reads it, {@code p} scans a range of lists, with the number of matches, whose reads follow. A read of a
 * list has elements between brackets, separated by spaces, a read of a set between braces; a read of a register has
 * the value, or {@code nil} if nobody had written any; {@code ?} is a read without an answer. A text has ops of one
 * kind: on lists, registers, sets or counters. Blanks in a cause are written {@code %20}, as
 * in a URL, and so are {@code %} and line breaks. Lines that are empty or start with {@code #} are comments.
 *
 * <p>The notation holds transactions only: no header, no faults, and what is read from it counts as complete.
 */
public final class HistoryNotation {

    private static final Pattern LINE =
            Pattern.compile("T(?<id>\\d+) +s(?<session>\\d+)(?: +(?<outcome>ok|fail|info)(?::(?<cause>\\S+))?)?"
                    + "(?: +@(?<start>-?\\d+)\\.\\.(?<end>-?\\d+))?(?<ops>(?: +[arweicp].*)?)");
    private static final Pattern OP = Pattern.compile(" +(?:(?<kind>[aweic])(?<written>-?\\d+)=(?<value>-?\\d+)"
            + "|r(?<read>-?\\d+)=(?<answer>\\?|nil|-?\\d+|\\[[-\\d ]*]|\\{[-\\d ]*})"
            + "|p(?<from>-?\\d+)\\.\\.(?<to>-?\\d+)=(?<matches>\\?|\\d+))(?= |$)");
    private static final Pattern TO_ESCAPE = Pattern.compile("[%\\s]");
    private static final Pattern ESCAPED = Pattern.compile("%(?<code>[0-9A-F]{2})?");
    private static final int QUOTED_MAX = 60;
    private static final String EXPECTED = "expected e.g. 'T0 s0 ok @5..9 r1=[1 2] a2=7' or 'T0 s0 r1=4 w2=7'";

    private HistoryNotation() {}

    /**
     * Reads a history from text.
     *
     * @throws HistoryFormatException with the line, if the text is not in this notation
     */
    public static History parse(String text) {
        return parse("text", text);
    }

    /**
     * Reads a history from the text of a file.
     *
     * @param source what messages call the text, for example a file's name
     * @throws HistoryFormatException with source and line, if the text is not in this notation
     */
    public static History parse(String source, String text) {
        return parse(source, text, false);
    }

    /**
     * Reads a history from the text of a file.
     *
     * @param ignoresTimes whether the history has no times, whatever the text says
     * @throws HistoryFormatException with source and line, if the text is not in this notation, or if times count and
     *     those of a session go back
     */
    public static History parse(String source, String text, boolean ignoresTimes) {
        var history = new HistoryBuilder(RunHeader.NONE);
        if (ignoresTimes) {
            history.untimed();
        }
        var lastEnded = new HashMap<Integer, Timed>();
        List<String> lines = text.lines().toList();
        int txns = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                String place = source + ":" + (i + 1);
                Txn txn = add(place, line, txns++, history);
                if (!ignoresTimes && line.contains(" @")) {
                    requireForward(place, lastEnded.get(txn.session()), txn);
                    if (!txn.outcome().isIndeterminate()) {
                        lastEnded.put(txn.session(), new Timed(txn, i + 1));
                    }
                }
            }
        }
        return history.build();
    }

    /** A transaction with times, and its line. */
    private record Timed(Txn txn, int line) {}

    /**
     * Requires that a session does one transaction after the other.
     *
     * @param before the last one of the session that is known to have ended; nobody knows when one of unknown outcome
     *     did
     */
    private static void requireForward(String place, @Nullable Timed before, Txn txn) {
        if (before != null && txn.startNanos() < before.txn.endNanos()) {
            throw new HistoryFormatException(
                    place,
                    "session " + txn.session() + " begins at " + txn.startNanos() + ", before its transaction of line "
                            + before.line + " ended at " + before.txn.endNanos()
                            + "; expected no earlier time, or --ignore-times");
        }
    }

    private static Txn add(String place, String line, int id, HistoryBuilder history) {
        Txn txn = parseTxn(place, line, id);
        try {
            history.add(txn);
            return txn;
        } catch (IllegalArgumentException mixed) {
            throw new HistoryFormatException(place, String.valueOf(mixed.getMessage()));
        }
    }

    private static Txn parseTxn(String place, String line, int id) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new HistoryFormatException(place, quote(line) + " is not a transaction; " + EXPECTED);
        }
        try {
            if (parseInt(matcher.group("id")) != id) {
                throw new HistoryFormatException(place, "T" + matcher.group("id") + " where T" + id + " comes next");
            }
            int session = parseInt(matcher.group("session"));
            String start = matcher.group("start");
            long from = start == null ? 0 : parseLong(start);
            long to = start == null ? 0 : parseLong(matcher.group("end"));
            return new Txn(session, parseOps(matcher.group("ops")), outcome(matcher), from, to);
        } catch (IllegalArgumentException refused) {
            throw new HistoryFormatException(place, refused.getMessage() + "; " + EXPECTED);
        }
    }

    private static Outcome outcome(Matcher line) {
        String word = line.group("outcome");
        String cause = line.group("cause");
        String given = cause == null ? "" : unescape(cause);
        return switch (word == null ? "ok" : word) {
            case "fail" -> new Outcome.Aborted(given);
            case "info" -> new Outcome.Indeterminate(given);
            default -> {
                if (cause != null) {
                    throw new IllegalArgumentException("'ok:" + cause + "' gives a cause for a commit");
                }
                yield new Outcome.Committed();
            }
        };
    }

    private static List<Op> parseOps(String text) {
        var ops = new ArrayList<Op>();
        Matcher op = OP.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!op.find(at) || op.start() != at) {
                throw new IllegalArgumentException(quote(text.substring(at).strip()) + " does not start with an op");
            }
            ops.add(
                    op.group("kind") != null
                            ? parseNumber(op)
                            : op.group("read") != null ? parseRead(op) : parseScan(op));
            at = op.end();
        }
        return ops;
    }

    private static Op parseNumber(Matcher op) {
        long key = parseLong(op.group("written"));
        String value = op.group("value");
        return switch (op.group("kind").charAt(0)) {
            case 'a' -> new Op.Append(key, parseInt(value));
            case 'e' -> new Op.Add(key, parseInt(value));
            case 'i' -> new Op.Increment(key, parseLong(value));
            case 'c' -> new Op.ReadCounter(key, parseLong(value));
            default -> new Op.Write(key, parseLong(value));
        };
    }

    private static Op parseScan(Matcher op) {
        String matches = op.group("matches");
        return new Op.Scan(
                parseLong(op.group("from")),
                parseLong(op.group("to")),
                matches.equals("?") ? Op.Scan.UNANSWERED : parseInt(matches));
    }

    private static Op parseRead(Matcher op) {
        long key = parseLong(op.group("read"));
        String answer = op.group("answer");
        return switch (answer.charAt(0)) {
            case '?', '[' -> new Op.Read(key, parseElements(answer));
            case '{' -> new Op.ReadSet(key, parseElements(answer));
            case 'n' -> new Op.ReadInitial(key);
            default -> new Op.ReadValue(key, parseLong(answer));
        };
    }

    private static Elements parseElements(String answer) {
        if (answer.equals("?")) {
            return Elements.UNKNOWN;
        }
        String inside = answer.substring(1, answer.length() - 1).strip();
        return inside.isEmpty()
                ? Elements.EMPTY
                : Elements.of(Pattern.compile(" +")
                        .splitAsStream(inside)
                        .mapToInt(HistoryNotation::parseInt)
                        .toArray());
    }

    private static int parseInt(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException tooLarge) {
            throw new IllegalArgumentException(quote(digits) + " is not a number of 32 bits", tooLarge);
        }
    }

    private static long parseLong(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException tooLarge) {
            throw new IllegalArgumentException(quote(digits) + " is not a number of 64 bits", tooLarge);
        }
    }

    private static String quote(String text) {
        return text.length() <= QUOTED_MAX ? "'" + text + "'" : "'" + text.substring(0, QUOTED_MAX) + "…'";
    }

    private static String escape(String cause) {
        return TO_ESCAPE
                .matcher(cause)
                .replaceAll(blank ->
                        String.format(Locale.ROOT, "%%%02X", (int) blank.group().charAt(0)));
    }

    private static String unescape(String cause) {
        return ESCAPED.matcher(cause).replaceAll(escaped -> {
            String code = escaped.group(1);
            if (code == null) {
                throw new IllegalArgumentException(quote(cause) + " has a % that two hexadecimal digits do not follow");
            }
            return Matcher.quoteReplacement(Character.toString(Integer.parseInt(code, 16)));
        });
    }

    /** Returns the transactions as text that {@link #parse} reads back; one line a transaction. */
    public static String format(History history) {
        var text = new StringBuilder();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            text.append('T')
                    .append(txn)
                    .append(' ')
                    .append(format(history.txn(txn)))
                    .append('\n');
        }
        return text.toString();
    }

    /** Returns one transaction without its number: {@code s0 ok @5..9 r1=[1 2] a2=7}. */
    public static String format(Txn txn) {
        var text = new StringBuilder("s").append(txn.session()).append(' ').append(format(txn.outcome()));
        text.append(" @").append(txn.startNanos()).append("..").append(txn.endNanos());
        for (Op op : txn.ops()) {
            text.append(' ').append(op);
        }
        return text.toString();
    }

    private static String format(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed committed -> "ok";
            case Outcome.Aborted(String cause) -> cause.isEmpty() ? "fail" : "fail:" + escape(cause);
            case Outcome.Indeterminate(String cause) -> cause.isEmpty() ? "info" : "info:" + escape(cause);
        };
    }
}
