package moirai.cli.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.cli.ChildProcess;
import moirai.cli.Cli;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.corpus.Corpus;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns whose cells are processes, over the databases that need no server. */
@Timeout(3_000)
class CampaignIT {

    /** The number of times that a campaign is killed; the longest test is {@code -Dmoirai.kills=50}. */
    private static final int KILLS = Integer.getInteger("moirai.kills", 2);

    private static final String FOUR_CELLS = """
            name: four
            teeth: false
            parallel: 2
            seed: 5eed
            run: {txn-count: 300, min-committed: 10}
            axes: {db: [memory, h2, "memory:lost-update"], workload: [append, register]}
            exclude: [{db: ["memory:lost-update", h2], workload: register}]
            """;

    @TempDir
    private Path directory;

    private Path store() {
        return directory.resolve("store");
    }

    private Path corpus() {
        return directory.resolve("corpus");
    }

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("campaign.yaml"), text).toString();
    }

    private Cli.Ended run(String file, String... more) {
        var arguments = new ArrayList<>(
                List.of("campaign", "run", file, "--store", store().toString(), "--corpus", corpus().toString()));
        arguments.addAll(List.of(more));
        return Cli.plain().run(arguments.toArray(String[]::new));
    }

    private NightDirectory newest(String campaign) {
        return new CampaignStore(store()).newest(campaign).orElseThrow();
    }

    private static Map<String, CellResult> byCell(Night night) {
        // Fails if a cell has two results.
        return night.results().stream().collect(Collectors.toMap(CellResult::cell, Function.identity()));
    }

    @Test
    void everyCellOfANightHasItsVerdict() throws IOException {
        String file = file("""
                name: embedded
                teeth: false
                parallel: 2
                seed: 3
                run: {txn-count: 300, min-committed: 10, workload: append}
                axes: {db: [memory, "memory:lost-update", h2, hsqldb, sqlite]}
                expect:
                  - level: snapshot-isolation
                  - when: {db: h2}
                    thresholds: [committed > 100000]
                """);
        Path junit = directory.resolve("night.xml");

        Path sarif = directory.resolve("night.sarif");
        Path markdown = directory.resolve("night.md");

        Cli.Ended ended = run(
                file,
                "--junit=" + junit,
                "--sarif=" + sarif,
                "--md=" + markdown,
                "--store-url=https://ci.example.org/7/store");

        Night night = newest("embedded").read();
        Map<String, CellResult> results = byCell(night);
        assertThat(results).as(ended.err() + ended.out()).hasSize(5).allSatisfy((cell, result) -> {
            assertThat(result.ending().end()).isEqualTo(End.JUDGED);
            assertThat(result.figures().counts().committed()).isPositive();
            assertThat(store().resolve(result.run()).resolve("run.json")).exists();
        });
        assertThat(night.result("db=memory:lost-update").orElseThrow())
                .satisfies(result -> assertThat(result.ending().exitCode()).isEqualTo(1))
                .satisfies(result -> assertThat(result.anomalies())
                        .filteredOn(StoredShape::isForbidden)
                        .isNotEmpty());
        assertThat(night.result("db=h2").orElseThrow().ending().missed())
                .singleElement()
                .asString()
                .matches("committed > 100000 \\(was \\d+\\)");
        assertThat(night.result("db=h2").orElseThrow().figures().latencyMicros())
                .containsKeys("all", "read", "write");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains("invalid db=memory:lost-update", "committed > 100000 (was ", "exit 1 (invalid)")
                .contains("5 cells: 3 valid, 1 invalid, 1 threshold missed");
        assertThat(ended.out().lines().filter(line -> !line.contains(directory.toString())))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(junit).content().contains("tests=\"5\"", "failures=\"2\"", "<testcase name=\"db=sqlite\"");
        assertThat(sarif).content().contains("\"version\" : \"2.1.0\"", "db=memory:lost-update", "/report.html");
        assertThat(markdown)
                .content()
                .contains("## Moirai: embedded, invalid", "](https://ci.example.org/7/store/memory-lost-update-");
        NightDirectory newest = newest("embedded");
        assertThat(List.of(newest.summary(), newest.junit(), newest.sarif(), newest.markdown(), newest.page()))
                .allSatisfy(written -> assertThat(written).exists());
    }

    @Test
    void theShardsOfANightAreJoined() throws IOException {
        String file = file("""
                name: s
                seed: 5eed
                run: {db: memory, txn-count: 300, min-committed: 10}
                axes: {workload: [append, register, set]}
                """);
        for (int shard = 1; shard <= 2; shard++) {
            String own = directory.resolve("shard" + shard).toString();
            assertThat(Cli.plain()
                            .run("campaign", "run", file, "--store", own, "--shard", shard + "/2")
                            .code())
                    .isZero();
        }

        Cli.Ended ended = Cli.plain()
                .run(
                        "campaign",
                        "merge",
                        file,
                        "--store",
                        store().toString(),
                        "--from",
                        directory.resolve("shard1").toString(),
                        directory.resolve("shard2").toString());

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("3 cells: 3 valid", "no earlier night to compare with", "exit 0 (valid)");
        Night night = newest("s").read();
        assertThat(byCell(night))
                .hasSize(3)
                .allSatisfy((cell, result) -> assertThat(
                                store().resolve(result.run()).resolve("report.html"))
                        .exists());
    }

    @Test
    void aNightSaysWhatItCouldHaveNoticedAndKeepsWhatIsNew() throws IOException {
        String file = file("""
                name: sharp
                parallel: 2
                seed: 5eed
                run: {workload: append, txn-count: 1000, min-committed: 10}
                axes:
                  recipe:
                    - {name: good, db: memory, key-count: 3}
                    - {name: dull, db: memory, key-count: 10000, max-txn-length: 1}
                    - {name: lock, db: memory, workload: register}
                    - {name: weak, db: h2, isolation: read-committed, expect: serializable, key-count: 3}
                canary:
                  - {db: "memory:lost-update", key-count: 3, txn-count: 5000}
                  - {db: "memory:internal", txn-count: 1}
                """);

        Cli.Ended ended = run(file);

        Night night = newest("sharp").read();
        assertThat(night.result("recipe=good").orElseThrow().teeth().bugs())
                .as(ended.err() + ended.out())
                .isNotEmpty()
                .noneMatch(TeethReport.Bug::isDull);
        assertThat(night.result("recipe=dull").orElseThrow().ending().lacks())
                .anySatisfy(reason -> assertThat(reason).startsWith("dull teeth: would hardly have noticed "));
        assertThat(night.result("recipe=lock").orElseThrow().teeth().note())
                .contains("bugs are planted into histories of lists");
        assertThat(night.result("canary db=memory:lost-update key-count=3 txn-count=5000")
                        .orElseThrow()
                        .ending())
                .satisfies(end ->
                        assertThat(end.detail()).startsWith("found its bug: ").contains("lost update"))
                .satisfies(end -> assertThat(end.exitCode()).isZero());
        assertThat(night.result("canary db=memory:internal txn-count=1")
                        .orElseThrow()
                        .ending()
                        .lacks())
                .anySatisfy(reason -> assertThat(reason).startsWith("its bug was not found in "));
        assertThat(newest("sharp").cases())
                .isNotEmpty()
                .allSatisfy(kept -> assertThat(kept.cell()).isEqualTo("recipe=weak"))
                .anySatisfy(
                        kept -> assertThat(kept.isShown()).as(kept.outcome()).isTrue());
        assertThat(new Corpus(corpus()).entries()).isNotEmpty();
        assertThat(ended.out()).contains("git bisect run ", "kept in ", "1 sharp, 1 dull, 1 not measured");
        assertThat(ended.code()).isEqualTo(1);
    }

    @Test
    void aCellThatHangsOrDiesIsAResult() throws Exception {
        String file = file("""
                name: bad
                limit: 5s
                run: {db: h2, time-limit: 10m}
                axes: {concurrency: [2]}
                """);

        Cli.Ended hung = run(file);

        assertThat(hung.code()).isEqualTo(255);
        assertThat(hung.out()).contains("hung concurrency=2", "killed after ");
        Night night = newest("bad").read();
        Path output = newest("bad").output(night.cells().getFirst());
        assertThat(output).content().contains("Full thread dump");

        String small = file("name: small\nheap: 8m\nrun: {db: memory, txn-count: 200000}\naxes: {concurrency: [9]}\n");

        Cli.Ended exhausted = run(small);

        assertThat(newest("small").read().result("concurrency=9").orElseThrow())
                .as(exhausted.out())
                .satisfies(result -> assertThat(result.ending().end()).isEqualTo(End.OUT_OF_MEMORY));
        assertThat(exhausted.code()).isEqualTo(255);
    }

    @Test
    void aCellThatIsKilledIsAResult() throws Exception {
        String file = file("name: k\nrun: {db: h2, time-limit: 10m}\naxes: {concurrency: [2]}\n");
        try (ChildProcess campaign = started(file)) {
            ProcessHandle cell = firstCell(campaign);
            cell.destroyForcibly();

            assertThat(campaign.exitCode()).as(campaign.output()).isEqualTo(255);
            assertThat(campaign.output()).contains("crashed concurrency=2", "ended with 137");
        }
    }

    private ChildProcess started(String file) throws IOException {
        return ChildProcess.start(directory, "campaign", "run", file, "--store", store().toString());
    }

    private static ProcessHandle firstCell(ChildProcess campaign) throws InterruptedException {
        Optional<ProcessHandle> cell = runningCell(campaign);
        while (cell.isEmpty()) {
            assertThat(campaign.endsWithin(20)).as(campaign.output()).isFalse();
            cell = runningCell(campaign);
        }
        return cell.get();
    }

    /** Returns the first process that has become a cell: before that it is the JDK's helper that starts it. */
    private static Optional<ProcessHandle> runningCell(ChildProcess campaign) {
        return campaign.descendants().stream()
                .filter(process -> process.info()
                        .command()
                        .filter(file -> file.endsWith("java"))
                        .isPresent())
                .findFirst();
    }

    private static void assertEnd(List<ProcessHandle> processes) throws Exception {
        for (ProcessHandle process : processes) {
            CompletableFuture<ProcessHandle> end = process.onExit();
            end.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void afterKillsEachCellIsThereExactlyOnceAndNothingRuns() throws Exception {
        // Teeth double the time: the long test kills their processes as well.
        String file = file(KILLS > 2 ? FOUR_CELLS.replace("teeth: false", "teeth: true") : FOUR_CELLS);
        long seed = System.nanoTime();
        System.out.println("moments of kills from seed " + seed);
        var random = new Random(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            try (ChildProcess campaign = started(file)) {
                firstCell(campaign);
                campaign.endsWithin(random.nextInt(3_000));
                List<ProcessHandle> cells = campaign.descendants();
                campaign.signal("KILL");
                campaign.exitCode();
                assertEnd(cells);
            }
        }

        Cli.Ended ended = run(file);

        Night night = newest("four").read();
        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(new CampaignStore(store()).nights("four")).hasSizeBetween(1, KILLS);
        assertThat(new CampaignStore(store()).nights("four"))
                .allSatisfy(one -> assertThat(byCell(one.read())).hasSize(4));
        assertThat(night.results())
                .allSatisfy(result -> assertThat(result.ending().end()).isEqualTo(End.JUDGED));
        System.out.println("seed " + seed);
    }

    @Test
    void aStoppedCampaignLeavesNothingAndGoesOnUnlessItsFileWasEdited() throws Exception {
        String file = file(
                "name: s\nteeth: false\nparallel: 2\nrun: {db: h2, time-limit: 1s}\naxes: {concurrency: [2, 3, 4]}\n");
        try (ChildProcess campaign = started(file)) {
            firstCell(campaign);
            List<ProcessHandle> cells = campaign.descendants();

            assertThat(run(file).err()).contains("a campaign is running in ", "--store DIR");

            campaign.signal("TERM");
            assertThat(campaign.exitCode()).as(campaign.output()).isEqualTo(143);
            assertThat(campaign.output()).contains("stopping: ", "to go on: ", "exit 143 (terminated)");
            assertEnd(cells);
        }
        String edited = file(
                "name: s\nteeth: false\nparallel: 2\nrun: {db: h2, time-limit: 1s}\naxes: {concurrency: [2, 3]}\n");

        Cli.Ended refused = run(edited);

        assertThat(refused.code()).isEqualTo(253);
        assertThat(refused.err()).contains("was edited since the night", "--anyway", "--new");
        Cli.Ended anyway = run(edited, "--anyway");
        assertThat(anyway.out()).contains("going on with night");
        assertThat(byCell(newest("s").read()).keySet()).containsExactlyInAnyOrder("concurrency=2", "concurrency=3");
    }
}
