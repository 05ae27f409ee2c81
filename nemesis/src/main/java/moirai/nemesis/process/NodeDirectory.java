package moirai.nemesis.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What one server of an instance has on the disk. */
public record NodeDirectory(Path path) {

    private static final String PID_FILE = "server.pid";

    /**
     * What the watchdog wrote about its server.
     *
     * @param endSignal ends it at once
     */
    record Running(long pid, String endSignal) {}

    /** Its name in the cluster. */
    public String name() {
        return String.valueOf(path.getFileName());
    }

    /** What the server keeps; made by its product. On the node's own disk, if it has one. */
    public Path data() {
        return (Files.isDirectory(disk()) ? disk() : path).resolve("data");
    }

    /** Where a disk of the node's own is mounted; there only if it has one. */
    public Path disk() {
        return path.resolve("disk");
    }

    /** What is on that disk. */
    public Path image() {
        return path.resolve("disk.img");
    }

    /** What bends the server's clock and disk, if anything does. */
    public Path controls() {
        return path.resolve("machine.ctl");
    }

    /** What the server prints. */
    public Path log() {
        return path.resolve("server.log");
    }

    Path watchdog() {
        return path.resolve("watchdog.sh");
    }

    Path pidFile() {
        return path.resolve(PID_FILE);
    }

    /** The server that is running, or was when its watchdog died; empty if none is, or the file is half written. */
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
