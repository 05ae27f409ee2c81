package moirai.runs.alarms;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.RunProgress;
import moirai.runs.RunResult;
import moirai.runs.RunTotals;
import moirai.runs.StopRequest;
import moirai.runs.export.Schemas;
import moirai.runs.interim.AnomalyKind;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.interim.InterimVerdict.Sighting;
import moirai.runs.latency.Latency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AnomalyWatchTest {

    private static final String SKEW = "9c1e-G2-item-rw-rw";
    private static final String FORK = "11ab-G-single-rw-wr";
    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Schemas.ANOMALY.text());

    private final StopRequest stop = new StopRequest();
    private final List<String> said = new ArrayList<>();

    @Test
    void eachKindIsToldOnceAndAllOfThemInTheEnd() throws Exception {
        try (var server = new HookServer();
                AnomalyWatch watch = watch(StopRule.NEVER, server.url("/"))) {
            watch.recording(header(Instant.parse("2026-11-27T20:00:00Z")));
            watch.soFar(verdict(sighting(SKEW, true, 1)));
            watch.soFar(verdict(sighting(SKEW, true, 7), sighting(FORK, false, 1)));
            watch.soFar(verdict(sighting(SKEW, true, 9), sighting(FORK, false, 2)));

            assertThat(watch.ended(result(), () -> List.of(kind(SKEW, true, 10), kind(FORK, false, 2))))
                    .isEmpty();

            List<JsonNode> notices = notices(server);
            assertThat(notices.stream().map(AnomalyWatchTest::summary))
                    .containsExactly(
                            "anomaly " + SKEW + " true 1",
                            "anomaly " + FORK + " false 1",
                            "end " + SKEW + " true 10, " + FORK + " false 2");
            JsonNode first = notices.getFirst();
            assertThat(first.at("/run").textValue()).startsWith("/").endsWith("/store/x");
            assertThat(first.at("/seed").textValue()).isEqualTo("2a");
            assertThat(first.at("/database").textValue()).isEqualTo("H2 2.4");
            assertThat(first.at("/level/asked").textValue()).isEqualTo("read-committed");
            assertThat(first.at("/level/expected").textValue()).isEqualTo("serializable");
            assertThat(first.at("/anomaly/phenomenon").textValue()).isEqualTo("G2-item");
            assertThat(first.at("/anomaly/name").textValue()).isEqualTo("write skew");
            assertThat(first.at("/anomaly/first/seconds").doubleValue()).isEqualTo(1.5);
            assertThat(first.at("/anomaly/first/time").textValue()).isEqualTo("2026-11-27T20:00:01.500Z");
            assertThat(first.at("/anomaly/explain").textValue())
                    .isEqualTo("moirai explain " + first.at("/run").textValue() + " --anomaly " + SKEW);
            assertThat(notices.getLast().at("/verdict").textValue()).isEqualTo("INVALID");
            assertThat(notices.getLast().at("/exit-code").intValue()).isEqualTo(1);
        }
    }

    /** A script that wakes somebody only for forbidden ones would hear nothing of it otherwise. */
    @Test
    void aKindThatWasAllowedIsToldAgainWhenOneIsForbidden() throws Exception {
        try (var server = new HookServer();
                AnomalyWatch watch = watch(StopRule.NEVER, server.url("/"))) {
            watch.recording(header(Instant.EPOCH));
            watch.soFar(verdict(sighting(FORK, false, 1)));
            watch.soFar(verdict(sighting(FORK, true, 2)));
            watch.ended(result(), () -> List.of(kind(FORK, true, 2)));

            assertThat(notices(server).stream().map(AnomalyWatchTest::summary))
                    .containsExactly(
                            "anomaly " + FORK + " false 1", "anomaly " + FORK + " true 2", "end " + FORK + " true 2");
        }
    }

    @Test
    void whatOnlyTheEndShowsIsToldThen() throws Exception {
        var lost =
                new AnomalyKind("5b0a-lost-append", "lost-append", "lost append", true, 3, new AnomalyKind.Times(0, 0));
        try (var server = new HookServer();
                AnomalyWatch watch = watch(StopRule.NEVER, server.url("/"))) {
            watch.recording(header(Instant.EPOCH));
            watch.ended(result(), () -> List.of(lost));

            List<JsonNode> notices = notices(server);
            assertThat(notices.stream().map(AnomalyWatchTest::summary))
                    .containsExactly("anomaly 5b0a-lost-append true 3", "end 5b0a-lost-append true 3");
            assertThat(notices.getFirst().at("/anomaly/explain").textValue()).startsWith("moirai check /");
            assertThat(notices.getFirst().at("/anomaly/first").has("time")).isFalse();
        }
    }

    @Test
    void ofVeryManyKindsTheFirstAreTold() throws Exception {
        List<AnomalyKind> many = IntStream.range(0, 130)
                .mapToObj(i -> kind(String.format(Locale.ROOT, "%04x-G2-item-%d-edges", i, i), true, 1))
                .toList();
        try (var server = new HookServer();
                AnomalyWatch watch = watch(StopRule.NEVER, server.url("/"))) {
            watch.recording(header(Instant.EPOCH));
            List<String> troubles = watch.ended(result(), () -> many);

            JsonNode end = notices(server).getLast();
            assertThat(end.at("/anomalies")).hasSize(100);
            assertThat(end.at("/left-out").intValue()).isEqualTo(30);
            assertThat(server.bodies().size() - 1 + end.at("/untold").intValue())
                    .isEqualTo(100);
            assertThat(troubles).hasSize(end.at("/untold").intValue() == 0 ? 0 : 1);
        }
    }

    @Test
    void aServerThatIsGoneIsNotedOnce() throws Exception {
        String gone;
        try (var server = new HookServer()) {
            gone = server.url("/hook");
        }
        try (AnomalyWatch watch = watch(StopRule.NEVER, gone)) {
            watch.soFar(verdict(sighting(SKEW, true, 1)));

            assertThat(watch.ended(result(), () -> List.of(kind(SKEW, true, 1))))
                    .containsExactly("--on-anomaly-url: " + gone.replace("/hook", "")
                            + " could not be told: ConnectException (2 of 2 calls failed)");
        }
    }

    @Test
    void theFirstForbiddenAnomalyStopsTheRunThatIsToStopThere() {
        try (AnomalyWatch watch = watch(StopRule.FIRST, "")) {
            watch.soFar(verdict(sighting(FORK, false, 5)));
            assertThat(stop.isAsked()).isFalse();

            watch.soFar(verdict(sighting(FORK, false, 5), sighting(SKEW, true, 1)));
            watch.soFar(verdict(sighting(SKEW, true, 2)));

            String why = "an anomaly that serializable forbids was found, " + SKEW + " (--stop-on anomaly)";
            assertThat(stop.isAsked()).isTrue();
            assertThat(stop.because()).isEqualTo(why);
            assertThat(stop.reason()).isEmpty();
            assertThat(said)
                    .containsExactly("stopping: " + why
                            + "; sessions finish their transaction, then what was recorded is checked");
        }
    }

    @Test
    void instancesOfAllForbiddenKindsCountTogether() {
        try (AnomalyWatch watch = watch(new StopRule(10), "")) {
            watch.soFar(verdict(sighting(SKEW, true, 6), sighting(FORK, true, 3)));
            assertThat(stop.isAsked()).isFalse();

            watch.soFar(verdict(sighting(SKEW, true, 6), sighting(FORK, true, 6)));

            assertThat(stop.because()).isEqualTo("12 anomalies that serializable forbids were found (--stop-on 10)");
        }
    }

    @Test
    void whoWantsNothingAsksForNoVerdicts() {
        assertThat(watch(StopRule.NEVER, "").wantsVerdicts()).isFalse();
        assertThat(watch(StopRule.FIRST, "").wantsVerdicts()).isTrue();
    }

    private AnomalyWatch watch(StopRule rule, String url) {
        var place = new AnomalyWatch.Place(Path.of("store/x"), IsolationLevel.SERIALIZABLE, true, said::add);
        return new AnomalyWatch(new AlarmPlan(rule, "", url), place, stop);
    }

    private static List<JsonNode> notices(HookServer server) throws IOException {
        var notices = new ArrayList<JsonNode>();
        for (String body : server.bodies()) {
            JsonNode notice = new ObjectMapper().readTree(body);
            assertThat(SCHEMA.validate(notice)).as(body).isEmpty();
            notices.add(notice);
        }
        return notices;
    }

    private static String summary(JsonNode notice) {
        JsonNode kinds = notice.has("anomaly")
                ? new ObjectMapper().createArrayNode().add(notice.get("anomaly"))
                : notice.get("anomalies");
        return notice.get("event").textValue() + " "
                + String.join(
                        ", ",
                        Stream.iterate(0, i -> i < kinds.size(), i -> i + 1)
                                .map(kinds::get)
                                .map(kind -> kind.get("shape").textValue() + " " + kind.get("forbidden") + " "
                                        + kind.get("count"))
                                .toList());
    }

    private static Sighting sighting(String shape, boolean isForbidden, long count) {
        Phenomenon phenomenon = shape.equals(SKEW) ? Phenomenon.G2_ITEM : Phenomenon.G_SINGLE;
        return new Sighting(shape, phenomenon, isForbidden, 1_500_000_000, count, 2_000_000_000);
    }

    private static AnomalyKind kind(String shape, boolean isForbidden, long count) {
        return new AnomalyKind(shape, "G2-item", "write skew", isForbidden, count, new AnomalyKind.Times(1, 2));
    }

    private static InterimVerdict verdict(Sighting... sightings) {
        return new InterimVerdict(80, List.of(sightings));
    }

    private static RunHeader header(Instant started) {
        return new RunHeader(new Seed(42), "append", "read-committed", "serializable", "H2 2.4", started);
    }

    private static RunResult result() {
        Judgement judgement = Judgement.of(
                HistoryNotation.parse("T0 s0 r1=[] a2=7\nT1 s1 r2=[] a1=8\n"),
                new ListAppendChecker(),
                IsolationLevel.SERIALIZABLE,
                EvidenceRule.NONE);
        var totals = new RunTotals(
                new RunProgress(Duration.ofSeconds(1), 2, 0, 0, 0, ""),
                new Latency(0, 0, 0),
                RunTotals.Sessions.atOnePlace(2, 0),
                Instant.EPOCH,
                Duration.ofSeconds(1));
        return new RunResult(
                Path.of("store/x"),
                header(Instant.EPOCH),
                totals,
                judgement,
                ExitCode.INVALID,
                new RunResult.Beside(List.of(), List.of()));
    }
}
