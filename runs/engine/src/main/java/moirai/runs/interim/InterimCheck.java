package moirai.runs.interim;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import moirai.analysis.AnalysisWatcher;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Findings;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.files.HistoryReader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * A repeated check of the history that a run has recorded so far, on a thread of its own.
 *
 * <p>A reported anomaly is never withdrawn. Each transaction that a check reads has ended, so its outcome is final.
 * Some transactions are missing, for each session's records reach the disk independently and a reader's may be there
 * before the writer's. The history therefore declares itself incomplete, and in an incomplete history checkers report
 * only anomalies that hold whatever the missing transactions did. The axioms of levels and the edges of dependency
 * graphs are about the transactions that they name, so more transactions add edges and remove none. There are two
 * exceptions. Counters are left out: a sum of which some increments are unknown proves nothing. And a later read may
 * contradict the order in which the reads so far list the elements of a key; at a level that allows such reads, no
 * anomaly is reported as a violation before the end (see {@link #lastingViolations}).
 *
 * <p>Each check begins at the first transaction and costs time in proportion to the history, so the next one waits for
 * {@link Rules#restShare} times the processor time that it took. All checks together take a fixed share of the run's
 * time, and the last one covers most of the run. Beyond a number of transactions the checks end, with the result so
 * far: the memory of a check does not grow with a run of days.
 */
public final class InterimCheck implements AutoCloseable {

    private static final StepBudget BUDGET = new StepBudget(1_000_000);
    private static final Duration END_WAIT = Duration.ofSeconds(2);

    private final Path history;
    private final IsolationLevel expect;
    private final Rules rules;
    private final Consumer<InterimVerdict> listener;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Sightings sightings = new Sightings();
    private final Thread thread;
    private int txns;

    /**
     * The limits on the cost of the checks.
     *
     * @param txnsMax about how many transactions are checked at most; beyond, checks end
     * @param restMin the least time between two checks, and before the first
     * @param restShare how many times the processor time of the last check passes until the next
     * @param costMax a check that needs more processor time is the last
     */
    public record Rules(int txnsMax, Duration restMin, int restShare, Duration costMax) {

        /** The default limits: at most 5 % of one processor's time, and some hundred megabytes. */
        public static final Rules DEFAULT = new Rules(500_000, Duration.ofSeconds(2), 20, Duration.ofSeconds(15));

        /** A generous estimate of the bytes that a check needs for a transaction, its ops and its edges. */
        private static final int TXN_BYTES = 1_024;

        /**
         * The part of the heap that a check may use is one of this many; sessions and the final check need the rest.
         */
        private static final int HEAP_PARTS = 4;

        public Rules {
            if (txnsMax < 1 || restShare < 0 || restMin.isNegative()) {
                throw new IllegalArgumentException("checks of " + txnsMax + " transactions, " + restMin + " and "
                        + restShare + " times their cost apart");
            }
        }

        /**
         * Returns the same rules with so few transactions that a check takes no more than a quarter of a heap: a
         * session that runs out of memory would be a failure of the run.
         */
        public Rules within(long heapBytes) {
            long fitting = Math.max(1, heapBytes / HEAP_PARTS / TXN_BYTES);
            return new Rules((int) Math.min(txnsMax, fitting), restMin, restShare, costMax);
        }

        Duration restAfter(Duration cost) {
            Duration rest = cost.multipliedBy(restShare);
            return rest.compareTo(restMin) < 0 ? restMin : rest;
        }
    }

    private InterimCheck(Path history, IsolationLevel expect, Rules rules, Consumer<InterimVerdict> listener) {
        this.history = history;
        this.expect = expect;
        this.rules = rules;
        this.listener = listener;
        this.thread = Thread.ofPlatform().daemon().name("interim-check").unstarted(this::run);
    }

    /**
     * Begins the checks.
     *
     * @param history the directory with the segments
     * @param listener called by the thread that checks, after each check, until this object is closed
     */
    public static InterimCheck start(
            Path history, IsolationLevel expect, Rules rules, Consumer<InterimVerdict> listener) {
        var check = new InterimCheck(history, expect, rules, listener);
        check.thread.start();
        return check;
    }

    private void run() {
        try {
            Duration rest = rules.restMin();
            boolean goesOn = true;
            while (goesOn && !closed.await(rest.toNanos(), TimeUnit.NANOSECONDS)) {
                long began = cpuNanos();
                InterimVerdict seen = look(began);
                rest = rules.restAfter(Duration.ofNanos(cpuNanos() - began));
                goesOn = seen.limit().isEmpty();
                tell(seen);
            }
        } catch (CancellationException | InterruptedException over) {
            // The run has ended: what it recorded is checked as a whole.
        } catch (RuntimeException | OutOfMemoryError broken) {
            System.getLogger(InterimCheck.class.getName()).log(System.Logger.Level.WARNING, "check of a run", broken);
            tell(verdict("it broke off: " + broken));
        }
    }

    /**
     * Returns the processor time that this thread has used: on a busy machine a check takes longer but costs no more.
     */
    private static long cpuNanos() {
        long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        return used >= 0 ? used : System.nanoTime();
    }

    private void tell(InterimVerdict seen) {
        if (!isClosed()) {
            listener.accept(seen);
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private InterimVerdict look(long began) {
        History soFar;
        try {
            soFar = HistoryReader.readEnded(history, rules.txnsMax());
        } catch (HistoryFormatException unreadable) {
            // A writer was about to go on to its next segment, or nothing is there yet. If it is worse, the run tells.
            return verdict("");
        }
        if (soFar.dataModel() == DataModel.COUNTER) {
            return verdict("sums are judged when all in them is known");
        }
        keepFirst(soFar, findings(soFar, expect, (stage, known) -> {
            if (isClosed()) {
                throw new CancellationException();
            }
        }));
        txns = soFar.txnCount();
        return verdict(limit(Duration.ofNanos(cpuNanos() - began)));
    }

    /**
     * Returns the anomalies that break the level in every history that continues this one. Reads of incompatible orders
     * leave the order of a key's versions open, and with it every cycle through them. Read committed and the levels
     * that imply it forbid such reads themselves; the kinds of read uncommitted allow them, and forbid little but G0.
     */
    static List<Anomaly> lastingViolations(History soFar, Findings findings, IsolationLevel level) {
        boolean mayBeContradicted = soFar.dataModel() == DataModel.LIST_APPEND
                && Collections.disjoint(level.forbidden(), Phenomenon.closure(Set.of(Phenomenon.INCOMPATIBLE_ORDER)));
        return findings.forbiddenAt(level).stream()
                .filter(anomaly -> !(mayBeContradicted && anomaly instanceof Anomaly.Cycle))
                .toList();
    }

    /** Returns the findings that need no search; mostly in time linear in the history. */
    static Findings findings(History soFar, IsolationLevel expect, AnalysisWatcher watcher) {
        return new LevelChecker(Engine.CYCLES, BUDGET).analyze(soFar, expect, watcher);
    }

    private InterimVerdict verdict(String limit) {
        return new InterimVerdict(txns, sightings.all(), limit);
    }

    private String limit(Duration cost) {
        if (txns >= rules.txnsMax()) {
            return "the rest is judged when the run ends";
        }
        return cost.compareTo(rules.costMax()) > 0 ? "the last check took " + cost.toSeconds() + " s" : "";
    }

    private void keepFirst(History soFar, Findings findings) {
        var forbidden = new HashSet<Anomaly>(lastingViolations(soFar, findings, expect));
        for (Anomaly anomaly : findings.anomalies()) {
            long complete =
                    anomaly.txns().stream().mapToLong(soFar::endNanos).max().orElse(0);
            sightings.add(new InterimVerdict.Sighting(
                    AnomalyShape.of(soFar, anomaly).fingerprint(),
                    anomaly.phenomenon(),
                    forbidden.contains(anomaly),
                    complete));
        }
    }

    /** Ends the checks; the result of a check under way is not reported. */
    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
        try {
            thread.join(END_WAIT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
