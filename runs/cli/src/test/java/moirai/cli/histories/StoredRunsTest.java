package moirai.cli.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.cli.Cli;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands make of a store and of what lies in it. */
class StoredRunsTest {

    @TempDir
    private Path directory;

    /** What `matrix` and `run.json` name where a case could not be made smaller. */
    @Test
    void aStoredWitnessIsExplainedAsItStands() throws IOException {
        Path witness = Files.createDirectories(directory.resolve("anomalies/lost-update-1"));
        Files.writeString(witness.resolve("explanation.txt"), "lost-update: lost update\n");
        Files.writeString(witness.resolve("explanation.json"), "{}\n");
        Files.writeString(witness.resolve("cycle.dot"), "digraph {}\n");

        assertThat(Cli.plain().run("explain", witness.toString()).out()).isEqualTo("lost-update: lost update\n");
        assertThat(Cli.plain().run("explain", witness.toString(), "--dot").out())
                .isEqualTo("digraph {}\n");
        assertThat(Cli.plain().run("explain", witness.toString(), "--json").out())
                .isEqualTo("{}\n");
    }

    /** It is never the run itself, whatever that showed at another level. */
    @Test
    void explainOfAValidRunNamesTheNewestOtherOneThatFoundSomething() {
        String store = directory.resolve("store").toString();
        assertThat(Cli.plain()
                        .run(
                                "run",
                                "--db",
                                "memory:lost-update",
                                "--txn-count",
                                "2000",
                                "--seed",
                                "5",
                                "-q",
                                "--store",
                                store)
                        .code())
                .isEqualTo(1);
        assertThat(Cli.plain()
                        .run("run", "--db", "memory", "--txn-count", "2000", "-q", "--store", store)
                        .code())
                .isZero();

        String out = Cli.plain().run("explain", "latest", "--store", store).out();

        List<RunDirectory> runs = new RunStore(Path.of(store)).runs();
        assertThat(out)
                .containsPattern("next     the newest run here that found something:\n +moirai explain "
                        + runs.getLast().path() + "\n");
    }

    @Test
    void aStoreThatIsAFileIsRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("store"));

        Cli.Ended ended =
                Cli.plain().run("run", "--db", "memory", "--txn-count", "10", "-q", "--store", file.toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(file.toString(), "Not a directory");
    }
}
