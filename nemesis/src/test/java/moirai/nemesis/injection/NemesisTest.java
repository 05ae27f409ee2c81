package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import moirai.history.Seed;
import moirai.nemesis.ClusterException;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Skew;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultMix;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultSchedule;
import moirai.nemesis.faults.FaultStep;
import moirai.nemesis.faults.JournalReader;
import moirai.nemesis.faults.Targets;
import moirai.nemesis.faults.Victims;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class NemesisTest {

    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final FakeCluster cluster = new FakeCluster(3);
    private final BlockingQueue<FaultNews> news = new LinkedBlockingQueue<>();
    private final long origin = System.nanoTime();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @ParameterizedTest
    @EnumSource(FaultKind.class)
    void eachKindIsInjectedToldAndHealed(FaultKind kind) throws Exception {
        FaultNews injected;
        FaultNews healed;
        try (var nemesis = nemesis(kind)) {
            nemesis.start();
            injected = await(FaultStep.INJECTED);
            healed = await(FaultStep.HEALED);
        }

        assertThat(injected.fault()).isEqualTo(kind.label());
        assertThat(healed.id()).isEqualTo(injected.id());
        assertThat(healed.nanos()).isGreaterThan(injected.nanos());
        assertThat(cluster.log()).isNotEmpty();
        assertThat(cluster.wrong()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RESTART", "CUT"})
    void theEndHealsWhatIsThere(FaultKind kind) throws Exception {
        var nemesis = nemesis(kind);
        nemesis.start();
        await(FaultStep.INJECTED);
        nemesis.close();

        assertThat(cluster.wrong()).isEmpty();
        assertThat(nemesis.unhealed()).isEmpty();
        assertThat(read().open()).isEmpty();
    }

    @Test
    void whatAMachineCannotDoIsRefusedInItsWordsAndWhatItCanIsExpected() {
        cluster.fakeMachines().takeAway(MachinePart.POWER);

        assertThat(FaultKind.POWER.lack(cluster)).contains("'power' needs a miracle");
        assertThatExceptionOfType(ClusterException.class)
                .isThrownBy(() -> FaultKind.POWER.require(cluster))
                .withMessage("'power' needs a miracle");
        FaultKind.DISK.require(cluster);
        assertThat(cluster.fakeMachines().expected()).containsExactly(MachinePart.DISK);
    }

    @Test
    void aPrimaryThatHandsOverInGoodOrderIsNotCutOffBefore() throws Exception {
        cluster.switchOverInGoodOrder();
        try (var nemesis = nemesis(FaultKind.FAILOVER)) {
            nemesis.start();
            await(FaultStep.INJECTED);
        }

        assertThat(cluster.log()).isNotEmpty().noneMatch(done -> done.startsWith("cut "));
    }

    /** The schedule's first fault is an hour away, so all news is the cluster's own. */
    @Test
    void whatTheClusterDoesByItselfIsToldWithItsTimeAndJournaledAsOver() throws Exception {
        var journal = FaultJournal.create(directory.resolve(FaultJournal.NAME), "r");
        var mix = new FaultMix(List.of(FaultKind.KILL), Duration.ofHours(2), List.of(Targets.ONE));
        var schedule = new FaultSchedule(new Seed(7), mix, List.of("n1", "n2", "n3"));
        try (journal;
                var nemesis = new Nemesis(cluster, schedule, journal, this::now, news::add)) {
            nemesis.start();
            cluster.moveByItself("n1", "n2");
            long noticed = now();
            FaultNews own = await(FaultStep.INJECTED);

            assertThat(own.describe()).isEqualTo("failover from n1 to n2, by itself");
            assertThat(own.nanos()).isLessThanOrEqualTo(noticed);
            assertThat(await(FaultStep.HEALED).id()).isEqualTo(own.id());
            cluster.moveByItself("n2", "n3");
        }

        assertThat(await(FaultStep.INJECTED).target())
                .as("the last one, at the end")
                .startsWith("from n2 to n3");
        assertThat(read().open()).isEmpty();
    }

    @Test
    void allKindsTogetherLeaveNothingBehind() throws Exception {
        var nemesis = nemesis(FaultKind.values());
        nemesis.start();
        for (int i = 0; i < 30; i++) {
            await(FaultStep.HEALED);
        }
        nemesis.close();

        assertThat(cluster.wrong()).isEmpty();
        assertThat(nemesis.unhealed()).isEmpty();
        assertThat(nemesis.failure()).isEmpty();
    }

    /** It is done once, so it is not left out because a node is down for a moment. */
    @Test
    void anUpgradeWaitsUntilAllNodesRun() throws Exception {
        cluster.nodes().getLast().kill();
        try (var nemesis = nemesis(FaultKind.UPGRADE)) {
            nemesis.start();
            assertThat(news.poll(5 * INTERVAL.toMillis(), TimeUnit.MILLISECONDS))
                    .isNull();
            cluster.nodes().getLast().start();
            assertThat(await(FaultStep.INJECTED).fault()).isEqualTo("upgrade");
            await(FaultStep.READY);
        }
        assertThat(cluster.log()).containsOnlyOnce("complete upgrade");
    }

    /** A node that is dead or paused is left to the fault that it has, so each effect has one cause. */
    @Test
    void noFaultHitsANodeThatAnotherHasKilledOrPaused() {
        var site = Site.of(cluster, false);
        var first = new Victims.Named(List.of("n2"));
        Injection pause = Injection.of(new Fault.Pause(first), site);

        assertThat(Injection.of(new Fault.Kill(first), site).isVain())
                .as("as soon as it is decided")
                .isTrue();
        pause.inject();
        assertThat(Injection.of(new Fault.Kill(first), site).isVain()).isTrue();
        assertThat(Injection.of(new Fault.Clock(first, new Skew.Drift(5)), site).isVain())
                .isTrue();
        assertThat(Injection.of(new Fault.Kill(first), Site.of(cluster, true)).isVain())
                .as("where it is asked for")
                .isFalse();
        pause.heal();

        assertThat(Injection.of(new Fault.Kill(first), site).target()).isEqualTo("n2");
        pause.heal();
        assertThat(Injection.of(new Fault.Kill(first), site).isVain())
                .as("healed twice, the pause does not give back what the kill has")
                .isTrue();
    }

    /** What a server takes to start and to recover is the database's time, and no part of the fault. */
    @Test
    void aFaultEndsWhenItsHealingBeginsAndItsNodesAreReadyLater() throws Exception {
        cluster.failStarts(1);
        FaultNews healed;
        FaultNews ready;
        try (var nemesis = nemesis(FaultKind.RESTART)) {
            nemesis.start();
            healed = await(FaultStep.HEALED);
            ready = await(FaultStep.READY);
        }

        assertThat(ready.id()).isEqualTo(healed.id());
        assertThat(ready.nanos()).isGreaterThanOrEqualTo(healed.nanos());
        assertThat(ready.describe()).endsWith(" ready again");
        assertThat(read().open()).isEmpty();
    }

    @Test
    void theJournalSaysWhatWillBeDoneBeforeItIsDone() throws Exception {
        var steps = new ArrayList<FaultStep>();
        try (var journal = FaultJournal.create(directory.resolve(FaultJournal.NAME), "r");
                var nemesis = new Nemesis(cluster, schedule(FaultKind.KILL), journal, this::now, heard -> {
                    if (heard.step() == FaultStep.INJECTED && steps.isEmpty()) {
                        steps.addAll(read().steps().stream()
                                .map(entry -> entry.news().step())
                                .toList());
                    }
                    news.add(heard);
                })) {
            nemesis.start();
            await(FaultStep.INJECTED);
        }

        assertThat(steps).containsExactly(FaultStep.INTENT, FaultStep.INJECTED);
        assertThat(read().steps().getFirst().news().fault()).isEqualTo("kill");
    }

    @Test
    void whatCannotBeHealedAtOnceIsTriedAgain() throws Exception {
        cluster.failStarts(1);
        try (var nemesis = nemesis(FaultKind.RESTART)) {
            nemesis.start();
            await(FaultStep.INJECTED);
            await(FaultStep.HEALED);
        }
        assertThat(cluster.wrong()).isEmpty();
    }

    /** The kill is healed by a start, which only the heal of the partition makes possible. */
    @Test
    void aStartThatNeedsLinksWaitsForNobodyElsesHeal() throws Exception {
        cluster.refuseStartsBehindCuts();
        try (var nemesis = nemesis(FaultKind.KILL, FaultKind.PARTITION, FaultKind.RESTART)) {
            nemesis.start();
            for (int i = 0; i < 10; i++) {
                await(FaultStep.HEALED);
            }
        }
        assertThat(cluster.wrong()).isEmpty();
        assertThat(read().open()).isEmpty();
    }

    @Test
    void whatCannotBeHealedAtAllIsToldAndStaysInTheJournal() throws Exception {
        var nemesis = nemesis(FaultKind.KILL);
        cluster.failStarts(Integer.MAX_VALUE);
        nemesis.start();
        await(FaultStep.INJECTED);
        nemesis.close();

        assertThat(nemesis.unhealed()).isNotEmpty().allMatch(what -> what.contains("COULD NOT BE HEALED"));
        assertThat(news).extracting(FaultNews::step).contains(FaultStep.NOT_HEALED);
        assertThat(read().open()).isNotEmpty();
    }

    @Test
    void aListenerThatFailsEndsTheNemesisAndHealsAllTheSame() throws Exception {
        var journal = FaultJournal.create(directory.resolve(FaultJournal.NAME), "r");
        var nemesis = new Nemesis(cluster, schedule(FaultKind.PAUSE), journal, this::now, heard -> {
            news.add(heard);
            throw new IllegalStateException("the disk is full");
        });
        nemesis.start();
        await(FaultStep.INJECTED);
        nemesis.close();
        journal.close();

        assertThat(nemesis.failure()).hasValueSatisfying(why -> assertThat(why).hasMessage("the disk is full"));
        assertThat(cluster.wrong()).isEmpty();
    }

    @Test
    void aPartitionCutsNodesFromEachOtherAndNotFromTheirClients() throws Exception {
        try (var nemesis = nemesis(FaultKind.PARTITION)) {
            nemesis.start();
            await(FaultStep.INJECTED);
        }
        assertThat(cluster.log())
                .anyMatch(done -> done.startsWith("cut n"))
                .noneMatch(done -> done.startsWith("cut") && done.contains("clients"));
    }

    @Test
    void aCutHoldsAnswersUpBeforeItBreaksConnections() throws Exception {
        try (var nemesis = nemesis(FaultKind.CUT)) {
            nemesis.start();
            await(FaultStep.INJECTED);
        }
        assertThat(cluster.log().getFirst()).matches("cut n. clients");
        assertThat(cluster.log().get(1)).matches("reset clients n.");
    }

    private Nemesis nemesis(FaultKind... kinds) {
        var journal = FaultJournal.create(directory.resolve(FaultJournal.NAME), "r");
        return new Nemesis(cluster, schedule(kinds), journal, this::now, news::add);
    }

    private static FaultSchedule schedule(FaultKind... kinds) {
        var mix = new FaultMix(List.of(kinds), INTERVAL, List.of(Targets.ONE));
        return new FaultSchedule(new Seed(7), mix, List.of("n1", "n2", "n3"));
    }

    private long now() {
        return System.nanoTime() - origin;
    }

    private FaultNews await(FaultStep step) throws InterruptedException {
        while (true) {
            FaultNews next = news.poll(30, TimeUnit.SECONDS);
            assertThat(next).as("news of " + step).isNotNull();
            if (next != null && next.step() == step) {
                return next;
            }
        }
    }

    private JournalReader read() {
        try {
            return JournalReader.read(directory.resolve(FaultJournal.NAME));
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }
}
