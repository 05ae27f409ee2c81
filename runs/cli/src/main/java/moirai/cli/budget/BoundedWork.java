package moirai.cli.budget;

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
 * Work that is left alone when its budget is used up.
 *
 * <p>It runs on a daemon thread, which is interrupted then but need not notice: the process ends soon after, and until
 * then another thread says what is known. So no loop of a checker asks for the time.
 */
public final class BoundedWork {

    private static final long STEP_MILLIS = 20;

    private final CheckBudget budget;
    private final long beginNanos = System.nanoTime();

    /** Its time begins now. */
    public BoundedWork(CheckBudget budget) {
        this.budget = budget;
    }

    /** How work ended. */
    public sealed interface Ending<T> {

        /** All of it was done. */
        record Done<T>(T result) implements Ending<T> {}

        /** A limit was reached first; {@code limit} names it, as in "time=30s". */
        record CutShort<T>(String limit) implements Ending<T> {}
    }

    /** Does it, or leaves it at the limit. What it throws is thrown on. */
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

    /** What looks used may be garbage that no collection has looked at yet, so one is asked for before it counts. */
    private boolean isHeapUsedUp() {
        if (budget.heapBytes() == Long.MAX_VALUE || usedAfterCollection() <= budget.heapBytes()) {
            return false;
        }
        System.gc();
        return usedAfterCollection() > budget.heapBytes();
    }

    /** What the collection that ended last has left, in all pools that it knows; 0 before the first. */
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
