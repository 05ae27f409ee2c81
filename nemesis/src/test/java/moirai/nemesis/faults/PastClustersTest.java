package moirai.nemesis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.StateDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastClustersTest {

    @TempDir
    private Path root;

    @Test
    void whatADeadOwnerHasLeftIsRemovedAndNamedAndWhatLivesIsNot() throws IOException {
        var state = StateDirectory.at(root);
        var left = Files.createDirectories(state.instances().resolve("galera-9"));
        Files.createFile(left.resolve("owner.lock"));
        Files.createDirectories(left.resolve("n1/data"));
        try (var living = state.exclusively(() -> Instance.create(state, "postgres"))) {
            assertThat(PastClusters.clear(state)).containsExactly(left);

            assertThat(left).doesNotExist();
            assertThat(living.directory()).exists();
            assertThat(PastClusters.clear(state)).isEmpty();
        }
    }
}
