package moirai.runs.products;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultMix;
import moirai.nemesis.faults.Targets;
import moirai.nemesis.mariadb.MariadbPrograms;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.report.RunText;
import moirai.runs.store.RunStore;
import moirai.runs.store.StoredRun;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes that all take writes: the tests check the level that is promised between them, and the settings that it
 * needs.
 */
class GaleraIT {

    private static final Map<String, String> SAFE = Map.of("innodb_snapshot_isolation", "ON", "wsrep_sync_wait", "15");

    private static final int NODES = 3;

    @TempDir
    private Path root;

    @BeforeEach
    void isInstalled() {
        MariadbPrograms.missing(NODES).ifPresent(missing -> Assumptions.abort("skipped: needs " + missing));
    }

    private RunResult run(Map<String, String> set, Duration timeLimit, FaultMix faults) throws InterruptedException {
        Product galera = Products.named("galera").orElseThrow();
        var wish = new Wish(
                String.valueOf(NODES),
                "",
                ListStorage.DEFAULT,
                Wish.Replicas.DEFAULT,
                new Wish.Servers(set, "", ""),
                Wish.Cql.DEFAULT);
        String isolation = galera.isolation(wish);
        var settings = new RunSettings(
                new Seed(7),
                Workload.append(),
                new Levels(isolation, galera.expected(isolation)),
                new Load(9, timeLimit, Load.UNLIMITED),
                EvidenceRule.DEFAULT,
                faults);
        var store = new RunStore(root);
        var place =
                new StoredRun.Place(store, store.create("galera", Instant.ofEpochSecond(set.size())), List.of("run"));
        return new StoredRun(settings, place, new LevelChecker(), new StopRequest(), RunWatcher.SILENT)
                .execute(galera.target(wish));
    }

    @Test
    void updatesAreLostByDefault() throws InterruptedException {
        RunResult run = run(Map.of(), Duration.ofSeconds(3), FaultMix.NONE);

        assertThat(run.exitCode()).as(RunText.of(run)).isEqualTo(ExitCode.INVALID);
        assertThat(run.judgement().findings().counts()).containsKey(Phenomenon.LOST_UPDATE);
        assertThat(RunText.of(run)).containsIgnoringWhitespaces("documented as snapshot-isolation");
        assertThat(run.header().database())
                .startsWith("MariaDB ")
                .contains(", Galera ")
                .endsWith(", 3 nodes");
        assertThat(run.totals().sessions().byNode()).containsOnlyKeys("n1", "n2", "n3");
    }

    @Test
    void noneIsLostWhereRowsNewerThanTheSnapshotAreRefusedAndReadsWait() throws InterruptedException {
        RunResult run = run(SAFE, Duration.ofSeconds(3), FaultMix.NONE);

        assertThat(run.exitCode()).as(RunText.of(run)).isEqualTo(ExitCode.VALID);
        assertThat(run.judgement().findings().counts()).doesNotContainKey(Phenomenon.LOST_UPDATE);
        assertThat(run.judgement().findings().strongestHolding()).contains(IsolationLevel.STRONG_SNAPSHOT_ISOLATION);
        assertThat(run.header().database()).endsWith("with innodb_snapshot_isolation=ON, wsrep_sync_wait=15");
    }

    /**
     * The test runs only by hand, with {@code -Dmoirai.galera.faults=true}, because nodes take long to give each other
     * up.
     */
    @Test
    @EnabledIfSystemProperty(named = "moirai.galera.faults", matches = "true")
    void allFaultsAreHealedAndNothingAcknowledgedIsLost() throws InterruptedException {
        var faults = new FaultMix(
                List.of(FaultKind.KILL, FaultKind.PAUSE, FaultKind.PARTITION),
                Duration.ofSeconds(8),
                List.of(Targets.ONE, Targets.MINORITY, Targets.MAJORITY, Targets.ALL));

        RunResult run = run(SAFE, Duration.ofSeconds(60), faults);

        assertThat(run.exitCode()).as(RunText.of(run)).isEqualTo(ExitCode.VALID);
        assertThat(RunText.of(run)).containsIgnoringWhitespaces(", 0 left", "are in the final reads");
    }
}
