package moirai.runs.interim;

import static java.util.Objects.requireNonNullElse;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Work that is abandoned when its budget is used up.
 *
 * <p>The work runs on a daemon thread, which is interrupted at the limit but need not notice: the process ends soon
 * after, and until then another thread reports the result so far. So no loop of a checker asks for the time.
 */
public final class BoundedWork {

    private static final long STEP_MILLIS = 20;

    private final CheckBudget budget;
    private final long beginNanos = System.nanoTime();

    /** Starts the clock of this budget. */
    public BoundedWork(CheckBudget budget) {
        this.budget = budget;
    }

    /** The end of some work. */
    public sealed interface Ending<T> {

        /** The end of work that was completed. */
        record Done<T>(T result) implements Ending<T> {}

        /** The end of work that reached a limit first; {@code limit} names it, as in "time=30s". */
        record CutShort<T>(String limit) implements Ending<T> {}
    }

    /** Does the work, or abandons it at the limit. Exceptions of the work are thrown on. */
    public <T> Ending<T> run(Supplier<T> work) throws InterruptedException {
        if (!budget.isLimited()) {
            return new Ending.Done<>(work.get());
        }
        var result = new CompletableFuture<T>();
        var worker = new Thread(() -> complete(result, work), "check");
        worker.setDaemon(true);
        worker.start();
        Ending<T> ending = await(result);
        worker.interrupt();
        return ending;
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
        try {
            result.complete(work.get());
        } catch (Throwable thrown) {
            result.completeExceptionally(thrown);
        }
    }

    private <T> Ending<T> await(CompletableFuture<T> result) throws InterruptedException {
        while (true) {
            try {
                return new Ending.Done<>(result.get(STEP_MILLIS, TimeUnit.MILLISECONDS));
            } catch (TimeoutException running) {
                if (System.nanoTime() - beginNanos >= budget.time().toNanos()) {
                    return new Ending.CutShort<>(new CheckBudget(budget.time(), Long.MAX_VALUE).toString());
                }
                if (isHeapUsedUp()) {
                    return new Ending.CutShort<>(
                            new CheckBudget(CheckBudget.NO_TIME_LIMIT, budget.heapBytes()).toString());
                }
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof OutOfMemoryError) {
                    return new Ending.CutShort<>("heap=" + (Runtime.getRuntime().maxMemory() >> 20)
                            + "m, all that the JVM may use (more: MOIRAI_JAVA_OPTS=-Xmx8g),");
                }
                throw unwrapped(requireNonNullElse(failed.getCause(), failed));
            }
        }
    }

    private static RuntimeException unwrapped(Throwable cause) {
        return switch (cause) {
            case RuntimeException known -> known;
            case Error broken -> throw broken;
            default -> new CompletionException(cause);
        };
    }

    /**
     * Decides whether the heap limit is exceeded. Used memory may be garbage that no collection has looked at yet, so a
     * collection is requested before the limit counts as exceeded.
     */
    private boolean isHeapUsedUp() {
        if (budget.heapBytes() == Long.MAX_VALUE || usedAfterCollection() <= budget.heapBytes()) {
            return false;
        }
        System.gc();
        return usedAfterCollection() > budget.heapBytes();
    }

    /**
     * Returns the bytes that the last garbage collection left in use, in all pools that report them; 0 before the first
     * collection.
     */
    private static long usedAfterCollection() {
        long latest = Long.MIN_VALUE;
        long used = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)) {
            GcInfo info = collector.getLastGcInfo();
            if (info != null && info.getEndTime() > latest) {
                latest = info.getEndTime();
                used = info.getMemoryUsageAfterGc().values().stream()
                        .mapToLong(MemoryUsage::getUsed)
                        .sum();
            }
        }
        return used;
    }
}
