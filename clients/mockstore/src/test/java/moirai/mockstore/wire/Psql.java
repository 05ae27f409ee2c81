package moirai.mockstore.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A psql process that is told what to do line by line. */
public final class Psql implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/bin/psql");
    private static final String END = "-- end of the answer --";

    private final Process process;
    private final Writer input;
    private final BufferedReader output;

    /** The process's errors come among its other lines. */
    public Psql(int port, String... options) {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "-X", "-q", "-A", "-t"));
        command.addAll(List.of("-v", "VERBOSITY=verbose", "-h", "localhost", "-p", String.valueOf(port)));
        command.addAll(List.of("-U", "moirai", "-d", "mock"));
        command.addAll(List.of(options));
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        input = process.outputWriter(StandardCharsets.UTF_8);
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    public static boolean isInstalled() {
        boolean installed = Files.isExecutable(PROGRAM);
        if (!installed) {
            System.err.println("psql is not installed; the tests that run it are skipped");
        }
        return installed;
    }

    /** Returns the lines that the process prints for this line. */
    public List<String> run(String line) {
        try {
            input.write(line + "\n\\echo " + END + "\n");
            input.flush();
            List<String> answer = new ArrayList<>();
            for (String next = read(); !next.equals(END); next = read()) {
                answer.add(next);
            }
            return answer;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String read() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IllegalStateException("psql has ended");
        }
        return line;
    }

    /** Gives the process this script, and waits for its end. */
    public List<String> finish(String script) {
        try {
            input.write(script);
            input.close();
            return output.lines().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public int exitCode() throws InterruptedException {
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("psql does not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
