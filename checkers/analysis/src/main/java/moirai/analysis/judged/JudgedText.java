package moirai.analysis.judged;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Evidence;
import moirai.analysis.durability.AcknowledgedAppends;
import moirai.analysis.durability.AcknowledgedText;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.keeping.NoteLine;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * A judgement as text.
 *
 * <pre>
 * moirai judged, version 2
 * proven 39723000000000 counted 39724000000000
 * evidence overlapping 120 versions 4711 contended 90
 * open strict-serializable
 * forgotten 0-88 91-120
 * acknowledged all
 * appends 0 ffffffff*88 7f
 * doubt G2-item a key was used again after it had been left alone
 * shape 12 from 5000 to 9000 G-single rw-wr proves G-single,G2-item pattern lost update
 * witnesses
 * T0 s0 ok @5..9 r1=[1 2] a2=7
 * </pre>
 *
 * <p>Version 1 has no lines of {@linkplain AcknowledgedText acknowledged appends}.
 */
public final class JudgedText {

    private static final String TITLE = "moirai judged, version 2";
    private static final String TITLE_BEFORE = "moirai judged, version 1";
    private static final String WITNESSES = "witnesses";
    private static final String NO_CYCLE = "-";
    private static final Pattern LINE_END = Pattern.compile("\\R");
    private static final Pattern REACH = Pattern.compile("proven (-?\\d+) counted (-?\\d+)");
    private static final Pattern EVIDENCE =
            Pattern.compile("evidence overlapping (\\d+) versions (\\d+) contended (\\d+)");
    private static final Pattern KEYS = Pattern.compile("(-?\\d+)-(-?\\d+)");
    private static final Pattern DOUBT = Pattern.compile("doubt (\\S+) (.*)");
    private static final Pattern SHAPE = Pattern.compile("shape (?<count>\\d+) from (?<first>-?\\d+) to"
            + " (?<last>-?\\d+) (?<class>\\S+) (?<edges>\\S+) proves (?<proves>\\S*) pattern (?<pattern>.*)");

    private JudgedText() {}

    /**
     * Returns the lines, each with its end.
     *
     * @param acknowledged the appends that were acknowledged so far, which final reads of a later process are compared
     *    with
     */
    public static String of(JudgedBefore judged, AcknowledgedAppends acknowledged) {
        var lines = new ArrayList<String>();
        lines.add(TITLE);
        lines.add("proven " + judged.reach().provenNanos() + " counted "
                + judged.reach().countedNanos());
        Evidence evidence = judged.evidence();
        lines.add("evidence overlapping " + evidence.overlapping() + " versions " + evidence.versionsRead()
                + " contended " + evidence.keysContended());
        lines.add(words("open", judged.undecided().levels().stream().map(IsolationLevel::label)));
        lines.add(words("forgotten", judged.forgotten().stream().map(keys -> keys.first() + "-" + keys.last())));
        AcknowledgedText.write(acknowledged, lines);
        judged.undecided()
                .doubts()
                .forEach((phenomenon, reason) -> lines.add("doubt " + phenomenon.label() + " "
                        + LINE_END.matcher(reason).replaceAll(" ")));
        judged.shapes().forEach(seen -> lines.add(line(seen)));
        lines.add(WITNESSES);
        return String.join("\n", lines) + "\n" + HistoryNotation.format(judged.witnesses());
    }

    private static String words(String name, Stream<String> words) {
        return Stream.concat(Stream.of(name), words.sorted()).collect(Collectors.joining(" "));
    }

    private static String line(JudgedBefore.ShapeSeen seen) {
        AnomalyShape shape = seen.shape();
        String proves = seen.proves().stream()
                .sorted(Comparator.naturalOrder())
                .map(Phenomenon::label)
                .collect(Collectors.joining(","));
        return "shape " + seen.count() + " from " + seen.firstNanos() + " to " + seen.lastNanos() + " "
                + shape.phenomenon().label() + " " + (shape.edges().isEmpty() ? NO_CYCLE : shape.edges()) + " proves "
                + proves + " pattern " + shape.pattern();
    }

    /**
     * Reads a judgement.
     *
     * @param source the name of the text in errors
     * @param header the origin of the history that was judged
     * @throws HistoryFormatException if the text is none
     */
    public static JudgedBefore parse(String source, String text, RunHeader header) {
        var reader = new Reader(header);
        List<String> lines = text.lines().toList();
        int witnesses = lines.indexOf(WITNESSES);
        boolean isTitled = !lines.isEmpty()
                && (lines.getFirst().equals(TITLE) || lines.getFirst().equals(TITLE_BEFORE));
        if (!isTitled || witnesses < 0) {
            throw new HistoryFormatException(source, "expected lines from '" + TITLE + "' to '" + WITNESSES + "'");
        }
        for (int i = 1; i < witnesses; i++) {
            reader.line(new NoteLine(source, i + 1, lines.get(i)));
        }
        // Empty lines in place of those above: errors name the line of the whole text.
        String rest = "\n".repeat(witnesses + 1)
                + lines.subList(witnesses + 1, lines.size()).stream()
                        .map(line -> line + "\n")
                        .collect(Collectors.joining());
        return reader.result(HistoryNotation.parse(source, rest));
    }

