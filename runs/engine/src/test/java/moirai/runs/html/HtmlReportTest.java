package moirai.runs.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import moirai.analysis.AnomalyShape;
import moirai.analysis.durability.Durability;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Labels;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String ATTACK = "</script><script>alert(1)</script><!--\u2028'\"&";

    @TempDir
    private Path folder;

    private Path run() throws IOException {
        return Files.createDirectories(folder.resolve("run"));
    }

    private JsonNode island(ReportSource source) throws IOException {
        return JSON.readTree(Page.island(source, folder.resolve("report.html")));
    }

    /** The series are left out, because 240 slices make a diff unreadable. */
    @Test
    void theIslandOfASmallHistoryIsKnownToTheLetter() throws IOException {
        JsonNode island = island(Sources.writeSkew(run()));
        ((ObjectNode) island).remove("series");

        Golden.assertMatches("page-write-skew.json", JSON.writeValueAsString(island) + "\n");
    }

    /** Runs of the simulated database begin when its clock does. */
    @Test
    void onlyARunOnARealClockSaysWhenItBegan() throws IOException {
        var began = new RunHeader(
                new Seed(1), "append", "serializable", "serializable", "H2", Instant.parse("2026-11-20T08:00:00Z"));
        History dated = Sources.history(Sources.WRITE_SKEW, began, List.of());

        assertThat(island(Sources.of(dated, run(), List.of()))
                        .at("/run/started")
                        .asText())
                .isEqualTo("2026-11-20T08:00:00Z");
        assertThat(island(Sources.writeSkew(run())).at("/run/started").asText()).isEmpty();
    }

    @Test
    void theSeriesCountEveryTransactionOnce() throws IOException {
        JsonNode series = island(Sources.writeSkew(run())).path("series");

        assertThat(sum(series.path("ok"))).isEqualTo(3);
        assertThat(sum(series.path("fail"))).isEqualTo(1);
        assertThat(sum(series.path("info"))).isZero();
        assertThat(sum(series.path("causes").path(0).path("counts"))).isEqualTo(1);
        assertThat(series.path("causes").path(0).path("name").asText()).isEqualTo("40001");
        // Two of 40 ms and one of 10 ms, to two digits.
        assertThat(series.path("quantiles").path("max"))
                .filteredOn(micros -> micros.asLong() > 0)
                .extracting(JsonNode::asLong)
                .allMatch(micros -> Math.abs(micros - 40_000) < 400 || Math.abs(micros - 10_000) < 100)
                .hasSize(3);
    }

    /** The three rarest of fifteen causes are only counted. */
    @Test
    void causesForWhichThereIsNoRoomAreCounted() throws IOException {
        var builder = new HistoryBuilder(Sources.header("PostgreSQL 18.6"));
        for (int cause = 1; cause <= 15; cause++) {
            for (int times = 0; times < cause; times++) {
                builder.append(1, cause * 100 + times);
                builder.end(0, new Outcome.Aborted("cause " + cause), cause * 1_000L, cause * 1_000L + 1);
            }
        }

        JsonNode series = island(Sources.of(builder.build(), run(), List.of())).path("series");

        assertThat(series.path("causes")).hasSize(12);
        assertThat(series.path("causesLeft").asInt()).isEqualTo(3);
        assertThat(series.path("causesLeftTotal").asInt()).isEqualTo(1 + 2 + 3);
    }

    private static long sum(JsonNode numbers) {
        long sum = 0;
        for (JsonNode number : numbers) {
            sum += number.asLong();
        }
        return sum;
    }

    @Test
    void whatAHistoryCallsThingsIsShownAndNeverRun() throws IOException {
        History plain = Sources.history(
                Sources.WRITE_SKEW.replace("fail:40001", "fail:X"),
                Sources.header("Post" + ATTACK),
                List.of(new FaultEvent(1, FaultEvent.Phase.INJECTED, "kill" + ATTACK, "n1" + ATTACK)));
        var builder = new HistoryBuilder(plain.header());
        for (int txn = 0; txn < plain.txnCount(); txn++) {
            builder.add(plain.txn(txn));
        }
        plain.faults().forEach(builder::fault);
        builder.labels(Labels.of(Map.of(1L, "key" + ATTACK), Map.of(7L, "value" + ATTACK)));
        ReportSource source = Sources.of(builder.build(), run(), List.of("session " + ATTACK));
        Path file = folder.resolve("report.html");

        HtmlReport.write(source, file);

        String page = Files.readString(file);
        assertThat(page)
                .doesNotContain("alert(1)</script>")
                .doesNotContain("<!--")
                .doesNotContain("\u2028");
        assertThat(page.split("</script", -1)).hasSize(3);
        JsonNode island = island(source);
        assertThat(island.at("/verdict/notes/0").asText()).isEqualTo("session " + ATTACK);
        assertThat(island.at("/run/database").asText()).isEqualTo("Post" + ATTACK);
        assertThat(island.at("/faults/0/target").asText()).isEqualTo("n1" + ATTACK);
        assertThat(island.at("/anomalies/0/witnesses/0/edges").toString()).contains("key</script>");
    }

    @Test
    void thePolicyAllowsTheOneScriptAndNoNetwork() throws IOException {
        Path file = folder.resolve("report.html");

        HtmlReport.write(Sources.writeSkew(run()), file);

        assertThat(Files.readString(file))
                .contains("default-src 'none'", "script-src 'sha256-", "style-src 'sha256-")
                .doesNotContain("unsafe-inline", "unsafe-eval", "innerHTML", "@DATA@", "@SCRIPT@")
                .doesNotContainPattern("https?://(?!www\\.w3\\.org/2000/svg)");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void aPageThatCannotBeWrittenIsSaidInALine() throws IOException {
        Path file = Files.createDirectories(folder.resolve("taken/by/a/folder").getParent());
        Path run = run();

        assertThat(HtmlReport.attempt(() -> Sources.writeSkew(run), file))
                .hasValueSatisfying(note -> assertThat(note)
                        .startsWith("the report a could not be written, which changes no verdict: ")
                        .doesNotContain("\n"));
        assertThat(folder.resolve("taken/by")).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void linksAreRelativeAndOnlyToWhatIsThere() throws IOException {
        Path witness = Files.createDirectories(run().resolve("anomalies/G2-item-1"));
        Files.writeString(witness.resolve("explanation.txt"), "proof");
        Files.writeString(run().resolve("run.json"), "{}");

        JsonNode island = island(Sources.writeSkew(run()));

        assertThat(island.path("links"))
                .extracting(link -> link.path("href").asText())
                .containsExactly("./run/run.json", "./run/anomalies");
        assertThat(island.at("/anomalies/0/witnesses/0/links"))
                .extracting(link -> link.path("href").asText())
                .containsExactly("./run/anomalies/G2-item-1/explanation.txt");
    }

    @Test
    void sessionsAreAtTheNodesThatRunJsonNames() throws IOException {
        Files.writeString(run().resolve("run.json"), "{\"seen\":{\"sessions-at\":{\"n1\":[0,2],\"n2\":[1]}}}");

        assertThat(island(Sources.writeSkew(run())).path("places").toString())
                .as("session 2 is not shown")
                .isEqualTo("{\"0\":\"n1\",\"1\":\"n2\"}");
    }

    /**
     * The page shows the writer, a final read without the append, the sessions until the failover, and the failover's
     * name.
     */
    @Test
    void aLostAppendIsShownWithTheFaultThatLostIt() throws IOException {
        List<FaultEvent> faults = List.of(
                new FaultEvent(1_700_000_000, FaultEvent.Phase.INJECTED, "failover", "n2"),
                new FaultEvent(2_000_000_000, FaultEvent.Phase.HEALED, "failover", "n2"),
                new FaultEvent(9_000_000_000L, FaultEvent.Phase.INJECTED, Durability.FINAL_READS, "n1"),
                new FaultEvent(9_400_000_000L, FaultEvent.Phase.HEALED, Durability.FINAL_READS, "n1"));
        History history = Sources.history("""
                T0 s0 @1000000..2000000 r1=[] a1=1
                T1 s0 @1400000000..1500000000 a1=2
                T2 s2 @1600000000..1700000000 a1=3
                T3 s3 @9100000000..9200000000 r1=[1 3]
                """, Sources.header("PostgreSQL 18.6, 3 nodes, replication async"), faults);

        JsonNode row = island(Sources.of(history, run(), List.of())).at("/anomalies/0");

        assertThat(row.path("id").asText()).matches("[0-9a-f]{4}-lost-append");
        assertThat(row.path("id").asText()).isEqualTo(AnomalyShape.fingerprintOfLoss(history));
        assertThat(row.path("first").asLong()).isEqualTo(1_500_000_000L);
        assertThat(row.path("active").toString()).isEqualTo("{\"failover n2\":1}");
        assertThat(row.at("/witnesses/0/columns").toString()).isEqualTo("[1,3]");
        assertThat(row.at("/witnesses/0/proof").toString())
                .contains("such as T3's", "failover n2", "its place is at the mark: [1 ‹2?› 3].");
        assertThat(row.at("/witnesses/0/window/faults/0/fault").asText()).isEqualTo("failover");
    }

    /** The page shows the lost writer, who wrote what is shown instead, and a final read. */
    @Test
    void aLostWriteIsShownWithWhatIsThereInstead() throws IOException {
        List<FaultEvent> faults = List.of(
                new FaultEvent(1_700_000_000, FaultEvent.Phase.INJECTED, "failover", "n2"),
                new FaultEvent(9_000_000_000L, FaultEvent.Phase.INJECTED, Durability.FINAL_READS, "n1"),
                new FaultEvent(9_400_000_000L, FaultEvent.Phase.HEALED, Durability.FINAL_READS, "n1"));
        History history = Sources.history("""
                T0 s0 @1000000..2000000 w1=1
                T1 s0 @1400000000..1500000000 w1=2
                T2 s3 @9100000000..9200000000 r1=1
                """, Sources.header("PostgreSQL 18.6, 3 nodes, replication async"), faults);

        JsonNode island = island(Sources.of(history, run(), List.of()));
        JsonNode row = island.at("/anomalies/0");

        assertThat(row.path("id").asText()).matches("[0-9a-f]{4}-lost-write");
        assertThat(row.at("/witnesses/0/columns").toString()).isEqualTo("[0,1,2]");
        assertThat(row.at("/witnesses/0/proof").toString())
                .contains(
                        "T1 wrote 2 to register 1",
                        "such as T2's, shows what was there before, 1 of T0",
                        "failover n2");
        assertThat(island.at("/evidence/writes").asText()).isEqualTo("writes");
    }

    /** No single increment is known to be lost, so that a final read alone is shown. */
    @Test
    void aWrongSumIsShownByAFinalRead() throws IOException {
        List<FaultEvent> faults = List.of(
                new FaultEvent(9_000_000_000L, FaultEvent.Phase.INJECTED, Durability.FINAL_READS, "n1"),
                new FaultEvent(9_400_000_000L, FaultEvent.Phase.HEALED, Durability.FINAL_READS, "n1"));
        History history = Sources.history("""
                T0 s0 @1000000..2000000 i1=5
                T1 s3 @9100000000..9200000000 c1=0
                """, Sources.header("PostgreSQL 18.6, 3 nodes, replication async"), faults);

        JsonNode row = island(Sources.of(history, run(), List.of())).at("/anomalies/0");

        assertThat(row.path("id").asText()).matches("[0-9a-f]{4}-lost-increment");
        assertThat(row.path("meaning").asText())
                .endsWith("counter 1 shows 0 at most, and by all that was acknowledged 5 at least.");
        assertThat(row.at("/witnesses/0/columns").toString()).isEqualTo("[1]");
        assertThat(row.at("/witnesses/0/proof").toString())
                .contains("So at least 1 acknowledged increment of it must be missing");
    }

    /** The history has twelve lost updates in twelve places, of which a few are shown. */
    @Test
    void aRowCountsTheWholeRunAndNotWhatIsShown() throws IOException {
        var builder = new HistoryBuilder(Sources.header("PostgreSQL 18.6"));
        for (int key = 0; key < 12; key++) {
            long start = key * 1_000_000L;
            builder.read(key, new int[0], 0).append(key, 1).end(0, new Outcome.Committed(), start, start + 10);
            builder.read(key, new int[0], 0).append(key, 2).end(1, new Outcome.Committed(), start, start + 20);
            builder.read(key, new int[] {1, 2}, 2).end(2, new Outcome.Committed(), start + 30, start + 40);
        }
        builder.fault(new FaultEvent(10_500_000, FaultEvent.Phase.INJECTED, "kill", "n1"));

        JsonNode rows = island(Sources.of(builder.build(), run(), List.of())).path("anomalies");

        assertThat(rows).hasSize(2);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.path("count").asInt()).isEqualTo(12);
            assertThat(row.path("first").asLong()).isEqualTo(20);
            assertThat(row.path("last").asLong()).isEqualTo(11_000_020);
            assertThat(row.path("active").toString()).isEqualTo("{\"kill n1\":1}");
            assertThat(row.path("witnesses")).hasSize(3);
        });
        assertThat(rows.findValuesAsText("phenomenon")).containsExactly("G-single", "lost-update");
        assertThat(rows.findValuesAsText("atLeast")).containsExactly("true", "false");
    }

    /** Around each of six witnesses are ninety transactions that each read a list with a long name fourteen times. */
    @Test
    void picturesForWhichThereIsNoRoomAreLeftOut() throws IOException {
        var builder = new HistoryBuilder(Sources.header("PostgreSQL 18.6"));
        builder.labels(Labels.of(Map.of(1_000L, "long ".repeat(120)), Map.of()));
        for (int key = 0; key < 12; key++) {
            long start = (key + 1) * 10_000_000L;
            builder.read(key, new int[0], 0).append(key, 1).end(0, new Outcome.Committed(), start, start + 10);
            builder.read(key, new int[0], 0).append(key, 2).end(1, new Outcome.Committed(), start, start + 20);
            for (int reader = 2; reader < 92; reader++) {
                for (int read = 0; read < 14; read++) {
                    builder.read(1_000, new int[0], 0);
                }
                builder.read(key, new int[] {1, 2}, 2);
                builder.end(reader, new Outcome.Committed(), start + 30, start + 40);
            }
        }

        JsonNode island = island(Sources.of(builder.build(), run(), List.of()));

        assertThat(Page.json(island)).hasSizeLessThan(1_500_000);
        assertThat(island.path("anomalies"))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.path("witnesses")).hasSize(3));
        assertThat(island.at("/noRoom/examples").asInt()).isZero();
        assertThat(island.at("/noRoom/windows").asInt()).isEqualTo(5);
        assertThat(island.path("anomalies").findValues("window")).hasSize(1);
    }

    /** The excerpt has the lost append, a final read and one of the two appends that the read shows. */
    @Test
    void anExcerptDoesNotSayWhereALostElementWas() throws IOException {
        List<FaultEvent> faults = List.of(
                new FaultEvent(9_000_000_000L, FaultEvent.Phase.INJECTED, Durability.FINAL_READS, "n1"),
                new FaultEvent(9_400_000_000L, FaultEvent.Phase.HEALED, Durability.FINAL_READS, "n1"));
        String lost = "T0 s1 @1400000000..1500000000 a1=2\nT1 s3 @9100000000..9200000000 r1=[1 3]\n";
        String one = "T2 s0 @1000000..2000000 a1=1\n";
        String other = "T3 s2 @1600000000..1700000000 a1=3\n";
        RunHeader header = Sources.header("PostgreSQL 18.6, 3 nodes, replication async");
        ReportSource whole = Sources.of(Sources.history(lost + one + other, header, faults), run(), List.of());
        History excerpt = Sources.history(lost + one, header, faults);

        JsonNode all = island(whole).at("/anomalies/0/witnesses/0");
        JsonNode part = island(new ReportSource(
                        whole.summary(),
                        whole.judgement(),
                        Proofs.ofExcerpts(List.of(), excerpt),
                        whole.run(),
                        whole.besides()))
                .at("/anomalies/0/witnesses/0");

        assertThat(all.path("proof").toString()).contains("its place is");
        assertThat(part.path("proof").toString()).contains("such as T1's").doesNotContain("its place is");
    }

    /** The page for fifty times the transactions is hardly larger. */
    @Test
    void thePageOfALongRunIsNoLargerThanItHasToBe() throws IOException {
        long small = Page.of(Sources.of(Sources.large(4_000), run(), List.of()), folder.resolve("a.html"))
                .length();
        long large = Page.of(Sources.of(Sources.large(200_000), run(), List.of()), folder.resolve("a.html"))
                .length();

        assertThat(large).isLessThan(1_000_000).isLessThan(small * 3);
    }

    @Test
    void aHistoryWithoutTimesHasAPageToo() throws IOException {
        History timed = Sources.history(Sources.WRITE_SKEW, Sources.header("PostgreSQL 18.6"), List.of());
        HistoryBuilder untimed = new HistoryBuilder(timed.header()).untimed();
        for (int txn = 0; txn < timed.txnCount(); txn++) {
            untimed.add(timed.txn(txn));
        }

        JsonNode island = island(Sources.of(untimed.build(), run(), List.of()));

        assertThat(island.has("series")).isFalse();
        assertThat(island.at("/anomalies/0/id").asText()).matches("[0-9a-f]{4}-G2-item-rw-rw");
        assertThat(island.at("/anomalies/0/witnesses/0").has("window")).isFalse();
    }
}
