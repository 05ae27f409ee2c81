package moirai.runs.products;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import moirai.analysis.Anomaly;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.generators.KeyDistribution;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.nemesis.postgres.Replication;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.report.RunText;
import moirai.runs.sessions.ReadsAt;
import moirai.runs.store.RunStore;
import moirai.runs.store.StoredRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary and two replicas without any fault show sessions different states at different nodes. */
class LongForkIT {

    /** About one run of four seconds in four shows a long fork, so this time shows none once in 100,000 times. */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(160);

    /** A workload of few keys that live long, so that each read compares the writes of several sessions. */
    private static final Workload WORKLOAD = Workload.append()
            .withKeyDistribution(new KeyDistribution.Uniform())
            .withKeyCount(5)
            .withMaxWritesPerKey(256);

    @TempDir
    private Path root;

    /** Runs until a forbidden anomaly is seen, or the time is over. */
    private RunResult run(ReadsAt readsAt, Duration timeLimit, EvidenceRule evidence) throws InterruptedException {
        var wish = new Wish("3", "repeatable-read", ListStorage.DEFAULT, new Wish.Replicas(Replication.ASYNC, readsAt));
        var settings = new RunSettings(
                new Seed(1),
                WORKLOAD,
                new Levels(wish.isolation(), IsolationLevel.SNAPSHOT_ISOLATION),
                new Load(10, timeLimit, Load.UNLIMITED),
                evidence);
        var store = new RunStore(root);
        var place = new StoredRun.Place(store, store.create("forks", Instant.EPOCH), List.of("run"));
        var stop = new StopRequest();
        var watcher = new RunWatcher() {
            @Override
            public boolean wantsVerdicts() {
                return true;
            }

            @Override
            public void soFar(InterimVerdict verdict) {
                if (verdict.isInvalid()) {
                    stop.ask("a long fork");
                }
            }
        };
        return new StoredRun(settings, place, new LevelChecker(), stop, watcher)
                .execute(Products.POSTGRES.target(wish));
    }

    /**
     * A replica shows commits in the order of the log. At the primary a commit is first written to the log and then
     * made visible, and of two at a time the second may be visible first. It takes some seconds to happen.
     */
    @Test
    void readersAtReplicasAndThePrimarySeeLongForksAndNothingElse() throws InterruptedException, IOException {
        RunResult last = run(ReadsAt.ALL, TIME_LIMIT, EvidenceRule.DEFAULT);

        assertThat(last.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(last.directory().resolve("logs/n2.log"))
                .content()
                .containsPattern("(?m)^20\\d\\d-\\d\\d-\\d\\d \\S+ UTC .*ready to accept")
                .doesNotContain("could not serialize");
        assertThat(last.judgement().findings().forbiddenAt(IsolationLevel.SNAPSHOT_ISOLATION))
                .extracting(Anomaly::phenomenon)
                .containsOnly(Phenomenon.G_NONADJACENT);
        assertThat(RunText.of(last))
                .containsIgnoringWhitespaces("not a bug by the manual")
                .doesNotContainPattern("DATABASE\\s+BUG");
        JsonNode record =
                new ObjectMapper().readTree(last.directory().resolve("run.json").toFile());
        // Five of ten sessions write at n1; the other five only read, at the nodes in turn.
        assertThat(record.at("/seen/sessions-at/n1")).hasSizeGreaterThanOrEqualTo(7);
        assertThat(record.at("/seen/sessions-at/n2")).hasSize(2);
        assertThat(record.at("/seen/sessions-at/n3")).hasSize(1);
        assertThat(last.header().database()).endsWith(", 3 nodes, replication async, reads at all");
    }

    @Test
    void readersAtThePrimaryAloneSeeNone() throws InterruptedException {
        // How much is committed in this time on busy cores is not what is asked here.
        RunResult run = run(ReadsAt.PRIMARY, Duration.ofSeconds(3), EvidenceRule.NONE);

        assertThat(run.exitCode()).as(RunText.of(run)).isEqualTo(ExitCode.VALID);
        assertThat(run.totals().sessions().byNode()).containsOnlyKeys("n1");
    }
}
