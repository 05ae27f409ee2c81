package moirai.runs.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
import moirai.runs.interim.InterimVerdict;
import moirai.runs.interim.RunCounts;
import moirai.runs.latency.Distribution;
import moirai.runs.latency.Stages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MetricsTest {

    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"";
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{" + LABEL + "(?:," + LABEL + ")*\\})? ([-+0-9.eE]+|NaN|[-+]Inf)");

    @TempDir
    private Path directory;

    private final StringWriter said = new StringWriter();
    private final PrintWriter err = new PrintWriter(said, true);

    /** As Prometheus' own parser has it: each family once, described before its samples; no sample twice. */
    @Test
    void theTextIsInPrometheusFormat() {
        Map<String, Double> samples = samples(metrics().text());

        assertThat(samples)
                .containsEntry("moirai_transactions_total{outcome=\"committed\"}", 90.0)
                .containsEntry("moirai_transactions_total{outcome=\"indeterminate\"}", 1.0)
                .containsEntry("moirai_aborts_total{sqlstate=\"40001\"}", 7.0)
                .containsEntry("moirai_aborts_total{sqlstate=\"a\\\"b\\\\c\\nd\"}", 2.0)
                .containsEntry("moirai_transaction_duration_seconds_bucket{from=\"start\",le=\"0.001\"}", 4.0)
                .containsEntry("moirai_transaction_duration_seconds_bucket{from=\"start\",le=\"+Inf\"}", 19.0)
                .containsEntry("moirai_transaction_duration_seconds_count{from=\"start\"}", 19.0)
                .containsEntry("moirai_transaction_duration_seconds_sum{from=\"start\"}", 1.5)
                .containsEntry("moirai_faults_active", 2.0)
                .containsEntry("moirai_fault_events_total", 1.0)
                .containsEntry("moirai_invalid_so_far", 1.0)
                .containsEntry("moirai_checked_transactions", 80.0)
                .containsEntry("moirai_anomaly_seen{forbidden=\"true\",shape=\"G-single-rw-wr\"}", 1.0)
                .containsEntry(
                        "moirai_anomalies_total{forbidden=\"true\",phenomenon=\"G-single\",shape=\"G-single-rw-wr\"}",
                        1.0);
        assertThat(samples.keySet()).anyMatch(name -> name.startsWith("moirai_run_info{"));
        assertThat(samples.keySet())
                .noneMatch(
                        name -> name.contains("from=\"due\"") || name.contains("verdict=") || name.contains("proven"));
    }

    @Test
    void howFarTheJudgementHasComeIsToldWithWhatItHolds() {
        RunMetrics metrics = metrics();
        metrics.soFar(new InterimVerdict(
                80,
                List.of(new InterimVerdict.Sighting("1-G0", Phenomenon.G0, false, 5, 7, 9)),
                new StreamProgress(
                        90,
                        2_500_000_000L,
                        500_000_000,
                        new StreamProgress.Work(12, 78, 60, 10, 1),
                        Map.of(
                                IsolationLevel.SERIALIZABLE, StreamProgress.Standing.UNKNOWN,
                                IsolationLevel.READ_COMMITTED, StreamProgress.Standing.HOLDS))));

        assertThat(samples(metrics.text()))
                .containsEntry("moirai_proven_seconds", 2.5)
                .containsEntry("moirai_watermark_lag_seconds", 0.5)
                .containsEntry("moirai_transactions_held", 12.0)
                .containsEntry("moirai_transactions_released_total", 78.0)
                .containsEntry("moirai_transactions_forgotten_total", 60.0)
                .containsEntry("moirai_keys_live", 10.0)
                .containsEntry("moirai_sweeps_total", 1.0)
                .containsEntry("moirai_level_state{level=\"serializable\",state=\"holds\"}", 0.0)
                .containsEntry("moirai_level_state{level=\"serializable\",state=\"broken\"}", 0.0)
                .containsEntry("moirai_level_state{level=\"serializable\",state=\"unknown\"}", 1.0)
                .containsEntry("moirai_level_state{level=\"read-committed\",state=\"holds\"}", 1.0)
                .containsEntry("moirai_anomalies_total{forbidden=\"false\",phenomenon=\"G0\",shape=\"1-G0\"}", 7.0);
    }

    @Test
    void theRateIsThatOfTheStage() {
        var stages = new Stages(List.of(
                new Stages.Stage(Duration.ofSeconds(1), false, 10), new Stages.Stage(Duration.ofSeconds(4), true, 30)));
        var load = new Load(10, Duration.ofMinutes(1), Load.UNLIMITED, stages);
        var metrics = new RunMetrics(settings().with(load), directory.resolve("none"), true);
        metrics.progress(new RunProgress(Duration.ofSeconds(3), 0, 0, 0, 0, ""));

        assertThat(samples(metrics.text()))
                .containsEntry("moirai_arrival_rate", 20.0)
                .containsEntry("moirai_stage", 2.0);
        assertThat(samples(metrics().text())).doesNotContainKey("moirai_arrival_rate");
    }

    /** Nobody shall read from a 0 that all is well. */
    @Test
    void beforeTheFirstCheckNothingIsSaidOfTheVerdict() {
        var fresh = new RunMetrics(settings(), directory.resolve("none"), true);

        assertThat(samples(fresh.text()).keySet()).noneMatch(name -> name.startsWith("moirai_invalid"));
        fresh.soFar(new InterimVerdict(0, List.of()));
        assertThat(samples(fresh.text()).keySet()).noneMatch(name -> name.startsWith("moirai_invalid"));
        fresh.ended("VALID");
        assertThat(samples(fresh.text())).containsEntry("moirai_run_verdict{verdict=\"VALID\"}", 1.0);
    }

    @Test
    void theServerAnswersThisMachineAlone() throws IOException {
        try (MetricsServer server = MetricsServer.start(0, err)) {
            assertThat(said.toString()).isEqualTo("metrics: http://127.0.0.1:" + server.port() + "/metrics\n");
            String own = "127.0.0.1:" + server.port();
            assertThat(asked(server, "GET /metrics", own)).startsWith("HTTP/1.1 200");
            server.begin(metrics());

            String answer = asked(server, "GET /metrics", own);
            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .containsIgnoringCase("Content-Type: text/plain; version=0.0.4; charset=utf-8");
            assertThat(samples(answer.substring(answer.indexOf("\r\n\r\n") + 4)))
                    .hasSizeGreaterThan(20);
            assertThat(asked(server, "HEAD /metrics", own))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("\r\n\r\n");
            assertThat(asked(server, "GET /", own)).startsWith("HTTP/1.1 404");
            assertThat(asked(server, "POST /metrics", own)).startsWith("HTTP/1.1 405");
            assertThat(asked(server, "GET /metrics", "evil.example")).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void aPortThatIsTakenIsRefusedAtOnce() throws IOException {
        try (var taken = new ServerSocket(0)) {
            assertThatThrownBy(() -> MetricsServer.start(taken.getLocalPort(), err))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void theFileIsReplacedAndStaysWithTheLastFigures() throws IOException {
        Path file = directory.resolve("moirai.prom");
        RunMetrics metrics = metrics();
        MetricsFile publication = new MetricsFile(file, err, Duration.ofMillis(1));
        try (publication) {
            publication.begin(metrics);
            while (!Files.exists(file)) {
                Thread.onSpinWait();
            }
            assertThat(samples(Files.readString(file))).containsEntry("moirai_checked_transactions", 80.0);
            metrics.ended("INVALID");
        }

        assertThat(samples(Files.readString(file))).containsEntry("moirai_run_verdict{verdict=\"INVALID\"}", 1.0);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsSaidOnce() {
        var publication = new MetricsFile(directory.resolve("no/such.prom"), err, Duration.ofMillis(1));
        try (publication) {
            publication.begin(metrics());
            while (said.toString().isEmpty()) {
                Thread.onSpinWait();
            }
        }

        assertThat(said.toString().lines()).singleElement().asString().startsWith("--metrics: ");
    }

    private RunMetrics metrics() {
        var metrics = new RunMetrics(settings(), directory.resolve("none"), true);
        metrics.progress(new RunProgress(Duration.ofSeconds(3), 90, 9, 1, 0, ""));
        List<Long> counts = Stream.iterate(1L, count -> count + 1)
                .limit(Distribution.BOUNDS.size())
                .toList();
        var none = new Distribution(counts.stream().map(count -> 0L).toList(), 0);
        metrics.counts(new RunCounts(
                new TreeMap<>(Map.of("40001", 7L, "a\"b\\c\nd", 2L)),
                new TreeMap<>(Map.of("08006", 1L)),
                11,
                new Distribution(counts, 1.5),
                none));
        metrics.fault("killed n1", List.of("kill n1", "pause n2"));
        metrics.soFar(new InterimVerdict(
                80, List.of(new InterimVerdict.Sighting("G-single-rw-wr", Phenomenon.G_SINGLE, true, 5))));
        return metrics;
    }

    private static RunSettings settings() {
        return new RunSettings(
                new Seed(42),
                Workload.append(),
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                new Load(10, Duration.ofMinutes(1), Load.UNLIMITED),
                EvidenceRule.DEFAULT);
    }

    private static String asked(MetricsServer server, String request, String host) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Reads the text as promtool does, and fails on what that would refuse. */
    private static Map<String, Double> samples(String text) {
        var samples = new HashMap<String, Double>();
        var types = new HashMap<String, String>();
        Set<String> described = new HashSet<>();
        assertThat(text).endsWith("\n");
        for (String line : text.lines().toList()) {
            Matcher comment = COMMENT.matcher(line);
            if (comment.matches()) {
                boolean isType = comment.group(1).equals("TYPE");
                assertThat(
                                isType
                                        ? types.put(comment.group(2), comment.group(3)) == null
                                        : described.add(comment.group(2)))
                        .as(line)
                        .isTrue();
                continue;
            }
            Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            String name = sample.group(1);
            String family = types.containsKey(name) ? name : name.replaceFirst("_(bucket|sum|count)$", "");
            assertThat(types).as(line).containsKey(family);
            assertThat(described).as(line).contains(family);
            assertThat("counter".equals(types.get(family))).as(line).isEqualTo(name.endsWith("_total"));
            String series = name + (sample.group(2) == null ? "" : sorted(sample.group(2)));
            assertThat(samples.put(series, Double.parseDouble(sample.group(3).replace("Inf", "Infinity"))))
                    .as(line)
                    .isNull();
        }
        return samples;
    }

    private static String sorted(String labels) {
        return Pattern.compile("[a-zA-Z0-9_]+=\"(?:[^\"\\\\]|\\\\.)*\"")
                .matcher(labels)
                .results()
                .map(label -> label.group())
                .sorted()
                .collect(Collectors.joining(",", "{", "}"));
    }
}