    /**
     * Reads the acknowledged appends of a judgement; empty if it is of a version that did not note them.
     *
     * @param source the name of the text in errors
     * @throws HistoryFormatException if they are damaged
     */
    public static Optional<AcknowledgedAppends> acknowledged(String source, String text) {
        List<String> lines =
                text.lines().takeWhile(line -> !line.equals(WITNESSES)).toList();
        return AcknowledgedText.read(
                IntStream.range(0, lines.size()).mapToObj(i -> new NoteLine(source, i + 1, lines.get(i))));
    }

    /** A reader of lines. */
    private static final class Reader {

        private final RunHeader header;
        private JudgedBefore.Reach reach = new JudgedBefore.Reach(0, 0);
        private Evidence evidence = new Evidence(0, 0, 0, 0, 0, 0);
        private final Set<IsolationLevel> open = EnumSet.noneOf(IsolationLevel.class);
        private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
        private final List<JudgedBefore.ShapeSeen> shapes = new ArrayList<>();
        private final List<JudgedBefore.KeySpan> forgotten = new ArrayList<>();

        Reader(RunHeader header) {
            this.header = header;
        }

        void line(NoteLine line) {
            switch (line.text().split(" ", 2)[0]) {
                case "proven" -> {
                    Matcher found = line.matched(REACH, "'proven NANOS counted NANOS'");
                    reach = new JudgedBefore.Reach(time(line, found.group(1)), time(line, found.group(2)));
                }
                case "evidence" -> {
                    Matcher found = line.matched(EVIDENCE, "'evidence overlapping N versions N contended N'");
                    evidence = new Evidence(
                            0,
                            0,
                            0,
                            line.smallNumber("a count", found.group(1), 0),
                            line.number("a count", found.group(2), 0, Long.MAX_VALUE),
                            line.smallNumber("a count", found.group(3), 0));
                }
                case "open" -> words(line).forEach(word -> open.add(level(line, word)));
                case "forgotten" -> words(line).forEach(word -> forgotten.add(keys(line, word)));
                // They are read by themselves, as they may be many.
                case AcknowledgedText.TITLE, AcknowledgedText.APPENDS -> {}
                case "doubt" -> {
                    Matcher found = line.matched(DOUBT, "'doubt PHENOMENON REASON'");
                    doubts.put(phenomenon(line, found.group(1)), found.group(2));
                }
                case "shape" -> shapes.add(shape(line));
                default ->
                    throw line.refused(
                            line.text(),
                            "a line that begins with proven, evidence, open, forgotten, acknowledged, appends, doubt or"
                                    + " shape, or '" + WITNESSES + "'");
            }
        }

        private static Stream<String> words(NoteLine line) {
            return Stream.of(line.text().split(" ", -1)).skip(1);
        }

        private static IsolationLevel level(NoteLine line, String word) {
            return IsolationLevel.NAMES
                    .named(word)
                    .orElseThrow(() ->
                            line.refused(word, "one of " + String.join(", ", IsolationLevel.NAMES.labels())));
        }

        private static JudgedBefore.KeySpan keys(NoteLine line, String word) {
            Matcher found = KEYS.matcher(word);
            if (!found.matches()) {
                throw line.refused(word, "the first and the last key, as in 91-120");
            }
            long first = line.number("a key", found.group(1), Long.MIN_VALUE, Long.MAX_VALUE);
            return new JudgedBefore.KeySpan(first, line.number("the last key", found.group(2), first, Long.MAX_VALUE));
        }

        private static long time(NoteLine line, String digits) {
            return line.number("a time", digits, Long.MIN_VALUE, Long.MAX_VALUE);
        }

        private JudgedBefore.ShapeSeen shape(NoteLine line) {
            Matcher found = line.matched(
                    SHAPE, "'shape N from NANOS to NANOS PHENOMENON EDGES proves PHENOMENA pattern WORDS'");
            String edges = found.group("edges");
            var proves = EnumSet.noneOf(Phenomenon.class);
            Stream.of(found.group("proves").split(",", -1))
                    .filter(word -> !word.isEmpty())
                    .forEach(word -> proves.add(phenomenon(line, word)));
            var shape = new AnomalyShape(
                    phenomenon(line, found.group("class")),
                    edges.equals(NO_CYCLE) ? "" : edges,
                    found.group("pattern"),
                    DataModel.LIST_APPEND,
                    header.isolation());
            return new JudgedBefore.ShapeSeen(
                    shape,
                    proves,
                    line.smallNumber("a count", found.group("count"), 1),
                    time(line, found.group("first")),
                    time(line, found.group("last")));
        }

        private static Phenomenon phenomenon(NoteLine line, String label) {
            return Stream.of(Phenomenon.values())
                    .filter(one -> one.label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> line.refused(
                            label,
                            "one of "
                                    + Stream.of(Phenomenon.values())
                                            .map(Phenomenon::label)
                                            .collect(Collectors.joining(", "))));
        }

        JudgedBefore result(History witnesses) {
            var ofRun = new HistoryBuilder(header);
            for (int txn = 0; txn < witnesses.txnCount(); txn++) {
                ofRun.add(witnesses.txn(txn));
            }
            return new JudgedBefore(
                    reach, evidence, new JudgedBefore.Undecided(doubts, open), shapes, forgotten, ofRun.build());
        }
    }
}
