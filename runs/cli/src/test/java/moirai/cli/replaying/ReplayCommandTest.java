package moirai.cli.replaying;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.cli.Cli;
import moirai.runs.emission.CaseFiles;
import moirai.runs.store.RunStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the case of a replay is named. */
class ReplayCommandTest {

    @TempDir
    private Path folder;

    private Cli.Ended replay(String named) {
        return Cli.plain().run("replay", named, "--store", folder.toString(), "--times", "1");
    }

    private Path run() {
        return new RunStore(folder).newest().orElseThrow().path();
    }

    private List<Path> cases() throws IOException {
        return CaseFiles.in(run().resolve("anomalies"));
    }

    @Test
    void aRunStandsForItsOnlyCase() throws IOException {
        Cli.plain()
                .run("run", "--db=memory:write-skew", "--txn-count=20000", "--seed=2a", "--store", folder.toString());
        Path only = cases().getFirst();
        Path second = Files.createDirectory(only.resolveSibling("0-another"));
        Files.copy(only.resolve(CaseFiles.CASE), second.resolve(CaseFiles.CASE));

        Cli.Ended several = replay("latest");

        assertThat(several.code()).isEqualTo(254);
        assertThat(several.err().replaceAll("\\s+", " "))
                .contains("has 2 cases: expected one of them, such as " + second + ", " + only);
        Files.delete(second.resolve(CaseFiles.CASE));
        for (String named : List.of("latest", run().toString())) {
            Cli.Ended one = replay(named);
            assertThat(one.code()).as(one.err()).isEqualTo(1);
            assertThat(one.out())
                    .startsWith("case       " + only.getFileName())
                    .contains("\nat most    about 2 m 0 s; --budget sets it\n");
        }
        Files.delete(only.resolve(CaseFiles.CASE));
        assertThat(replay("latest").err().replaceAll("\\s+", " "))
                .contains("has no case: expected a run that found something");
    }

    @Test
    void anEmptyStoreHasNoLatestCase() {
        assertThat(replay("latest").err()).contains("no run in " + folder + ": expected a case, or a run that found");
    }
}
