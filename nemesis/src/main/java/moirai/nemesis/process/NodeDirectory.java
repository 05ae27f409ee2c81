package moirai.nemesis.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of one server of an instance. */
public record NodeDirectory(Path path) {

    private static final String PID_FILE = "server.pid";

    /** The maximal number of bytes that stay of what the server printed before its last start. */
    private static final int EARLIER_MAX = 1 << 20;

    /** The maximal size of a copy of its logs in bytes. */
    private static final int COPY_MAX = 4 << 20;

    /**
     * The record that the watchdog keeps of its server.
     *
     * @param endSignal the signal that ends it at once
     */
    record Running(long pid, String endSignal) {}

    /** Returns the name in the cluster. */
    public String name() {
        return String.valueOf(path.getFileName());
    }

    /** Returns the data directory, which the product makes; on the node's own disk, if it has one. */
    public Path data() {
        return (Files.isDirectory(disk()) ? disk() : path).resolve("data");
    }

    /** Returns the place where a disk of the node's own is mounted; it exists only if the node has one. */
    public Path disk() {
        return path.resolve("disk");
    }

    /** Returns the image file of that disk. */
    public Path image() {
        return path.resolve("disk.img");
    }

    /** Returns the page that bends the server's clock and disk, if anything does. */
    public Path controls() {
        return path.resolve("machine.ctl");
    }

    /** Returns the file that the server prints to. */
    public Path log() {
        return path.resolve("server.log");
    }

    /** Returns what the server printed since its last start. */
    public String logText() {
        try {
            return Files.exists(log()) ? Files.readString(log()) : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the last line that the server printed. */
    public String lastWords() {
        return logText().lines().filter(line -> !line.isBlank()).reduce("it said nothing", (all, line) -> line);
    }

    /** Returns the end of what the server printed before its last start. */
    private Path earlierLog() {
        return path.resolve("server-before.log");
    }

    /** Lets the log begin anew. The end of what it had stays, unless there is no room for it. */
    void beginLog() throws IOException {
        try {
            LogTail.append(log(), earlierLog(), EARLIER_MAX);
        } catch (IOException noRoom) {
            Files.deleteIfExists(earlierLog());
            LogTail.markCut(earlierLog());
        }
        Files.deleteIfExists(log());
    }

    /** Appends what the server printed to a file, of which the last 4 MiB stay. */
    public void copyLog(Path to) throws IOException {
        LogTail.append(earlierLog(), to, COPY_MAX);
        LogTail.append(log(), to, COPY_MAX);
    }

    Path watchdog() {
        return path.resolve("watchdog.sh");
    }

    Path pidFile() {
        return path.resolve(PID_FILE);
    }

    /**
     * Returns the server that is running, or was when its watchdog died; empty if none is, or the file is incomplete.
     */
    Optional<Running> running() {
        try {
            List<String> lines = Files.readAllLines(pidFile());
            return lines.size() < 2
                    ? Optional.empty()
                    : Optional.of(new Running(Long.parseLong(lines.get(0)), lines.get(1)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
