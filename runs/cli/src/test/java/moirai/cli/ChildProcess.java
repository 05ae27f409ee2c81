package moirai.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.Outcome;
import moirai.history.files.HistoryReader;

/** The command line as a process of its own, which can be sent signals. Ended with its test. */
public final class ChildProcess implements AutoCloseable {

    private static final long STEP_MILLIS = 20;
    private static final int EARLIEST_TXNS = 1_000;

    private final Process process;
    private final Path output;

    private ChildProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** A shell without job control starts background jobs with SIGINT ignored, and so do all their children. */
    public static boolean isDelivered(String signal) throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!signal.equals("INT") || !Files.exists(status)) {
            return true;
        }
        String ignored = Files.readString(status)
                .lines()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElse("SigIgn: 0");
        return (Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).strip(), 16) & 2) == 0;
    }

    public static ChildProcess start(Path directory, String... arguments) throws IOException {
        return start(directory, Map.of(), arguments);
    }

    /**
     * Starts it.
     *
     * @param environment variables besides those of this process
     */
    public static ChildProcess start(Path directory, Map<String, String> environment, String... arguments)
            throws IOException {
        return start(directory, environment, List.of(), arguments);
    }

    /**
     * Starts it by another program.
     *
     * @param environment variables besides those of this process
     * @param launcher the words before the command that starts the JVM
     */
    static ChildProcess start(
            Path directory, Map<String, String> environment, List<String> launcher, String... arguments)
            throws IOException {
        Path output = directory.resolve("output.txt");
        var command = new ArrayList<String>(launcher);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Such runs are short: what would be compiled twice costs more than it saves.
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add("moirai.cli.Moirai");
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return new ChildProcess(builder.start(), output);
    }

    /** Waits until at least so many bytes of history were recorded. */
    public void awaitRecorded(Path store, long bytes) throws InterruptedException {
        await(() -> recorded(store) >= bytes);
    }

    /** Waits until the history of the latest run holds the end of a transaction that committed. */
    public void awaitCommitted(Path store) throws InterruptedException {
        await(() -> hasCommitted(store.resolve("latest/history")));
    }

    /** Waits until the output contains a text. */
    public void awaitOutput(String text) throws InterruptedException {
        await(() -> output().contains(text));
    }

    /** Waits that long, and says whether it has ended by then. */
    public boolean endsWithin(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            if (process.waitFor(STEP_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("ended too early with " + process.exitValue() + ": " + output());
            }
        }
    }

    private static boolean hasCommitted(Path directory) {
        try {
            History history = HistoryReader.readEnded(directory, EARLIEST_TXNS);
            return IntStream.range(0, history.txnCount())
                    .anyMatch(txn -> history.outcome(txn) instanceof Outcome.Committed);
        } catch (HistoryFormatException notYet) {
            return false;
        }
    }

    /** Returns how many bytes of history are there, or 0 if the store changed while it was looked at. */
    private static long recorded(Path store) {
        if (!Files.isDirectory(store)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(store)) {
            return files.filter(file -> file.toString().endsWith(".seg"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (UncheckedIOException changed) {
            return 0;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** All processes that it has started, and those that they have. */
    public List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    /** Sends a signal by its name, such as INT. */
    public void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("kill -" + name + " ended with " + code);
        }
    }

    public int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
