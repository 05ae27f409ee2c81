package moirai.nemesis.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Mounts;
import moirai.nemesis.process.NodeDirectory;

/*
 * A file system that is shut down writes nothing more, not even its journal: what is in the kernel's memory alone is
 * gone when it is unmounted, as in a machine that loses its power. What reached the loop device is in the image, which
 * the real disk under it does not lose.
 *
 * The mount outlives every process, so the directory that says so is made before, and is all that is needed to find
 * it: see Mounts. The device goes with the mount.
 */
/**
 * A disk of a node's own: a file system in a file, mounted beside it. Only root can have one. Changes are made one at a
 * time, and only where the disk is mounted: otherwise the real disk would be filled or shut down.
 */
final class LoopDisk {

    /** The size of the file, which takes no more of the real disk than is written. */
    private static final String SIZE = "4G";

    private static final String BALLAST = "ballast";

    /** The number of files that fill the disk; each leaves a tenth of what was free. */
    private static final int FILL_PIECES = 4;

    /** The number of the capability CAP_SYS_ADMIN. */
    private static final int MOUNTING = 21;

    private final NodeDirectory node;

    /** Set while the disk is shut down and not yet mounted again. */
    private boolean isOff;

    /** Set while the disk has no room. */
    private boolean isFull;

    private LoopDisk(NodeDirectory node) {
        this.node = node;
    }

    /** Returns what this machine lacks for such a disk, in words. */
    static Optional<String> lack(Path state) {
        if (!mayMount()) {
            return Optional.of("root, to mount a file system for each node");
        }
        if (!Files.exists(Path.of("/dev/loop-control"))) {
            return Optional.of("loop devices: /dev/loop-control is missing");
        }
        if (!read("/proc/filesystems").contains("\text4\n")) {
            return Optional.of("ext4 in the kernel");
        }
        if (!Commands.run(List.of("mkfs.ext4", "-V")).succeeded()) {
            return Optional.of("mkfs.ext4: apt-get install e2fsprogs");
        }
        if (!Commands.run(List.of("xfs_io", "-V")).succeeded()) {
            return Optional.of("xfs_io: apt-get install xfsprogs");
        }
        // The table of mounts has other names for those that hold one of these.
        return state.toString().matches(".*[\\s\\\\#].*")
                ? Optional.of("a cache directory without spaces in its name, not " + state)
                : Optional.empty();
    }

    private static boolean mayMount() {
        return read("/proc/self/status")
                .lines()
                .filter(line -> line.startsWith("CapEff:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> MOUNTING & 1) == 1);
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException none) {
            return "";
        }
    }

    /** Makes an empty disk for a node that has no data yet. */
    static LoopDisk create(NodeDirectory node) throws IOException {
        Files.createDirectory(node.disk());
        var made = new LoopDisk(node);
        made.run("truncate", "-s", SIZE, node.image().toString());
        // No room is set aside for root, who the server may be; a big journal would only be more to write.
        made.run(
                "mkfs.ext4",
                "-q",
                "-F",
                "-m",
                "0",
                "-J",
                "size=16",
                node.image().toString());
        made.mount();
        Files.deleteIfExists(node.disk().resolve("lost+found"));
        return made;
    }

    private void mount() {
        run(
                "mount",
                "-t",
                "ext4",
                "-o",
                "loop,nosuid,nodev",
                node.image().toString(),
                node.disk().toString());
    }

    /**
     * Writes everything to the device, as the kernel does by itself after half a minute; does nothing if it is not
     * mounted.
     */
    synchronized void sync() {
        if (isThere()) {
            Commands.run(List.of("sync", "-f", node.disk().toString()));
        }
    }

    /**
     * Shuts the disk down: nothing reaches it any more, and what is on its way is lost.
     *
     * @throws ClusterException if it is not mounted
     */
    synchronized void cut() {
        demand();
        isOff = true;
        run("xfs_io", "-F", "-x", "-c", "shutdown", node.disk().toString());
    }

    /** Mounts the disk again if it was shut down; nobody may use it meanwhile. */
    synchronized void restore() {
        if (!isOff) {
            return;
        }
        try {
            Mounts.remove(node);
        } catch (IOException busy) {
            throw new ClusterException(String.valueOf(busy.getMessage()), busy);
        }
        if (!Mounts.isMounted(node)) {
            mount();
        }
        isOff = false;
        if (!isFull) {
            // It may have been full when it was cut, and got room while it was off.
            clear();
        }
    }

    /**
     * Leaves no block free.
     *
     * @throws ClusterException if it is not there
     */
    synchronized void fill() {
        demand();
        isFull = true;
        String ballast = node.disk().resolve(BALLAST).toString();
        // In pieces that can be had without being written, ever smaller ones; what is left then is soon written.
        long size = 0;
        for (int piece = 0; piece < FILL_PIECES; piece++) {
            long more = node.disk().toFile().getUsableSpace() * 9 / 10;
            var command = List.of("fallocate", "-o", String.valueOf(size), "-l", String.valueOf(more), ballast);
            size += more > 0 && Commands.run(command).succeeded() ? more : 0;
        }
        // Until it is full, which is how the command ends.
        Commands.run(List.of(
                "dd", "if=/dev/zero", "of=" + ballast, "bs=64k", "oflag=append", "conv=notrunc", "status=none"));
    }

    /** Gives it room again, at the latest when it is mounted again. */
    synchronized void free() {
        isFull = false;
        if (isThere()) {
            clear();
        }
    }

    private void clear() {
        try {
            Files.deleteIfExists(node.disk().resolve(BALLAST));
        } catch (IOException failed) {
            throw new ClusterException("what fills the disk of " + node.name() + " cannot be removed: " + failed);
        }
    }

    private boolean isThere() {
        return !isOff && Mounts.isOurs(node);
    }

    private void demand() {
        if (!isThere()) {
            throw new ClusterException("the disk of " + node.name() + " is " + (isOff ? "off" : "not mounted"));
        }
    }

    private void run(String... command) {
        Commands.Result result = Commands.run(List.of(command));
        if (!result.succeeded()) {
            throw new ClusterException(
                    "the disk of " + node.name() + ": " + command[0] + " says '" + result.lastLine() + "'");
        }
    }
}
