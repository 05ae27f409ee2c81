package moirai.analysis.streaming;

import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Optional;
import java.util.function.Consumer;
import moirai.history.History;

/** The recorded part of a history that a stream has forgotten, as far as it can be read again. */
public interface Past {

    /** The past of which nothing can be read again. */
    Past NONE = new Past() {

        @Override
        public Optional<History> ofKeys(LongSet keys, int txnsMax) {
            return Optional.empty();
        }

        @Override
        public Optional<History> between(long fromNanos, long toNanos, int txnsMax) {
            return Optional.empty();
        }

        @Override
        public void forEachPart(Consumer<History> parts) {}
    };

    /**
     * Returns all recorded transactions that have ended and that touch one of these keys, in an order that keeps to
     * sessions; empty if there are more than {@code txnsMax} or they cannot be read.
     *
     * @param keys names of keys
     */
    Optional<History> ofKeys(LongSet keys, int txnsMax);

    /**
     * Returns all recorded transactions that ended at a time or later, or whose outcome is unknown, and that began up
     * to another time, in an order that keeps to sessions; empty if there are more than {@code txnsMax} or they cannot
     * be read.
     */
    Optional<History> between(long fromNanos, long toNanos, int txnsMax);

    /**
     * Hands over all recorded transactions that have ended, in parts, in an order that keeps to sessions and by and
     * large to time. If they cannot be read, or not all, what can be read of them.
     */
    void forEachPart(Consumer<History> parts);
}
