package moirai.nemesis.network;

import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;

/** A request to a proxy's loop, and its answer. */
record Task(IntSupplier action, CompletableFuture<Integer> answer) {

    void run() {
        try {
            answer.complete(action.getAsInt());
        } catch (RuntimeException failed) {
            answer.completeExceptionally(failed);
        }
    }

    /** Answers for a proxy that has ended: there is nothing to do. */
    void skip() {
        answer.complete(0);
    }
}
