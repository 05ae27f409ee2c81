package moirai.nemesis.injection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import moirai.nemesis.ClusterException;

/** Applies an action to several items; a failure at one item does not keep the others from it. */
final class Each {

    private Each() {}

    /**
     * Applies the action to one item after the other.
     *
     * @throws ClusterException at the end, if it failed for some
     */
    static <T> void of(List<T> all, Consumer<T> action) {
        var failures = new ArrayList<ClusterException>();
        for (T one : all) {
            failure(one, action).ifPresent(failures::add);
        }
        throwIfAny(failures);
    }

    /**
     * Applies the action to all items at the same time.
     *
     * @throws ClusterException when all are done, if it failed for some
     */
    static <T> void besideOthers(List<T> all, Consumer<T> action) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Optional<ClusterException>>> running = all.stream()
                    .map(one -> CompletableFuture.supplyAsync(() -> failure(one, action), threads))
                    .toList();
            throwIfAny(running.stream().flatMap(one -> one.join().stream()).toList());
        }
    }

    private static <T> Optional<ClusterException> failure(T one, Consumer<T> action) {
        try {
            action.accept(one);
            return Optional.empty();
        } catch (ClusterException failed) {
            return Optional.of(failed);
        }
    }

    private static void throwIfAny(List<ClusterException> failures) {
        if (!failures.isEmpty()) {
            String why = String.join(
                    "; ",
                    failures.stream()
                            .map(failed -> String.valueOf(failed.getMessage()))
                            .toList());
            throw new ClusterException(why, failures.getFirst());
        }
    }
}
