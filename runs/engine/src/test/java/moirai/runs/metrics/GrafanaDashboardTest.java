package moirai.runs.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.streaming.StreamProgress;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
import moirai.runs.files.BundledText;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.interim.RunCounts;
import moirai.runs.latency.Distribution;
import moirai.runs.latency.Stages;
import org.junit.jupiter.api.Test;

/** The dashboard for Grafana fits the metrics that a run exports. */
class GrafanaDashboardTest {

    private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    /** A metric in an expression, with its matchers. */
    private static final Pattern USE = Pattern.compile("(moirai_\\w+)(?:\\{([^}]*)})?");

    private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~?)\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("(?:by|ignoring|on) \\(([^)]*)\\)");
    private static final Pattern SHOWN = Pattern.compile("\\{\\{(\\w+)}}");

    /** What Prometheus adds to each series. */
    private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

    private static JsonNode dashboard() throws IOException {
        return new ObjectMapper().readTree(BundledText.of(RunMetrics.class, "grafana.json"));
    }

    private static List<JsonNode> targets() throws IOException {
        var targets = new ArrayList<JsonNode>();
        dashboard().get("panels").forEach(panel -> panel.get("targets").forEach(targets::add));
        return targets;
    }

    @Test
    void whatIsWorthWatchingHasAPanel() throws IOException {
        var titles = new ArrayList<String>();
        dashboard().get("panels").forEach(panel -> titles.add(panel.get("title").textValue()));

        assertThat(titles)
                .doesNotHaveDuplicates()
                .contains(
                        "Throughput by outcome",
                        "Latency percentiles",
                        "Watermark lag",
                        "Transactions held and forgotten",
                        "Keys live",
                        "Bytes on disk",
                        "Verdict by level",
                        "Anomalies by shape",
                        "Active faults");
    }

    @Test
    void everyMetricAndEveryLabelOfTheDashboardIsExported() throws IOException {
        Map<String, Set<String>> exported = exported();
        List<String> expressions = new ArrayList<>(
                targets().stream().map(target -> target.get("expr").textValue()).toList());
        dashboard()
                .at("/templating/list")
                .forEach(variable -> expressions.add(variable.path("definition").asText("")));

        assertThat(expressions).hasSizeGreaterThan(15);
        for (String expression : expressions) {
            List<MatchResult> uses = USE.matcher(expression).results().toList();
            var labels = new TreeSet<>(OF_PROMETHEUS);
            for (MatchResult use : uses) {
                assertThat(exported).as(expression).containsKey(use.group(1));
                Set<String> own = exported.getOrDefault(use.group(1), Set.of());
                labels.addAll(own);
                MATCHER.matcher(use.group(2) == null ? "" : use.group(2))
                        .results()
                        .forEach(matcher -> assertThat(
                                        own.contains(matcher.group(1)) || OF_PROMETHEUS.contains(matcher.group(1)))
                                .as("%s in %s", matcher.group(), expression)
                                .isTrue());
            }
            assertThat(labels).as(expression).containsAll(grouping(expression));
        }
    }

    /** A legend that names a label which the expression drops would be empty. */
    @Test
    void everyLegendShowsALabelThatTheExpressionKeeps() throws IOException {
        for (JsonNode target : targets()) {
            String expression = target.get("expr").textValue();

            assertThat(grouping(expression))
                    .as(expression)
                    .containsAll(SHOWN.matcher(target.get("legendFormat").textValue())
                            .results()
                            .map(shown -> shown.group(1))
                            .toList());
        }
    }

    /** Values of labels are compared as well, as "broken" in a query of states would be silently empty. */
    @Test
    void valuesThatAreAskedForAreExported() throws IOException {
        String text = metrics().text();

        assertThat(targets())
                .allSatisfy(target -> MATCHER.matcher(target.get("expr").textValue())
                        .results()
                        .filter(matcher -> matcher.group(2).equals("="))
                        .forEach(matcher ->
                                assertThat(text).contains(matcher.group(1) + "=\"" + matcher.group(3) + "\"")));
        assertThat(targets())
                .allSatisfy(target -> assertThat(target.get("expr").textValue()).contains("instance=~\"$instance\""));
    }

    @Test
    void panelsDoNotOverlap() throws IOException {
        var taken = new TreeSet<String>();
        for (JsonNode panel : dashboard().get("panels")) {
            JsonNode at = panel.get("gridPos");
            for (int x = at.get("x").intValue();
                    x < at.get("x").intValue() + at.get("w").intValue();
                    x++) {
                for (int y = at.get("y").intValue();
                        y < at.get("y").intValue() + at.get("h").intValue();
                        y++) {
                    assertThat(x).isLessThan(24);
                    assertThat(taken.add(x + "," + y))
                            .as(panel.get("title").textValue())
                            .isTrue();
                }
            }
        }
    }

    private static Set<String> grouping(String expression) {
        return GROUPING.matcher(expression)
                .results()
                .flatMap(list -> Stream.of(list.group(1).split(", ", -1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the labels of each exported metric by its name in Prometheus. */
    private static Map<String, Set<String>> exported() {
        var labels = new TreeMap<String, Set<String>>();
        metrics().text().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            Set<String> known = labels.computeIfAbsent(sample.group(1), first -> new TreeSet<>());
            LABEL.matcher(sample.group(2) == null ? "" : sample.group(2))
                    .results()
                    .forEach(label -> known.add(label.group(1)));
        });
        return labels;
    }

    /** A run that exports all that there is. */
    private static RunMetrics metrics() {
        var settings = new RunSettings(
                new Seed(42),
                Workload.append(),
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                new Load(10, Duration.ofMinutes(1), Load.UNLIMITED, Stages.constant(100)),
                EvidenceRule.DEFAULT);
        var metrics = new RunMetrics(settings, Path.of("none"), true);
        var some = new Distribution(Collections.nCopies(Distribution.BOUNDS.size(), 1L), 1);
        metrics.counts(
                new RunCounts(new TreeMap<>(Map.of("40001", 7L)), new TreeMap<>(Map.of("08006", 1L)), 11, some, some));
        metrics.progress(new RunProgress(Duration.ofSeconds(3), 90, 9, 1, 0, ""));
        metrics.fault("killed n1", List.of("kill n1"));
        metrics.soFar(new InterimVerdict(
                80,
                List.of(new InterimVerdict.Sighting("1-G0", Phenomenon.G0, true, 5)),
                new StreamProgress(
                        90,
                        2,
                        1,
                        new StreamProgress.Work(1, 2, 3, 4, 5),
                        Map.of(IsolationLevel.SERIALIZABLE, StreamProgress.Standing.BROKEN))));
        metrics.ended("INVALID");
        return metrics;
    }
}
