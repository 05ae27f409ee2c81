package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import moirai.analysis.durability.Durability;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.generators.Workload;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.files.HistoryTail;
import moirai.history.level.IsolationLevel;
import moirai.runs.latency.Stages;
import moirai.runs.latency.TxnKind;
import moirai.runs.parts.RunPart;
import moirai.runs.sessions.EndpointSessions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveRunTest {

    private static final int SESSIONS = 4;
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    private Path directory;

    private final StopRequest stop = new StopRequest();

    @Test
    void everyTransactionIsRecordedAndTheHistoryOfAnHonestDatabaseIsValid() throws InterruptedException {
        RunTotals totals = run(new SharedMemory(session -> false, 0), new Load(SESSIONS, LONG, 2_001));

        HistoryReader.Loaded loaded = HistoryReader.read(directory.resolve("history"));
        assertThat(loaded.warnings()).isEmpty();
        assertThat(loaded.history().txnCount()).isEqualTo(2_001);
        assertThat(totals.progress().ended()).isEqualTo(2_001);
        assertThat(totals.sessions().stuck()).isZero();
        assertThat(judge(loaded.history()).exitCode()).isEqualTo(ExitCode.VALID);
    }

    @Test
    void afterAnIndeterminateOutcomeASessionWithANewNumberTakesItsPlace() throws InterruptedException {
        var database = new SharedMemory(session -> session == 1, 0);

        RunTotals totals = run(database, new Load(SESSIONS, LONG, 400));

        History history = HistoryReader.read(directory.resolve("history")).history();
        assertThat(totals.sessions().opened()).isEqualTo(SESSIONS + 1);
        assertThat(database.closedSessions()).isEqualTo(SESSIONS + 1);
        assertThat(outcomesOf(history, 1)).containsExactly(new Outcome.Indeterminate("lost"));
        assertThat(outcomesOf(history, SESSIONS)).hasSize(99);
    }

    @Test
    void aDatabaseThatRefusesSessionsForAWhileDoesNotEndTheRun() throws InterruptedException {
        RunTotals totals = run(new SharedMemory(session -> session < SESSIONS, 3), new Load(SESSIONS, LONG, 400));

        assertThat(totals.progress().ended()).isEqualTo(400);
        assertThat(totals.sessions().opened()).isEqualTo(2 * SESSIONS + 3);
    }

    @Test
    void aRunThatIsAskedToStopBeginsNothingMore() throws InterruptedException {
        stop.ask(ExitCode.INTERRUPTED);

        RunTotals totals = run(new SharedMemory(session -> false, 0), new Load(SESSIONS, LONG, Load.UNLIMITED));

        assertThat(totals.progress().ended()).isZero();
        assertThat(HistoryReader.read(directory.resolve("history")).history().txnCount())
                .isZero();
    }

    @Test
    void theTimeLimitEndsARunInWhichNoSessionCanBeReopened() throws InterruptedException {
        var load = new Load(SESSIONS, Duration.ofMillis(300), Load.UNLIMITED);

        RunTotals totals = run(new SharedMemory(session -> true, Integer.MAX_VALUE), load);

        assertThat(totals.progress().indeterminate()).isEqualTo(SESSIONS);
        assertThat(totals.trouble().orElseThrow()).contains("nobody at home");
    }

    /** Waits of 50 ms, 100 ms and so on give a slot five sessions in a second, and not thousands. */
    @Test
    void whoeverIsRefusedAtOnceBacksOffAsNewSessions() throws InterruptedException {
        var load = new Load(SESSIONS, Duration.ofSeconds(1), Load.UNLIMITED);

        RunTotals totals = run(new SharedMemory(session -> false, 0).refusing(SharedMemory.Refusing.ALL), load);

        assertThat(totals.sessions().opened()).isBetween(2 * SESSIONS, 6 * SESSIONS);
        assertThat(totals.progress().aborted()).isLessThanOrEqualTo(6L * SESSIONS);
    }

    @Test
    void conflictsAreNoRefusalsAndEndNoSession() throws InterruptedException {
        var load = new Load(SESSIONS, LONG, 10_000);

        RunTotals totals = run(new SharedMemory(session -> false, 0).refusing(SharedMemory.Refusing.CONFLICTS), load);

        assertThat(totals.sessions().opened()).isEqualTo(SESSIONS);
        assertThat(totals.progress().aborted()).isEqualTo(10_000);
    }

    @Test
    void slowConnectionsDoNotUseUpTheTimeOfAShortRun() throws InterruptedException {
        var database = new SharedMemory(session -> false, 0).opensAfter(Duration.ofMillis(60));
        var load = new Load(SESSIONS, Duration.ofMillis(200), Load.UNLIMITED);

        assertThat(run(database, load).progress().ended()).isPositive();
    }

    /** A memory shortage or a missing class strikes one session alone. */
    @Test
    void anErrorInOneSessionEndsTheRun() throws InterruptedException {
        var database = new SharedMemory(
                session -> {
                    throw new LinkageError("a class is missing");
                },
                0);
        var run = liveRun(new Load(SESSIONS, LONG, Load.UNLIMITED));

        run.run(new EndpointSessions(database, () -> {}), LiveRun.Beside.NOTHING);

        assertThat(run.failure())
                .hasValue(
                        new LiveRun.Failure("a session broke off: java.lang.LinkageError: a class is missing", false));
        assertThat(stop.reason()).hasValue(ExitCode.INTERNAL_ERROR);
    }

    /** Otherwise faults that a full disk has no room for would take the verdict with them. */
    @Test
    void whatIsBesideAndFindsNoRoomEndsAsAFullDiskDoes() throws InterruptedException {
        var run = liveRun(new Load(SESSIONS, LONG, 100));
        var beside = new LiveRun.Beside() {
            private UncheckedIOException full() {
                return new UncheckedIOException(new IOException("No space left on device"));
            }

            @Override
            public void end(int keyCount, AtomicInteger sessions) {
                throw full();
            }

            @Override
            public void close() {
                throw full();
            }
        };

        RunTotals totals = run.run(new EndpointSessions(new SharedMemory(session -> false, 0), () -> {}), beside);
        run.close(beside);

        assertThat(totals.progress().ended()).isEqualTo(100);
        assertThat(run.failure().map(LiveRun.Failure::isFullDisk)).hasValue(true);
        assertThat(stop.reason()).isEmpty();
        assertThat(stop.because()).startsWith("no space is left on the file system ");
    }

    /** Otherwise who judges the run meanwhile would take the transaction for open until the next one is due. */
    @Test
    void endOfATransactionIsRecordedBeforeALongWaitForTheNext() throws Exception {
        var load = new Load(1, LONG, Load.UNLIMITED, Stages.constant(0.01));
        var run = CompletableFuture.supplyAsync(() -> {
            try {
                return run(new SharedMemory(session -> false, 0), load);
            } catch (InterruptedException interrupted) {
                throw new CompletionException(interrupted);
            }
        });
        try {
            Path history = directory.resolve("history");
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            int ended = 0;
            while (ended == 0 && System.nanoTime() < deadline) {
                try (var tail = HistoryTail.open(history)) {
                    ended = tail.poll(10).ended().txnCount();
                }
            }
            assertThat(ended).isEqualTo(1);
        } finally {
            stop.ask(ExitCode.INTERRUPTED);
            run.get();
        }
    }

    /** Nothing is due in the first half of a second, and a hundred transactions in the next. */
    @Test
    void withStagesTheRateOfEachStageCounts() throws InterruptedException {
        var stages = new Stages(List.of(
                new Stages.Stage(Duration.ofMillis(500), false, 0),
                new Stages.Stage(Duration.ofMillis(500), true, 400)));
        var load = new Load(2, Duration.ofSeconds(1), Load.UNLIMITED, stages);

        RunTotals totals = run(new SharedMemory(session -> false, 0), load);

        History history = HistoryReader.read(directory.resolve("history")).history();
        assertThat(totals.progress().ended() + totals.arrivals().missed()).isEqualTo(100);
        assertThat(totals.arrivals().stages()).isEqualTo(stages);
        assertThat(LongStream.range(0, history.txnCount())
                        .map(txn -> history.startNanos((int) txn))
                        .sorted()
                        .skip(1))
                .isNotEmpty()
                .allMatch(nanos -> nanos > 500_000_000);
    }

    /** Forty transactions are due in a second: the clock, not the database, decides their number. */
    @Test
    void withARateTransactionsBeginWhenTheyAreDue() throws InterruptedException {
        var load = new Load(2, Duration.ofSeconds(1), Load.UNLIMITED, Stages.constant(40));

        RunTotals totals = run(new SharedMemory(session -> false, 0), load);

        assertThat(totals.progress().ended()).isBetween(1L, 40L);
        assertThat(totals.progress().ended() + totals.arrivals().missed()).isEqualTo(40);
        assertThat(totals.arrivals().latencyMicros().max()).isPositive();
    }

    /** Ten million transactions a second are due, more than one session can run, so that their waiting counts. */
    @Test
    void whatWaitedForItsTurnIsMeasuredFromWhenItWasDue() throws InterruptedException {
        var load = new Load(1, Duration.ofMillis(500), Load.UNLIMITED, Stages.constant(10_000_000));

        RunTotals totals = run(new SharedMemory(session -> false, 0), load);

        assertThat(totals.arrivals().missed()).isPositive();
        assertThat(totals.arrivals().latencyMicros().max()).isGreaterThan(100_000);
        assertThat(totals.arrivals().latencyMicros().p50())
                .isGreaterThan(totals.latency().all().p50());
    }

    @Test
    void latenciesAreToldApartByKind() throws InterruptedException {
        RunTotals totals = run(new SharedMemory(session -> false, 0), new Load(SESSIONS, LONG, 400));

        assertThat(totals.latency().byKind().keySet()).containsExactly(TxnKind.READ, TxnKind.WRITE);
        assertThat(totals.latency().byKind().values())
                .allSatisfy(latency -> assertThat(latency.max())
                        .isLessThanOrEqualTo(totals.latency().all().max()));
    }

    /** Otherwise final reads that nobody ended would last for ever, and what this part does would count as theirs. */
    @Test
    void whatThePartBeforeLeftOpenIsEndedFirst() throws InterruptedException {
        var ended = new FaultEvent(5, FaultEvent.Phase.HEALED, Durability.FINAL_READS, "n1");
        LiveRun run = liveRun(new Load(SESSIONS, LONG, 40), new RunPart(2, SESSIONS, 1, 10, List.of(ended)));

        run.run(new EndpointSessions(new SharedMemory(session -> false, 0), () -> {}), LiveRun.Beside.NOTHING);

        assertThat(HistoryReader.read(directory.resolve("history")).history().faults())
                .containsExactly(ended);
    }

    private RunTotals run(SharedMemory database, Load load) throws InterruptedException {
        LiveRun run = liveRun(load);
        RunTotals totals = run.run(new EndpointSessions(database, () -> {}), LiveRun.Beside.NOTHING);
        assertThat(run.failure()).isEmpty();
        return totals;
    }

    private LiveRun liveRun(Load load) {
        return liveRun(load, RunPart.FIRST);
    }

    private LiveRun liveRun(Load load, RunPart part) {
        var settings = new RunSettings(
                new Seed(7),
                Workload.append(),
                new Levels("strict-serializable", IsolationLevel.STRICT_SERIALIZABLE),
                load,
                EvidenceRule.DEFAULT);
        var history = HistoryDirectory.create(directory.resolve("history"), RunHeader.NONE);
        return new LiveRun(settings, history, RunClock.start(), stop, RunWatcher.SILENT, part);
    }

    private static Judgement judge(History history) {
        return Judgement.of(history, new ListAppendChecker(), IsolationLevel.STRICT_SERIALIZABLE, EvidenceRule.DEFAULT);
    }

    private static List<Outcome> outcomesOf(History history, int session) {
        var outcomes = new ArrayList<Outcome>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.session(txn) == session) {
                outcomes.add(history.outcome(txn));
            }
        }
        return outcomes;
    }
}
