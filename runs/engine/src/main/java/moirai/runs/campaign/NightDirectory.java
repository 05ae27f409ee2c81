package moirai.runs.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.files.WholeFile;

/**
 * The directory of one night. {@code night.json} says what is to be executed and is written first; {@code
 * results.jsonl} has one line for each cell that is over, and {@code cases.jsonl} one for each new failure. Each line
 * is on the disk before the next cell begins, and a line that a kill cut short does not count.
 */
public record NightDirectory(Path path) {

    private static final byte LINE_FEED = '\n';

    /** Returns the file that says what is to be executed. */
    public Path plan() {
        return path.resolve("night.json");
    }

    /** Returns the file with one line for each cell that is over. */
    public Path results() {
        return path.resolve("results.jsonl");
    }

    /** Returns the copy of the campaign file. */
    public Path file() {
        return path.resolve("campaign.yaml");
    }

    /** Returns the file with the night's results as JUnit XML. */
    public Path junit() {
        return path.resolve("junit.xml");
    }

    /** Returns the file with the night's anomalies as SARIF. */
    public Path sarif() {
        return path.resolve("campaign.sarif");
    }

    /** Returns the summary of the night in Markdown. */
    public Path markdown() {
        return path.resolve("campaign.md");
    }

    /** Returns the page about the night for browsers. */
    public Path page() {
        return path.resolve("campaign.html");
    }

    /** Returns the file with everything about the night; it does not exist until the night has ended. */
    public Path summary() {
        return path.resolve("campaign.json");
    }

    /** Returns the file with what the process of a cell printed. */
    public Path output(Cell cell) {
        return path.resolve("output").resolve(cell.runName() + ".txt");
    }

    private Path caseLines() {
        return path.resolve("cases.jsonl");
    }

    /** Returns the file with what the replay of a case printed. */
    public Path replayOutput(String name) {
        return path.resolve("replays").resolve(name + ".txt");
    }

    /** Returns the file with what was measured of the teeth of a cell's run. */
    public Path teeth(Cell cell) {
        return path.resolve("teeth").resolve(cell.runName() + ".json");
    }

    /** Returns the file with what the process printed that measured the teeth of a cell's run. */
    public Path teethOutput(Cell cell) {
        return path.resolve("teeth").resolve(cell.runName() + ".txt");
    }

    /** Returns whether there is a night: its plan is written. */
    public boolean hasBegun() {
        return Files.isRegularFile(plan());
    }

    /** Returns whether the night is over: every cell has a result, and what follows from them was written. */
    public boolean isFinished() {
        return Files.isRegularFile(summary()) && read().isEnded();
    }

    /**
     * Begins a night, with the results that it may have already.
     *
     * @param file the contents of the campaign file
     */
    public void begin(Night night, String file) {
        try {
            Files.createDirectories(path.resolve("output"));
            WholeFile.write(file(), file);
            if (!night.results().isEmpty()) {
                WholeFile.write(results(), lines(night));
            }
            // The last, for with it the night has begun.
            WholeFile.write(plan(), NightFormat.plan(night));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Begins a night like {@link #begin}; of a night that is there already nothing stays. */
    public void beginAgain(Night night, String file) {
        try {
            for (Path stale : List.of(summary(), caseLines(), results())) {
                Files.deleteIfExists(stale);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        begin(night, file);
    }

    /**
     * Reads the night with the results that it has.
     *
     * @throws RunException if it is not readable by this version
     */
    public Night read() {
        try {
            return NightFormat.read(plan(), lines(results()));
        } catch (IOException failed) {
            throw new RunException(path + " has no night: " + failed, ExitCode.BAD_ARGUMENTS);
        }
    }

    /**
     * Returns what became of the new failures.
     *
     * @throws RunException if it is not readable by this version
     */
    public List<KeptCase> cases() {
        try {
            return NightFormat.cases(caseLines(), lines(caseLines()));
        } catch (IOException failed) {
            throw new RunException(caseLines() + " cannot be read: " + failed, ExitCode.BAD_ARGUMENTS);
        }
    }

    private static List<String> lines(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf(LINE_FEED) + 1).lines().toList();
    }

    /**
     * Gives the night other cells, such as those of a file that was edited.
     *
     * @param night only with results that stay true
     * @param file the contents of the campaign file
     */
    public void replace(Night night, String file) {
        try {
            WholeFile.write(file(), file);
            // A result without a cell does no harm; a cell whose result is of other arguments would.
            WholeFile.write(results(), lines(night));
            WholeFile.write(plan(), NightFormat.plan(night));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String lines(Night night) {
        return night.results().stream()
                .map(result -> NightFormat.line(result) + "\n")
                .collect(Collectors.joining());
    }

    /** Appends the result of a cell. When this returns, it is on the disk. */
    public void append(CellResult result) {
        append(results(), NightFormat.line(result));
    }

    /** Appends what became of a new failure. When this returns, it is on the disk. */
    public void append(KeptCase kept) {
        append(caseLines(), NightFormat.line(kept));
    }

    private static void append(Path file, String text) {
        byte[] line = (text + "\n").getBytes(StandardCharsets.UTF_8);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.position(end(channel));
            var bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.truncate(channel.position());
            channel.force(true);
        } catch (IOException failed) {
            // A full disk is told by the system without a name.
            throw new UncheckedIOException(new IOException(file + " could not be written: " + failed, failed));
        }
    }

    /** Returns the place after the last whole line. */
    private static long end(FileChannel channel) throws IOException {
        var one = ByteBuffer.allocate(1);
        for (long end = channel.size(); end > 0; end--) {
            channel.read(one.clear(), end - 1);
            if (one.get(0) == LINE_FEED) {
                return end;
            }
        }
        return 0;
    }
}
