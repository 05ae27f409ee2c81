package moirai.nemesis.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/*
 * A mounted file system outlives every process. What makes it ours to remove: it is mounted in the directory of a node
 * of ours, from a loop device whose file is the image in the same directory. The kernel frees the device with the
 * mount, as it was asked to when that was made.
 */
/** The disks of nodes, as the system has them mounted. */
public final class Mounts {

    private static final Path TABLE = Path.of("/proc/self/mounts");

    /** The suffix that the kernel adds to the name of a deleted file. */
    private static final String REMOVED = " (deleted)";

    /** The time for killed processes to close their files. */
    private static final int BUSY_MILLIS = 3_000;

    private Mounts() {}

    /** Returns whether something is mounted at the node's disk. */
    public static boolean isMounted(NodeDirectory node) {
        return device(node.disk()).isPresent();
    }

    /**
     * Unmounts the node's disk; does nothing if it is not mounted, or not from the node's image.
     *
     * @throws IOException if it cannot be unmounted
     */
    public static void remove(NodeDirectory node) throws IOException {
        if (!isOurs(node)) {
            return;
        }
        String disk = node.disk().toString();
        if (Pauses.until(
                BUSY_MILLIS, () -> Commands.run(List.of("umount", disk)).succeeded() || !isOurs(node))) {
            return;
        }
        // Somebody looks at it, such as a shell: it vanishes from sight now, and altogether when they leave.
        Commands.Result lazy = Commands.run(List.of("umount", "-l", disk));
        if (!lazy.succeeded() && isOurs(node)) {
            throw new IOException(disk + " cannot be unmounted: " + lazy.lastLine());
        }
    }

    /** Unmounts the disks of all nodes of an instance. */
    static void removeBelow(Path instance) throws IOException {
        var nodes = new ArrayList<NodeDirectory>();
        try (var paths = Files.newDirectoryStream(instance, Files::isDirectory)) {
            paths.forEach(path -> nodes.add(new NodeDirectory(path)));
        }
        for (NodeDirectory node : nodes) {
            remove(node);
        }
    }

    /** Returns whether the node's image is what is mounted at the node's disk. */
    public static boolean isOurs(NodeDirectory node) {
        String image = node.image().toString();
        return device(node.disk())
                .map(device -> read(Path.of("/sys/block/" + Path.of(device).getFileName() + "/loop/backing_file")))
                .filter(file -> file.equals(image) || file.equals(image + REMOVED))
                .isPresent();
    }

    /** Returns the device that is mounted there last. */
    private static Optional<String> device(Path place) {
        return read(TABLE)
                .lines()
                .map(line -> line.split(" ", -1))
                .filter(fields -> fields.length > 1 && fields[1].equals(place.toString()))
                .map(fields -> fields[0])
                .reduce((earlier, later) -> later);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException none) {
            return "";
        }
    }
}
