package moirai.runs.metrics;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import moirai.runs.files.WholeOutput;

/**
 * A file with the metrics, replaced atomically every few seconds, as the textfile collector of Prometheus' node
 * exporter expects. It stays when the run ends, with the last figures.
 */
final class MetricsFile implements Publication {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration END_WAIT = Duration.ofSeconds(5);

    private final Path path;
    private final PrintWriter err;
    private final AtomicReference<Optional<RunMetrics>> metrics = new AtomicReference<>(Optional.empty());
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private boolean isTold;

    MetricsFile(Path path, PrintWriter err) {
        this(path, err, INTERVAL);
    }

    MetricsFile(Path path, PrintWriter err, Duration interval) {
        this.path = path;
        this.err = err;
        this.thread = Thread.ofPlatform().daemon().name("metrics").start(() -> writeEach(interval));
    }

    @Override
    public void begin(RunMetrics ofRun) {
        metrics.set(Optional.of(ofRun));
    }

    private void writeEach(Duration interval) {
        try {
            boolean isOver = false;
            while (!isOver) {
                isOver = closed.await(interval.toNanos(), TimeUnit.NANOSECONDS);
                metrics.get().ifPresent(this::write);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(RunMetrics ofRun) {
        try {
            String text = ofRun.text();
            WholeOutput.file(path, out -> out.write(text));
        } catch (IOException failed) {
            // Once: a disk that is full stays so, and the run goes on without.
            if (!isTold) {
                isTold = true;
                err.println("--metrics: " + path + " could not be written: " + failed);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(END_WAIT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
