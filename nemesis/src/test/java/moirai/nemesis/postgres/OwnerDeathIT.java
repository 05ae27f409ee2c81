package moirai.nemesis.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.ProcessTree;
import org.junit.jupiter.api.Test;

class OwnerDeathIT {

    private static final int LIMIT_MILLIS = 10_000;

    /** A cluster in another process. */
    private record Owned(Process owner, ProcessHandle watchdog, ProcessHandle server, List<Long> pids, Path instance)
            implements AutoCloseable {

        static Owned start() throws IOException {
            return start(1);
        }

        static Owned start(int nodes) throws IOException {
            var owner = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ClusterOwner.class.getName(),
                            String.valueOf(nodes))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            // Not closed: the end of its input would end the owner.
            var output = new BufferedReader(new InputStreamReader(owner.getInputStream(), StandardCharsets.UTF_8));
            var words =
                    Objects.requireNonNull(output.readLine(), "the owner died").split(" ", 2);
            var server = ProcessHandle.of(Long.parseLong(words[0])).orElseThrow();
            var node = Objects.requireNonNull(Path.of(words[1]).getParent());
            var instance = Objects.requireNonNull(node.getParent());
            var pids = Stream.of(Objects.requireNonNull(output.readLine(), "the owner died")
                            .split(" "))
                    .map(Long::valueOf)
                    .toList();
            return new Owned(owner, server.parent().orElseThrow(), server, pids, instance);
        }

        void killOwner() {
            owner.destroyForcibly();
            assertThat(Pauses.until(LIMIT_MILLIS, () -> !owner.isAlive())).isTrue();
        }

        void assertGone() {
            assertThat(Pauses.until(LIMIT_MILLIS, () -> isDead(server))).isTrue();
            assertThat(Pauses.until(LIMIT_MILLIS, () -> !Files.exists(instance)))
                    .isTrue();
            assertThat(Pauses.until(LIMIT_MILLIS, () -> isDead(watchdog))).isTrue();
        }

        /** Returns whether the process is dead. A zombie is dead too: it has no command line. */
        private static boolean isDead(ProcessHandle process) {
            return !process.isAlive() || process.info().commandLine().isEmpty();
        }

        @Override
        public void close() {
            owner.destroyForcibly();
            // The watchdog does it better: a server that is killed leaves shared memory.
            if (isDead(watchdog)) {
                server.destroyForcibly();
            }
        }
    }

    @Test
    void killedOwnerTakesServerAndFilesWithIt() throws IOException {
        try (var owned = Owned.start()) {
            owned.killOwner();

            owned.assertGone();
        }
    }

    @Test
    void pausedServerDoesNotOutliveItsOwner() throws IOException {
        try (var owned = Owned.start()) {
            signal("STOP", owned.server());
            owned.killOwner();

            owned.assertGone();
        }
    }

    /** Every process of a paused node is stopped, and a dead node has no watchdog any more. */
    @Test
    void clusterInPiecesDoesNotOutliveItsOwner() throws IOException {
        try (var owned = Owned.start(3)) {
            assertThat(owned.pids()).hasSizeGreaterThan(10).noneMatch(ProcessTree::isGone);
            owned.killOwner();

            owned.assertGone();
            assertThat(Pauses.until(LIMIT_MILLIS, () -> owned.pids().stream().allMatch(ProcessTree::isGone)))
                    .isTrue();
        }
    }

    /**
     * An owner that ends without closing its cluster, as after Ctrl-C, is cleared up after, too. The test sends another
     * signal than SIGINT: a shell without job control starts background processes, and so perhaps these tests, with
     * SIGINT ignored.
     */
    @Test
    void terminatedOwnerTakesServerAndFilesWithIt() throws IOException {
        try (var owned = Owned.start()) {
            signal("TERM", owned.owner().toHandle());

            owned.assertGone();
        }
    }

    /** Ctrl-C reaches every process of the terminal's session; the owner still needs the server to finish its run. */
    @Test
    void serverRunsInASessionOfItsOwn() throws IOException {
        try (var owned = Owned.start()) {
            assertThat(session(owned.watchdog()))
                    .isEqualTo(String.valueOf(owned.watchdog().pid()));
            assertThat(session(owned.owner().toHandle())).isNotEqualTo(session(owned.watchdog()));
        }
    }

    /** The watchdog is dead as well: only the next start can tell that the server has no owner. */
    @Test
    void nextStartClearsWhatTheWatchdogCouldNot() throws IOException {
        try (var owned = Owned.start()) {
            var reader = owned.watchdog()
                    .children()
                    .filter(child -> child.pid() != owned.server().pid())
                    .findFirst()
                    .orElseThrow();
            owned.watchdog().destroyForcibly();
            reader.destroyForcibly();
            owned.killOwner();
            assertThat(owned.server().isAlive()).isTrue();

            try (var next = new PostgresCluster(PostgresOptions.forSessions(1))) {
                next.start();

                assertThat(owned.instance()).doesNotExist();
                owned.assertGone();
            }
        }
    }

    @Test
    void nextStartLeavesWhatIsOwned() throws IOException {
        try (var owned = Owned.start();
                var next = new PostgresCluster(PostgresOptions.forSessions(1))) {
            next.start();

            assertThat(owned.server().isAlive()).isTrue();
            assertThat(owned.instance()).exists();
            owned.killOwner();
            owned.assertGone();
            assertThat(next.nodes()).hasSize(1);
        }
    }

    private static String session(ProcessHandle process) {
        return Commands.run(List.of("ps", "-o", "sess=", "-p", String.valueOf(process.pid())))
                .lastLine();
    }

    private static void signal(String name, ProcessHandle process) {
        assertThat(Commands.run(List.of("sh", "-c", "kill -s " + name + " " + process.pid()))
                        .succeeded())
                .isTrue();
    }
}
