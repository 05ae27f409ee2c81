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

    /** Completes the answer with 0 without running the action, because the proxy has ended. */
    void skip() {
        answer.complete(0);
    }
}
