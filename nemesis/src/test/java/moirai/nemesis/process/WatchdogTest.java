package moirai.nemesis.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scripts after their owner's pipe has ended. */
@Timeout(60)
class WatchdogTest {

    private static final int LIMIT_MILLIS = 15_000;

    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path root = Path.of("unset");

    private NodeDirectory node = new NodeDirectory(root);

    @BeforeEach
    void makeNode() throws IOException {
        node = new NodeDirectory(Files.createDirectories(root.resolve("instance/n1")));
    }

    @AfterEach
    void endAll() {
        for (Process process : started) {
            ProcessTree.kill(process.pid());
        }
    }

    private Process start(String script, Path file, String... arguments) throws IOException {
        var process = Watchdogs.prepare(script, file, List.of(arguments))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        started.add(process);
        return process;
    }

    /** Starts a watchdog whose server takes a while to end. */
    private Process startWatchdog() throws IOException {
        return start(
                "watchdog.sh",
                node.watchdog(),
                node.path().toString(),
                "TERM",
                "sh",
                "-c",
                "trap 'sleep 1; exit' TERM; while :; do sleep 0.1; done",
                node.data() + "/");
    }

    private long awaitServer() {
        assertThat(Pauses.until(LIMIT_MILLIS, () -> node.running().isPresent())).isTrue();
        return node.running().orElseThrow().pid();
    }

    private static void assertGone(long pid) {
        assertThat(Pauses.until(LIMIT_MILLIS, () -> ProcessTree.isGone(pid))).isTrue();
    }

    @Test
    void serverWhoseDirectoryIsGoneEndsWithItsOwner() throws IOException {
        Process watchdog = startWatchdog();
        long server = awaitServer();
        Files.move(node.path(), root.resolve("elsewhere"));

        watchdog.getOutputStream().close();

        assertGone(server);
        assertGone(watchdog.pid());
    }

    @Test
    void serverEndsAndItsDirectoryGoesWithItsOwner() throws IOException {
        Process watchdog = startWatchdog();
        long server = awaitServer();

        watchdog.getOutputStream().close();

        assertGone(watchdog.pid());
        assertThat(ProcessTree.isGone(server)).isTrue();
        assertThat(node.path()).doesNotExist();
    }

    /** This is the state for a moment before a watchdog has begun its server. */
    @Test
    void instanceStaysWhileAWatchdogLivesWhoseServerIsNotYetWrittenDown() throws IOException {
        Path instance = root.resolve("instance");
        Process watchdog = startWatchdog();
        awaitServer();
        Files.delete(node.pidFile());
        Process caretaker = start("caretaker.sh", instance.resolve("caretaker.sh"), instance.toString());

        caretaker.getOutputStream().close();
        watchdog.getOutputStream().close();

        assertThat(Pauses.until(LIMIT_MILLIS, () -> Files.notExists(instance))).isTrue();
        assertThat(ProcessTree.isGone(watchdog.pid())).isTrue();
    }

    /** The owner was killed while a PostgreSQL node was dead, so that nobody else knows of the segment. */
    @Test
    void caretakerRemovesTheSharedMemoryOfAServerThatWasKilled() throws Exception {
        Process maker = Commands.prepare(List.of("ipcmk", "-M", "4096")).start();
        String said = maker.inputReader().readLine();
        assertThat(maker.waitFor()).isZero();
        String segment = said.substring(said.lastIndexOf(' ') + 1);
        Path data = Files.createDirectories(node.data());
        List<String> file = List.of(
                String.valueOf(maker.pid()), data.toString(), "1792000000", "5432", "", "localhost", "  7 " + segment);
        Files.write(data.resolve("postmaster.pid"), file);
        Path instance = root.resolve("instance");
        Process caretaker = start("caretaker.sh", instance.resolve("caretaker.sh"), instance.toString());
        assertThat(segments()).contains(segment);

        caretaker.getOutputStream().close();

        assertThat(Pauses.until(LIMIT_MILLIS, () -> Files.notExists(instance))).isTrue();
        assertThat(segments()).doesNotContain(segment);
    }

    private static List<String> segments() throws IOException {
        return Files.readAllLines(Path.of("/proc/sysvipc/shm")).stream()
                .map(line -> line.strip().split("\\s+", -1)[1])
                .toList();
    }

    @Test
    void serverThatIsNotWrittenDownEndsWithItsWatchdog() throws IOException {
        Process watchdog = startWatchdog();
        long server = awaitServer();
        Files.delete(node.pidFile());

        ServerProcess.end(watchdog);

        assertThat(watchdog.isAlive()).isFalse();
        assertThat(ProcessTree.isGone(server)).isTrue();
    }
}
