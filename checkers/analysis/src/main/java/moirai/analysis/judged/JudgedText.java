package moirai.analysis.judged;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Evidence;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * A judgement as text.
 *
 * <pre>
 * moirai judged, version 1
 * proven 39723000000000 counted 39724000000000
 * evidence overlapping 120 versions 4711 contended 90
 * open strict-serializable
 * forgotten 0-88 91-120
 * doubt G2-item a key was used again after it had been left alone
 * shape 12 from 5000 to 9000 G-single rw-wr proves G-single,G2-item pattern lost update
 * witnesses
 * T0 s0 ok @5..9 r1=[1 2] a2=7
 * </pre>
 */
public final class JudgedText {

    private static final String TITLE = "moirai judged, version 1";
    private static final String WITNESSES = "witnesses";
    private static final String NO_CYCLE = "-";
    private static final Pattern REACH = Pattern.compile("proven (-?\\d{1,19}) counted (-?\\d{1,19})");
    private static final Pattern EVIDENCE =
            Pattern.compile("evidence overlapping (\\d{1,10}) versions (\\d{1,18}) contended (\\d{1,10})");
    private static final Pattern KEYS = Pattern.compile("(-?\\d{1,19})-(-?\\d{1,19})");
    private static final Pattern DOUBT = Pattern.compile("doubt (\\S+) (.*)");
    private static final Pattern SHAPE = Pattern.compile("shape (?<count>\\d{1,10}) from (?<first>-?\\d{1,19}) to"
            + " (?<last>-?\\d{1,19}) (?<class>\\S+) (?<edges>\\S+) proves (?<proves>\\S*) pattern (?<pattern>.*)");

    private JudgedText() {}

    /** Returns the lines, each with its end. */
    public static String of(JudgedBefore judged) {
        var lines = new ArrayList<String>();
        lines.add(TITLE);
        lines.add("proven " + judged.reach().provenNanos() + " counted "
                + judged.reach().countedNanos());
        Evidence evidence = judged.evidence();
        lines.add("evidence overlapping " + evidence.overlapping() + " versions " + evidence.versionsRead()
                + " contended " + evidence.keysContended());
        lines.add(words("open", judged.undecided().levels().stream().map(IsolationLevel::label)));
        lines.add(words("forgotten", judged.forgotten().stream().map(keys -> keys.first() + "-" + keys.last())));
        judged.undecided()
                .doubts()
                .forEach((phenomenon, reason) ->
                        lines.add("doubt " + phenomenon.label() + " " + reason.replace('\n', ' ')));
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
        var reader = new Reader(source, header);
        List<String> lines = text.lines().toList();
        int witnesses = lines.indexOf(WITNESSES);
        if (lines.isEmpty() || !lines.getFirst().equals(TITLE) || witnesses < 0) {
            throw new HistoryFormatException(source, "expected lines from '" + TITLE + "' to '" + WITNESSES + "'");
        }
        lines.subList(1, witnesses).forEach(reader::line);
        String rest = lines.subList(witnesses + 1, lines.size()).stream()
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return reader.result(HistoryNotation.parse(source, rest));
    }

    /** A reader of lines. */
    private static final class Reader {

        private final String source;
        private final RunHeader header;
        private JudgedBefore.Reach reach = new JudgedBefore.Reach(0, 0);
        private Evidence evidence = new Evidence(0, 0, 0, 0, 0, 0);
        private final Set<IsolationLevel> open = EnumSet.noneOf(IsolationLevel.class);
        private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
        private final List<JudgedBefore.ShapeSeen> shapes = new ArrayList<>();
        private final List<JudgedBefore.KeySpan> forgotten = new ArrayList<>();

        Reader(String source, RunHeader header) {
            this.source = source;
            this.header = header;
        }

        void line(String line) {
            switch (line.split(" ", 2)[0]) {
                case "proven" -> {
                    Matcher found = matched(REACH, line);
                    reach = new JudgedBefore.Reach(Long.parseLong(found.group(1)), Long.parseLong(found.group(2)));
                }
                case "evidence" -> {
                    Matcher found = matched(EVIDENCE, line);
                    evidence = new Evidence(
                            0,
                            0,
                            0,
                            Integer.parseInt(found.group(1)),
                            Long.parseLong(found.group(2)),
                            Integer.parseInt(found.group(3)));
                }
                case "open" ->
                    words(line)
                            .forEach(word ->
                                    open.add(IsolationLevel.NAMES.named(word).orElseThrow(() -> damaged(line))));
                case "forgotten" ->
                    words(line).forEach(word -> {
                        Matcher found = matched(KEYS, word);
                        forgotten.add(new JudgedBefore.KeySpan(
                                Long.parseLong(found.group(1)), Long.parseLong(found.group(2))));
                    });
                case "doubt" -> {
                    Matcher found = matched(DOUBT, line);
                    doubts.put(phenomenon(found.group(1), line), found.group(2));
                }
                case "shape" -> shapes.add(shape(matched(SHAPE, line), line));
                default -> throw damaged(line);
            }
        }

        private static Stream<String> words(String line) {
            return Stream.of(line.split(" ", -1)).skip(1);
        }

        private JudgedBefore.ShapeSeen shape(Matcher found, String line) {
            String edges = found.group("edges");
            var proves = EnumSet.noneOf(Phenomenon.class);
            Stream.of(found.group("proves").split(",", -1))
                    .filter(word -> !word.isEmpty())
                    .forEach(word -> proves.add(phenomenon(word, line)));
            var shape = new AnomalyShape(
                    phenomenon(found.group("class"), line),
                    edges.equals(NO_CYCLE) ? "" : edges,
                    found.group("pattern"),
                    DataModel.LIST_APPEND,
                    header.isolation());
            return new JudgedBefore.ShapeSeen(
                    shape,
                    proves,
                    Integer.parseInt(found.group("count")),
                    Long.parseLong(found.group("first")),
                    Long.parseLong(found.group("last")));
        }

        private Phenomenon phenomenon(String label, String line) {
            return Stream.of(Phenomenon.values())
                    .filter(one -> one.label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> damaged(line));
        }

        private Matcher matched(Pattern pattern, String line) {
            Matcher matcher = pattern.matcher(line);
            if (!matcher.matches()) {
                throw damaged(line);
            }
            return matcher;
        }

        private HistoryFormatException damaged(String line) {
            return new HistoryFormatException(source, "'" + line + "' is no line of a judgement");
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
