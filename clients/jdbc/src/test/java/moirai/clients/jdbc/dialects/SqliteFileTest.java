package moirai.clients.jdbc.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SqliteFileTest {

    @Test
    void theDirectoryGoesWithTheDatabase() {
        Path directory;
        try (var file = SqliteFile.create()) {
            directory = file.directory();
            assertThat(directory.resolve("db")).exists();
        }

        assertThat(directory).doesNotExist();
    }

    @Test
    void whatADeadProcessLeftIsRemovedByTheNext() throws IOException {
        var left = Files.createTempDirectory("moirai-sqlite-");
        Files.createFile(left.resolve("lock"));
        Files.createFile(left.resolve("db"));

        try (var file = SqliteFile.create()) {
            assertThat(file.directory()).exists();
            assertThat(left).doesNotExist();
        }
    }

    @Test
    void whatIsInUseOrNotOursStays() throws IOException {
        var foreign = Files.createTempDirectory("moirai-sqlite-");
        var content = Files.createFile(foreign.resolve("content"));
        try (var inUse = SqliteFile.create();
                var next = SqliteFile.create()) {
            assertThat(next.directory()).exists();
            assertThat(inUse.directory().resolve("db")).exists();
            assertThat(content).exists();
        } finally {
            Files.delete(content);
            Files.delete(foreign);
        }
    }

    /** A directory is empty after a death before its lock was made, or in the middle of its removal. */
    @Test
    void anEmptyDirectoryIsRemoved() throws IOException {
        var left = Files.createTempDirectory("moirai-sqlite-");

        try (var file = SqliteFile.create()) {
            assertThat(file.directory()).exists();
            assertThat(left).doesNotExist();
        }
    }

    @Test
    void anotherProcessLeavesWhatThisOneUsesAndRemovesItWhenThatIsKilled() throws IOException {
        try (var mine = SqliteFile.create();
                var killed = Owner.start()) {
            assertThat(mine.directory().resolve("db")).exists();

            try (var next = SqliteFile.create()) {
                assertThat(next.directory()).exists();
                assertThat(killed.directory().resolve("db")).exists();
            }
            killed.kill();
            try (var other = Owner.start()) {
                assertThat(other.directory()).exists();
                assertThat(killed.directory()).doesNotExist();
                assertThat(mine.directory().resolve("db")).exists();
            }
        }
    }

    /** Another process that has a database. */
    private record Owner(Process process, Path directory) implements AutoCloseable {

        static Owner start() throws IOException {
            var process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                            "-cp",
                            System.getProperty("java.class.path"),
                            SqliteOwner.class.getName())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new Owner(process, Path.of(firstLine(process)));
        }

        private static String firstLine(Process process) throws IOException {
            return Objects.requireNonNull(process.inputReader().readLine(), "the owner died");
        }

        void kill() {
            process.destroyForcibly();
            assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(10));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
