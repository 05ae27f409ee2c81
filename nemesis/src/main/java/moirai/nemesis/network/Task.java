package moirai.nemesis.network;

import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;

/** Something that somebody asks of a proxy's loop, and its answer. */
record Task(IntSupplier action, CompletableFuture<Integer> answer) {

    void run() {
        try {
            answer.complete(action.getAsInt());
        } catch (RuntimeException failed) {
            answer.completeExceptionally(failed);
        }
    }

    /** For a proxy that has ended: there is nothing to do, and nothing left to do it to. */
    void skip() {
        answer.complete(0);
    }
}
