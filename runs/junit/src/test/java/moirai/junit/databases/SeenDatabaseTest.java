package moirai.junit.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenDatabaseTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private String url(String name) {
        return "jdbc:h2:" + folder.resolve(name);
    }

    @Test
    void aLinkAmongTemporaryFilesIsWhereItLeads() throws IOException {
        Path elsewhere = Objects.requireNonNull(folder.toAbsolutePath().getRoot());
        Files.createSymbolicLink(folder.resolve("folder"), elsewhere);
        Files.createSymbolicLink(folder.resolve("orders.mv.db"), elsewhere.resolve("orders.mv.db"));
        Files.createSymbolicLink(folder.resolve("own"), Files.createDirectory(folder.resolve("made")));

        assertThat(SeenDatabase.isOfThisTest(url("new"))).isTrue();
        assertThat(SeenDatabase.isOfThisTest(url("new/folder/orders"))).isTrue();
        assertThat(SeenDatabase.isOfThisTest(url("own/orders"))).isTrue();
        assertThat(SeenDatabase.isOfThisTest(url("orders"))).isFalse();
        assertThat(SeenDatabase.isOfThisTest(url("folder/orders"))).isFalse();
        assertThat(SeenDatabase.isOfThisTest(url("folder/../orders2"))).isFalse();
        assertThat(SeenDatabase.isOfThisTest("jdbc:sqlite:" + folder.resolve("orders.mv.db")))
                .isFalse();
    }

    /** An existing file, since one that is missing may be made. */
    @Test
    void aLinkToAFileIsTheFile() throws IOException {
        Path precious = Path.of(System.getProperty("java.home"), "release");
        assertThat(precious).isRegularFile();
        Files.createSymbolicLink(folder.resolve("a.db"), precious);

        assertThat(SeenDatabase.isOfThisTest("jdbc:sqlite:" + folder.resolve("a.db")))
                .isFalse();
    }

    @Test
    void spellingsOfOneDatabaseAreOnePlace() throws IOException {
        Files.createSymbolicLink(folder.resolve("same"), folder);
        String place = SeenDatabase.place(url("orders"));

        assertThat(SeenDatabase.place("jdbc:h2:file:" + folder + "/./orders;MODE=Oracle"))
                .isEqualTo(place);
        assertThat(SeenDatabase.place(url("same/orders"))).isEqualTo(place);
        assertThat(SeenDatabase.place(url("other"))).isNotEqualTo(place);
        assertThat(SeenDatabase.place("jdbc:h2:mem:a;DB_CLOSE_DELAY=-1"))
                .isEqualTo(SeenDatabase.place("jdbc:h2:mem:a"))
                .isNotEqualTo(SeenDatabase.place("jdbc:h2:mem:b"));
    }
}
