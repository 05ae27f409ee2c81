package moirai.formats.text;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Reads a file in batches, in a thread of its own while the caller works on the batch before, or in the caller's.
 *
 * <p>A batch belongs to one thread at a time: the queues hand it over with all that was done to it. What is read does
 * not depend on which thread is faster, nor on how many there are. What the reading throws is thrown where the caller
 * asks for the batch behind the last that was filled, so errors come in the order of the file.
 *
 * @param <B> a batch, which is used again and again
 */
public final class ReadAhead<B> implements AutoCloseable {

    /** The size of a file from which a second thread gains more than it costs. */
    private static final long FILE_BYTES_MIN = 4 << 20;

    /** The interval at which a waiting caller checks that the reading thread is alive. */
    private static final long WAIT_MILLIS = 200;

    private final Source<B> source;
    private final BlockingQueue<B> empty;
    private final BlockingQueue<Filled<B>> filled;
    /** The thread that reads, unless that is the caller's. */
    private final Optional<Thread> thread;

    private Optional<Filled<B>> current = Optional.empty();
    /** The exception or error that ended the reading. The queue publishes it with the last batch. */
    private Optional<Throwable> thrown = Optional.empty();

    /** What is read, by one thread. */
    @FunctionalInterface
    public interface Source<B> {

        /** Clears the batch and fills it with what comes next; returns whether there may be more. */
        boolean fill(B batch);
    }

    private record Filled<B>(B batch, boolean isLast) {}

    /**
     * Begins to read.
     *
     * @param isAhead whether in a thread of its own
     * @param batches all that are used: while one is worked on, the others are filled
     */
    public ReadAhead(boolean isAhead, List<B> batches, Source<B> source) {
        this.source = source;
        this.empty = new ArrayBlockingQueue<>(batches.size(), false, batches);
        this.filled = new ArrayBlockingQueue<>(batches.size());
        this.thread = isAhead
                ? Optional.of(Thread.ofPlatform().daemon().name("reading").start(this::readAll))
                : Optional.empty();
    }

    /** Returns whether the text in a file is long enough for a thread of its own, and there is a second processor. */
    public static boolean isWorthwhile(Path file) {
        return InputFile.unpackedBytes(file) >= FILE_BYTES_MIN
                && Runtime.getRuntime().availableProcessors() > 1;
    }

    private void readAll() {
        try {
            boolean isLast = false;
            while (!isLast) {
                Filled<B> next = fill(empty.take());
                isLast = next.isLast();
                filled.put(next);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error broken) {
            thrown = Optional.of(broken);
        }
    }

    private Filled<B> fill(B batch) {
        try {
            return new Filled<>(batch, !source.fill(batch));
        } catch (RuntimeException | Error failed) {
            thrown = Optional.of(failed);
            return new Filled<>(batch, true);
        }
    }

    /** Gives the last batch back and returns the next one, as far as it was filled; nothing behind the last. */
    public Optional<B> next() {
        if (current.isPresent()) {
            Filled<B> before = current.get();
            if (before.isLast()) {
                thrown.ifPresent(ReadAhead::rethrow);
                return Optional.empty();
            }
            empty.add(before.batch());
        }
        current = Optional.of(thread.isPresent() ? taken() : fill(empty.remove()));
        return current.map(Filled::batch);
    }

    /**
     * Takes the next batch. An interruption of the caller does not end the wait, since the result does not depend on
     * it; the end of the reading thread does, as by an OutOfMemoryError.
     */
    private Filled<B> taken() {
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    boolean isOver = thread.filter(Thread::isAlive).isEmpty();
                    Filled<B> next = filled.poll(isOver ? 0 : WAIT_MILLIS, TimeUnit.MILLISECONDS);
                    if (next != null) {
                        return next;
                    }
                    if (isOver) {
                        thrown.ifPresent(ReadAhead::rethrow);
                        throw new IllegalStateException("the thread that reads has ended before the file");
                    }
                } catch (InterruptedException interrupted) {
                    wasInterrupted = true;
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void rethrow(Throwable thrown) {
        switch (thrown) {
            case RuntimeException refused -> throw refused;
            case Error broken -> throw broken;
            default -> throw new IllegalStateException(thrown);
        }
    }

    /** Ends the reading, which has to be done before the file is closed. */
    @Override
    public void close() {
        boolean wasInterrupted = false;
        while (thread.isPresent() && thread.get().isAlive()) {
            try {
                thread.get().interrupt();
                thread.get().join();
            } catch (InterruptedException interrupted) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
