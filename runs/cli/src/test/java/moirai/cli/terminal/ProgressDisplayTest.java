package moirai.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.latency.Latency;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {

    private final StringWriter err = new StringWriter();

    @Test
    void elsewhereThanAtATerminalThereAreNoEscapes() {
        try (var display = display(false)) {
            display.stage("running");
            display.progress(progress(4_000, 100));
            display.progress(progress(5_000, 200));
            display.latency(new Latency(1, 2, 3));
            display.stage("checking");
        }

        assertThat(err.toString()).isEqualTo("5.0 s · 200 ok (40/s) · 3 aborted\nchecking …\n");
    }

    @Test
    void longMessagesAreBrokenAt80Columns() {
        try (var display = display(false)) {
            display.progress(new RunProgress(
                    Duration.ofSeconds(1),
                    4,
                    0,
                    0,
                    5,
                    "cannot connect to jdbc:postgresql://127.0.0.1:5432/postgres: FATAL: sorry, too many clients"
                            + " already; raise the server's max_connections or run fewer sessions"));
        }

        assertThat(err.toString().lines())
                .hasSizeGreaterThan(1)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void nothingOfTheDashboardIsLeft() {
        try (var display = display(true)) {
            display.stage("running");
            display.progress(progress(1_000, 100));
            display.progress(progress(2_000, 300));
        }

        assertThat(err.toString()).contains("200/s ok", "seed 2a", "00:00:02").endsWith("\r\u001b[J");
        assertThat(screen(err.toString())).isEmpty();
    }

    @Test
    void whatIsSaidAsideStaysAboveTheDashboard() {
        try (var display = display(true)) {
            display.stage("running");
            display.progress(progress(1_000, 100));
            terminal(true).aside().println("stopping");
            display.progress(progress(2_000, 300));
        }

        assertThat(screen(err.toString())).isEqualTo(List.of("stopping"));
    }

    @Test
    void eachLineFitsAndIsOneLine() {
        var dashboard = new Dashboard(settings(), false);
        dashboard.progress(new RunProgress(Duration.ofSeconds(30), 1, 2, 3, 4, "no\r\n\u001b[31msuch host ".repeat(9)));
        dashboard.latency(new Latency(1_900, 41_000, 90_000));

        List<String> lines = texts(dashboard, new TerminalSize(41, 24));

        assertThat(lines).allMatch(line -> line.length() <= 40 && line.chars().noneMatch(Character::isISOControl));
        assertThat(lines).anyMatch(line -> line.startsWith("latency p50 1.9 ms · p99 41.0 ms"));
        assertThat(lines).anyMatch(line -> line.startsWith("00:00:30 ████████████░░░░░░░░░░░░"));
    }

    @Test
    void whatDoesNotFitIsLeftOutTheLeastImportantFirst() {
        var dashboard = new Dashboard(settings(), true);
        dashboard.progress(progress(1_000, 100));
        dashboard.latency(new Latency(1_900, 41_000, 90_000));
        dashboard.soFar(verdict(12));

        assertThat(texts(dashboard, new TerminalSize(80, 24)))
                .hasSize(18)
                .contains("        at 11.0 s: read skew (G-single-11)");
        assertThat(texts(dashboard, new TerminalSize(80, 14)))
                .hasSize(12)
                .contains("        at 0.0 s: read skew (G-single-0)")
                .endsWith("        and 7 kinds more");
        assertThat(texts(dashboard, new TerminalSize(80, 6)))
                .satisfiesExactly(
                        bar -> assertThat(bar).startsWith("00:00:01"),
                        now -> assertThat(now).startsWith("now"),
                        verdict -> assertThat(verdict).startsWith("so far  INVALID"),
                        first -> assertThat(first).contains("G-single-0"));
        assertThat(texts(dashboard, new TerminalSize(80, 4))).hasSize(2);
    }

    @Test
    void aWideTerminalShowsThePast() {
        var dashboard = new Dashboard(settings(), true);
        for (int second = 0; second < 500; second++) {
            dashboard.progress(progress(second * 1_000L, second * 100L));
            dashboard.latency(new Latency(1_900, 41_000, 90_000));
        }

        assertThat(texts(dashboard, new TerminalSize(200, 50)))
                .allMatch(line -> line.length() < 200)
                .anyMatch(line -> line.matches("ok/s    [▁-█]{120} up to 100/s"));
        assertThat(texts(dashboard, TerminalSize.DEFAULT)).noneMatch(line -> line.startsWith("ok/s"));
    }

    @Test
    void theSizeIsAskedForAgainWhenItHasChanged() {
        var sizes = new ArrayList<>(List.of(new TerminalSize(80, 24), new TerminalSize(200, 50)));
        var screen = new Screen(sizes::removeFirst);

        assertThat(screen.size()).isEqualTo(screen.size()).isEqualTo(new TerminalSize(80, 24));
        screen.changed();
        assertThat(screen.size()).isEqualTo(new TerminalSize(200, 50));
    }

    /** A terminal breaks lines in two that do not fit any more, so nobody knows how many are to be written over. */
    @Test
    void whoMakesItNarrowerSeesNothingOfWhatWasDrawnBefore() {
        var sizes = new ArrayList<>(List.of(new TerminalSize(200, 50), new TerminalSize(60, 16)));
        var screen = new Screen(sizes::removeFirst);
        var how = new ProgressDisplay.How(true, false);
        try (var display = new ProgressDisplay(terminal(true), settings(), how, screen)) {
            display.progress(progress(1_000, 100));
            assertThat(err.toString()).doesNotContain("\u001b[H");
            screen.changed();
            display.progress(progress(2_000, 100));
            assertThat(err.toString()).containsOnlyOnce("\u001b[H\u001b[J\r\n");
            display.progress(progress(3_000, 100));
        }
        assertThat(err.toString()).containsOnlyOnce("\u001b[H");
    }

    @Test
    void anAlarmIsRedWhereColoursAreWanted() {
        for (boolean isColored : new boolean[] {true, false}) {
            var how = new ProgressDisplay.How(true, isColored);
            try (var display =
                    new ProgressDisplay(terminal(true), settings(), how, new Screen(() -> TerminalSize.DEFAULT))) {
                display.soFar(verdict(1));
                display.progress(progress(1_000, 100));
            }
            assertThat(err.toString().contains("\u001b[1;31mso far  INVALID")).isEqualTo(isColored);
            err.getBuffer().setLength(0);
        }
    }

    @Test
    void theSizeIsReadAsTheProgramSaysIt() {
        assertThat(TerminalSize.parse("50 200\n")).contains(new TerminalSize(200, 50));
        assertThat(TerminalSize.parse("0 0\n")).contains(TerminalSize.DEFAULT);
        assertThat(TerminalSize.parse("")).isEmpty();
        assertThat(new TerminalSize(1, 1)).isEqualTo(new TerminalSize(20, 4));
    }

    @Test
    void plainLinesSayEachShapeOnce() {
        try (var display = display(false)) {
            display.stage("running");
            display.soFar(verdict(1));
            display.soFar(verdict(2));
            display.progress(progress(5_000, 200));
        }

        assertThat(err.toString().lines())
                .containsExactly(
                        "so far · INVALID · at 0.0 s: read skew (G-single-0)",
                        "so far · INVALID · at 1.0 s: read skew (G-single-1)",
                        "5.0 s · 200 ok (40/s) · 3 aborted · INVALID: 2 kinds of anomaly that",
                        "  serializable forbids, in 1,000 transactions");
    }

    @Test
    void aShapeThatWasAllowedIsToldAgainWhenOneIsForbidden() {
        try (var display = display(false)) {
            for (boolean isForbidden : new boolean[] {false, true, true}) {
                display.soFar(new InterimVerdict(
                        9,
                        List.of(new InterimVerdict.Sighting("G-single-rw-ww", Phenomenon.G_SINGLE, isForbidden, 0))));
            }
        }

        assertThat(err.toString().lines())
                .containsExactly(
                        "so far · seen · at 0.0 s: read skew, allowed (G-single-rw-ww)",
                        "so far · INVALID · at 0.0 s: read skew (G-single-rw-ww)");
    }

    /** In the order of time, whatever the order of the verdict. */
    @Test
    void ofManyKindsTheFirstAreShown() {
        var sightings = IntStream.range(0, 20)
                .mapToObj(number -> new InterimVerdict.Sighting(
                        "G2-" + number, Phenomenon.G2_ITEM, number % 2 == 0, (19 - number) * 1_000_000_000L))
                .toList();
        try (var display = display(false)) {
            display.soFar(new InterimVerdict(99, sightings));
            display.soFar(new InterimVerdict(100, sightings));
        }

        assertThat(err.toString().lines())
                .hasSize(18)
                .startsWith("so far · seen · at 0.0 s: write skew, allowed (G2-19)")
                .contains("so far · INVALID · at 1.0 s: write skew (G2-18)")
                .doesNotContain("so far · INVALID · at 17.0 s: write skew (G2-2)")
                .endsWith("so far · more kinds of anomaly that are forbidden: the result has all of them");
    }

    @Test
    void whatTheLevelAllowsMakesNothingInvalid() {
        var allowed = new InterimVerdict(
                9, List.of(new InterimVerdict.Sighting("G2-item-rw-rw", Phenomenon.G2_ITEM, false, 0)));

        assertThat(SoFarText.verdict(allowed, IsolationLevel.SNAPSHOT_ISOLATION))
                .isEqualTo("nothing that snapshot-isolation forbids in 9 transactions");
        assertThat(SoFarText.found(allowed)).containsExactly("at 0.0 s: write skew, allowed (G2-item-rw-rw)");
        assertThat(SoFarText.verdict(new InterimVerdict(1, List.of()), IsolationLevel.SERIALIZABLE))
                .isEqualTo("no anomaly in 1 transaction");
    }

    private static InterimVerdict verdict(int shapes) {
        return new InterimVerdict(
                1_000,
                IntStream.range(0, shapes)
                        .mapToObj(i -> new InterimVerdict.Sighting(
                                "G-single-" + i, Phenomenon.G_SINGLE, true, i * 1_000_000_000L))
                        .toList());
    }

    private static List<String> texts(Dashboard dashboard, TerminalSize size) {
        return dashboard.lines(List.of(), size).stream()
                .map(Dashboard.Line::text)
                .toList();
    }

    /** Returns the lines of a screen that knows line feeds, CSI A and CSI J. */
    private static List<String> screen(String written) {
        var lines = new ArrayList<StringBuilder>(List.of(new StringBuilder()));
        int row = 0;
        int column = 0;
        int i = 0;
        while (i < written.length()) {
            char next = written.charAt(i);
            if (next == '\n') {
                row++;
                column = 0;
                if (row == lines.size()) {
                    lines.add(new StringBuilder());
                }
            } else if (next == '\r') {
                column = 0;
            } else if (next == '\u001b') {
                int end = i + 2;
                while (Character.isDigit(written.charAt(end))) {
                    end++;
                }
                if (written.charAt(end) == 'K') {
                    lines.get(row).setLength(column);
                } else if (written.charAt(end) == 'A') {
                    row -= Integer.parseInt(written.substring(i + 2, end));
                } else {
                    lines.subList(row + 1, lines.size()).clear();
                    lines.get(row).setLength(column);
                }
                i = end;
            } else {
                lines.get(row).replace(column, column + 1, String.valueOf(next));
                column++;
            }
            i++;
        }
        return lines.stream()
                .map(StringBuilder::toString)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static RunProgress progress(long millis, long committed) {
        return new RunProgress(Duration.ofMillis(millis), committed, 3, 0, 0, "");
    }

    private ProgressDisplay display(boolean isInteractive) {
        return new ProgressDisplay(
                terminal(isInteractive),
                settings(),
                new ProgressDisplay.How(true, false),
                new Screen(() -> TerminalSize.DEFAULT));
    }

    private Terminal terminal(boolean isInteractive) {
        return new Terminal(new PrintWriter(err, true), new PrintWriter(err, true), isInteractive, false);
    }

    private static RunSettings settings() {
        return new RunSettings(
                new Seed(42),
                Workload.append(),
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                new Load(10, Duration.ofMinutes(1), Load.UNLIMITED),
                EvidenceRule.DEFAULT);
    }
}
