package moirai.runs.products;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import moirai.analysis.validation.LevelChecker;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.store.RunStore;
import moirai.runs.store.StoredRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedProductIT {

    /** The duration in which nearly each run shows several write skews, even on two busy cores. */
    private static final Duration ENOUGH_FOR_SKEW = Duration.ofSeconds(1);

    private static final IsolationLevel STRICT = IsolationLevel.STRICT_SERIALIZABLE;

    private static final Duration ENOUGH_TO_READ = Duration.ofMillis(400);

    private static final Workload LISTS = Workload.append().withKeyCount(4).withReadShare(0.6);

    private static final int ATTEMPTS = 8;

    @TempDir
    private Path root;

    private RunResult run(String name, Workload workload, Duration timeLimit, int seed) throws InterruptedException {
        String level = "serializable";
        return run(name, level, Products.named(name).orElseThrow().expected(level), workload, timeLimit, seed);
    }

    private RunResult run(
            String name, String level, IsolationLevel expect, Workload workload, Duration timeLimit, int seed)
            throws InterruptedException {
        Product product = Products.named(name).orElseThrow();
        Wish wish = Wish.of(level).of(workload.structure().model());
        var settings = new RunSettings(
                new Seed(seed),
                workload,
                new Levels(wish.isolation(), expect),
                new Load(10, timeLimit, Load.UNLIMITED),
                EvidenceRule.NONE);
        var store = new RunStore(root);
        var place = new StoredRun.Place(store, store.create(name, Instant.ofEpochSecond(seed)), List.of("run"));
        return new StoredRun(settings, place, new LevelChecker(), new StopRequest(), RunWatcher.SILENT)
                .execute(product.target(wish));
    }

    /** Some runs have no opportunity for the anomaly, so several are tried until one shows it. */
    @ParameterizedTest
    @ValueSource(strings = {"h2", "hsqldb"})
    void serializableThatIsOnlySnapshotsShowsWriteSkew(String name) throws Exception {
        RunResult last = run(name, LISTS, ENOUGH_FOR_SKEW, 1);
        for (int seed = 2; seed <= ATTEMPTS && !showsWriteSkew(last); seed++) {
            last = run(name, LISTS, ENOUGH_FOR_SKEW, seed);
        }

        assertThat(last.judgement().findings().phenomena()).contains(Phenomenon.G2_ITEM);
        assertThat(last.judgement().expect()).isEqualTo(IsolationLevel.SERIALIZABLE);
        assertThat(last.exitCode()).isEqualTo(ExitCode.INVALID);
        assertIsOf(name, last);
    }

    private static boolean showsWriteSkew(RunResult run) {
        return run.judgement().findings().phenomena().contains(Phenomenon.G2_ITEM);
    }

    /** On busy cores a run may end before anything was read. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "append",
                "predicate",
                "long-fork",
                "causal",
                "dirty-read",
                "g2",
                "cas",
                "monotonic",
                "register",
                "set",
                "counter",
                "bank"
            })
    void sqliteIsSerializable(String workload) throws Exception {
        RunResult run = run("sqlite", Workload.parse(workload), ENOUGH_TO_READ, 1);
        for (int seed = 2; seed <= ATTEMPTS && run.judgement().evidence().versionsRead() == 0; seed++) {
            run = run("sqlite", Workload.parse(workload), ENOUGH_TO_READ, seed);
        }

        assertThat(run.judgement().evidence().committed()).isPositive();
        assertThat(run.judgement().evidence().versionsRead()).isPositive();
        assertThat(run.exitCode()).isEqualTo(ExitCode.VALID);
        assertIsOf("sqlite", run);
    }

    /** A compare-and-set is one UPDATE with a condition, and so atomic at any level. */
    @Test
    void comparedRegistersAreLinearizableAtReadCommitted() throws Exception {
        RunResult run = run("postgres", "read-committed", STRICT, Workload.parse("cas"), ENOUGH_FOR_SKEW, 1);

        assertThat(run.exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(run.judgement().evidence().committed()).isGreaterThan(50);
    }

    /** A read and a write are two statements. Some runs have no opportunity, so several are tried until it shows. */
    @Test
    void registersThatAreReadAndThenWrittenAreNot() throws Exception {
        RunResult last = run("postgres", "read-committed", STRICT, Workload.parse("monotonic"), ENOUGH_FOR_SKEW, 1);
        for (int seed = 2; seed <= ATTEMPTS && last.exitCode() == ExitCode.VALID; seed++) {
            last = run("postgres", "read-committed", STRICT, Workload.parse("monotonic"), ENOUGH_FOR_SKEW, seed);
        }

        assertThat(last.exitCode()).isEqualTo(ExitCode.INVALID);
    }

    /** Asserts that the database's own name in a history leads back to its product. */
    private static void assertIsOf(String name, RunResult run) {
        assertThat(run.header().database()).matches(".* [0-9.]+");
        assertThat(Products.ofVersion(run.header().database()).orElseThrow().name())
                .isEqualTo(name);
    }

    /** The manuals qualify the meaning of the name. */
    @Test
    void theWordSerializableIsExpectedToMeanItAndPromisedToMeanLess() {
        for (String name : List.of("h2", "hsqldb")) {
            Product product = Products.named(name).orElseThrow();
            assertThat(product.promise("serializable")).contains(IsolationLevel.SNAPSHOT_ISOLATION);
            assertThat(product.expected("serializable")).isEqualTo(IsolationLevel.SERIALIZABLE);
        }
    }
}
