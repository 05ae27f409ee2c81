package moirai.runs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunStoreTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123Z");

    @TempDir
    private Path root;

    private RunStore store = new RunStore(Path.of("store"));

    @BeforeEach
    void openStore() {
        store = new RunStore(root.resolve("store"));
    }

    private RunDirectory recorded(String name, Instant started) throws IOException {
        RunDirectory run = store.create(name, started);
        Files.createDirectory(run.history());
        Files.createFile(run.history().resolve("w0000-000001.seg"));
        return run;
    }

    @Test
    void aRunHasADirectoryNamedByItsTimeInUtc() {
        assertThat(store.create("pg", NOON).path())
                .isEqualTo(root.resolve("store/pg/20261121T120000.123Z"))
                .isDirectory();
    }

    @Test
    void twoRunsOfOneMillisecondDoNotShareADirectory() {
        assertThat(store.create("pg", NOON)).isNotEqualTo(store.create("pg", NOON));
    }

    @Test
    void theNewestRunIsFoundWhateverItsName() throws IOException {
        recorded("b", NOON);
        RunDirectory newest = recorded("a", NOON.plusSeconds(1));

        assertThat(store.newest()).contains(newest);
    }

    @Test
    void aRunThatRecordedNothingIsNotTheNewest() throws IOException {
        RunDirectory recorded = recorded("a", NOON);
        store.create("a", NOON.plusSeconds(1));
        Files.createDirectory(store.create("a", NOON.plusSeconds(2)).history());

        assertThat(store.newest()).contains(recorded);
    }

    @Test
    void linksPointToTheLastRunThatWasLinked() throws IOException {
        store.link(recorded("a", NOON));
        RunDirectory second = recorded("a", NOON.plusSeconds(1));

        store.link(second);

        assertThat(root.resolve("store/latest").toRealPath())
                .isEqualTo(second.path().toRealPath());
        assertThat(root.resolve("store/a/latest").toRealPath())
                .isEqualTo(second.path().toRealPath());
        assertThat(store.newest()).contains(second);
    }

    @Test
    void aStoreThatDoesNotExistHasNoRun() {
        assertThat(store.newest()).isEmpty();
    }

    @Test
    void namesThatCouldLeaveTheStoreAreRefused() {
        assertThat(RunStore.isName("../etc")).isFalse();
        assertThat(RunStore.isName("latest")).isFalse();
        assertThatThrownBy(() -> store.create("a/b", NOON)).hasMessageContaining("'a/b'");
    }
}
