package moirai.nemesis.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceTest {

    @TempDir
    private Path root = Path.of("unset");

    @Test
    void instanceWithoutOwnerIsCleared() throws IOException {
        var state = StateDirectory.at(root);
        var abandoned = Files.createDirectory(state.instances().resolve("product-1"));
        Files.createFile(abandoned.resolve("owner.lock"));
        Files.createDirectories(abandoned.resolve("n1/data/base/1"));
        var halfMade = Files.createDirectory(state.instances().resolve("product-2"));

        Instance.clearLeftovers(state);

        assertThat(abandoned).doesNotExist();
        assertThat(halfMade).doesNotExist();
    }

    @Test
    void anInstanceThatCannotBeClearedKeepsNoOtherFromIt() throws IOException {
        var state = StateDirectory.at(root);
        var before = Files.createDirectory(state.instances().resolve("product-1"));
        var stubborn = state.instances().resolve("product-2");
        Files.createDirectories(stubborn.resolve("owner.lock"));
        var after = Files.createDirectory(state.instances().resolve("product-3"));

        assertThat(Instance.clearLeftovers(state)).containsExactlyInAnyOrder(before, stubborn, after);
        assertThat(state.instances()).isDirectoryNotContaining(path -> !path.equals(stubborn));
    }

    /** Neither a file beside it, nor one that a link in it leads to, nor anything once it is given up. */
    @Test
    void onlyFilesOfAnInstanceThatIsHeldAreInIt() throws IOException {
        var state = StateDirectory.at(root);
        Path alien = Files.createFile(root.resolve("alien"));
        var instance = Instance.create(state, "product");
        Path table = Files.createFile(instance.node("n1").path().resolve("table"));
        Path link = Files.createSymbolicLink(instance.directory().resolve("link"), alien);

        assertThat(instance.isIn(table)).isTrue();
        assertThat(instance.isIn(link)).isFalse();
        assertThat(instance.isIn(alien)).isFalse();
        assertThat(instance.isIn(instance.directory().resolve("../../alien"))).isFalse();
        assertThat(instance.isIn(instance.directory().resolve("gone"))).isFalse();
        Path mark = instance.directory().resolve("owner.lock");
        Files.delete(mark);
        assertThat(instance.isIn(table)).as("without its mark").isFalse();
        instance.close();
        assertThat(instance.isIn(table)).isFalse();
    }

    @Test
    void instanceOfThisProcessIsLeft() throws IOException {
        var state = StateDirectory.at(root);
        try (var instance = Instance.create(state, "product")) {
            Instance.clearLeftovers(state);

            assertThat(instance.directory()).exists();
        }
        assertThat(state.instances()).isEmptyDirectory();
    }

    /**
     * The number in a leftover file may belong to any process by now, so the command line has to name the directory.
     */
    @Test
    void processThatOnlyHasTheNumberOfAServerIsLeft() throws IOException {
        var state = StateDirectory.at(root);
        var stranger = new ProcessBuilder("sleep", "60").start();
        try {
            var data = abandonedServer(state, stranger.pid());

            Instance.clearLeftovers(state);

            assertThat(data).doesNotExist();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void processThatNamesTheDirectoryIsEnded() throws IOException {
        var state = StateDirectory.at(root);
        var data = state.instances().resolve("product-1/n1/data");
        var server = new ProcessBuilder("sh", "-c", "sleep 60; :", "postgres", "-D", data.toString()).start();
        try {
            abandonedServer(state, server.pid());

            Instance.clearLeftovers(state);

            assertThat(data).doesNotExist();
            // The JVM notices the death of a child a little later than the child dies.
            assertThat(server.onExit()).succeedsWithin(Duration.ofSeconds(10));
        } finally {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly();
        }
    }

    @Test
    void linksOutOfAnInstanceAreNotFollowed() throws IOException {
        var state = StateDirectory.at(root);
        var precious = Files.createDirectory(root.resolve("precious"));
        Files.createFile(precious.resolve("file"));
        var abandoned = Files.createDirectory(state.instances().resolve("product-1"));
        Files.createSymbolicLink(abandoned.resolve("link"), precious);

        Instance.clearLeftovers(state);

        assertThat(abandoned).doesNotExist();
        assertThat(precious.resolve("file")).exists();
    }

    @Test
    void directoryIsFilledOnceAndAppearsWhole() throws IOException {
        var state = StateDirectory.at(root);
        Files.createDirectories(root.resolve(".unfinished-thing/left/by/a/dead/process"));

        var first = state.exclusively(
                () -> state.once("thing", directory -> Files.createFile(directory.resolve("content"))));
        var second = state.exclusively(() -> state.once("thing", directory -> {
            throw new IllegalStateException("filled twice");
        }));

        assertThat(first).isEqualTo(second).isDirectoryContaining(path -> path.endsWith("content"));
        assertThat(first.resolve("left")).doesNotExist();
    }

    @Test
    void directoryThatCouldNotBeFilledIsNotThere() throws IOException {
        var state = StateDirectory.at(root);

        try {
            state.once("thing", directory -> {
                Files.createFile(directory.resolve("half"));
                throw new IOException("the disk is full");
            });
        } catch (IOException e) {
            assertThat(e).hasMessage("the disk is full");
        }

        assertThat(root.resolve("thing")).doesNotExist();
        assertThat(root).isDirectoryNotContaining("glob:**.unfinished-*");
    }

    private static Path abandonedServer(StateDirectory state, long pid) throws IOException {
        var data = Files.createDirectories(state.instances().resolve("product-1/n1/data"));
        Files.createFile(state.instances().resolve("product-1/owner.lock"));
        Files.write(state.instances().resolve("product-1/n1/server.pid"), List.of(String.valueOf(pid), "QUIT"));
        return data;
    }
}
