package moirai.history.keeping;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A manifest as text, without its checksum. */
final class ManifestText {

    private static final String TITLE = "moirai segments dropped, version ";
    private static final String TITLES = "'" + TITLE + "1' or '" + TITLE + "2'";
    private static final Pattern TITLE_LINE = Pattern.compile(TITLE + "[12]");
    private static final Pattern POLICY = Pattern.compile("policy (.+)");
    private static final Pattern TIMES = Pattern.compile("until (?<until>-?\\d+) proven (?<proven>-?\\d+)");
    private static final Pattern GONE = Pattern.compile("gone (?<committed>\\d+) committed (?<aborted>\\d+) aborted"
            + " (?<indeterminate>\\d+) indeterminate, sessions below (?<sessions>\\d+), keys below (?<keys>\\d+)");
    private static final Pattern RANGE = Pattern.compile("writer (?<writer>\\d+) segments (?<first>\\d+) to"
            + " (?<last>\\d+) with (?<txns>\\d+) transactions of the writer up to there");

    /** The sum of three of them is a number of 64 bits. */
    private static final long TXNS_MAX = 999_999_999_999_999_999L;

    /** The greatest number of nine digits: names of files have no more. */
    private static final int IN_NAME_MAX = 999_999_999;

    private ManifestText() {}

    /** Returns the lines, each with its end. */
    static String of(Manifest manifest) {
        var lines = new ArrayList<String>();
        Gone gone = manifest.gone();
        lines.add(TITLE + (gone.isKnown() ? 2 : 1));
        lines.add("policy " + manifest.policy());
        lines.add("until " + manifest.untilNanos() + " proven " + manifest.provenNanos());
        if (gone.isKnown()) {
            lines.add("gone " + gone.committed() + " committed " + gone.aborted() + " aborted "
                    + gone.indeterminate() + " indeterminate, sessions below " + gone.nextSession() + ", keys below "
                    + gone.nextKey());
        }
        manifest.dropped()
                .forEach((writer, ranges) -> ranges.values()
                        .forEach(range -> lines.add("writer " + writer + " segments " + range.first() + " to "
                                + range.last() + " with " + range.txnCount()
                                + " transactions of the writer up to there")));
        return String.join("\n", lines) + "\n";
    }

    /**
     * Reads a manifest.
     *
     * @param source the name of the text in errors
     * @throws moirai.history.HistoryFormatException if the text is none
     */
    static Manifest parse(String source, String text) {
        var reader = new Reader(source, text.lines().toList());
        reader.next(TITLE_LINE, TITLES);
        String policy = reader.next(POLICY, "'policy ' and what was typed behind --keep")
                .group(1);
        Matcher times = reader.next(TIMES, "'until NANOS proven NANOS'");
        long until = reader.last().number("a time", times.group("until"), Long.MIN_VALUE, Long.MAX_VALUE);
        long proven = reader.last().number("a time", times.group("proven"), Long.MIN_VALUE, Long.MAX_VALUE);
        Gone gone = reader.hasNext("gone ") ? gone(reader) : Gone.UNKNOWN;
        return new Manifest(policy, until, proven, gone, ranges(reader));
    }

    private static Gone gone(Reader reader) {
        Matcher line =
                reader.next(GONE, "'gone N committed N aborted N indeterminate, sessions below N, keys below N'");
        return new Gone(
                reader.last().number("a count", line.group("committed"), 0, TXNS_MAX),
                reader.last().number("a count", line.group("aborted"), 0, TXNS_MAX),
                reader.last().number("a count", line.group("indeterminate"), 0, TXNS_MAX),
                reader.last().number("a session", line.group("sessions"), 0, Long.MAX_VALUE),
                reader.last().number("a key", line.group("keys"), 0, Long.MAX_VALUE));
    }

    private static SortedMap<Integer, NavigableMap<Integer, Manifest.Range>> ranges(Reader reader) {
        var dropped = new TreeMap<Integer, NavigableMap<Integer, Manifest.Range>>();
        while (reader.hasNext("")) {
            Matcher line =
                    reader.next(RANGE, "'writer N segments N to N with N transactions of the writer up to there'");
            NoteLine at = reader.last();
            NavigableMap<Integer, Manifest.Range> ranges =
                    dropped.computeIfAbsent(inName(at, "a writer", line.group("writer"), 0), unseen -> new TreeMap<>());
            int firstMin = ranges.isEmpty() ? 1 : ranges.lastEntry().getValue().last() + 1;
            int first = inName(at, "the first segment", line.group("first"), firstMin);
            ranges.put(
                    first,
                    new Manifest.Range(
                            first,
                            inName(at, "the last segment", line.group("last"), first),
                            at.number("a count", line.group("txns"), 0, TXNS_MAX)));
        }
        return dropped;
    }

    private static int inName(NoteLine at, String what, String digits, int min) {
        return (int) at.number(what, digits, min, IN_NAME_MAX);
    }

    /** The lines, one after the other. */
    private static final class Reader {

        private final List<NoteLine> lines;
        private final NoteLine end;
        private int next;

        Reader(String source, List<String> lines) {
            this.lines = IntStream.range(0, lines.size())
                    .mapToObj(index -> new NoteLine(source, index + 1, lines.get(index)))
                    .toList();
            this.end = new NoteLine(source, lines.size() + 1, "");
        }

        boolean hasNext(String start) {
            return next < lines.size() && lines.get(next).text().startsWith(start);
        }

        Matcher next(Pattern pattern, String expected) {
            NoteLine line = next < lines.size() ? lines.get(next) : end;
            next++;
            return line.matched(pattern, expected);
        }

        /** Returns the line that was matched last. */
        NoteLine last() {
            return lines.get(next - 1);
        }
    }
}
