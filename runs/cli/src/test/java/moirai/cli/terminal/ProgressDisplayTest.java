package moirai.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import moirai.analysis.IsolationLevel;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
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
        var dashboard = new Dashboard(settings(), 40);
        dashboard.progress(new RunProgress(Duration.ofSeconds(30), 1, 2, 3, 4, "no\r\n\u001b[31msuch host ".repeat(9)));
        dashboard.latency(new Latency(1_900, 41_000, 90_000));

        List<String> lines = dashboard.lines("");

        assertThat(lines).allMatch(line -> line.length() <= 40 && line.chars().noneMatch(Character::isISOControl));
        assertThat(lines).anyMatch(line -> line.startsWith("latency p50 1.9 ms · p99 41.0 ms"));
        assertThat(lines).anyMatch(line -> line.startsWith("00:00:30 ████████████░░░░░░░░░░░░"));
    }

    /** What stands on a screen that knows line feeds, CSI A and CSI J. */
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
                if (written.charAt(end) == 'A') {
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
        return new ProgressDisplay(terminal(isInteractive), settings());
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
