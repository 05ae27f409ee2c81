package moirai.cli.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code check} on what a run has left that was killed. */
class UnfinishedRunTest {

    @TempDir
    private Path directory;

    private String[] run(String... more) {
        String[] all = {"run", "--db", "memory", "--txn-count", "1000", "--seed", "7", "--store", directory.toString()};
        String[] both = new String[all.length + more.length];
        System.arraycopy(all, 0, both, 0, all.length);
        System.arraycopy(more, 0, both, all.length, more.length);
        return both;
    }

    @Test
    void aVerdictOfAKilledRunSaysThatDurabilityWasNotChecked() throws IOException {
        assertThat(Cli.plain().run(run()).code()).isZero();
        Cli.Ended whole = Cli.plain().run("check", "--store", directory.toString());
        Path run = directory.resolve("latest").toRealPath();
        Files.delete(run.resolve("run.json"));

        Cli.Ended left = Cli.plain().run("check", run.toString());

        assertThat(whole.words()).contains("verdict: VALID").doesNotContain("durability");
        assertThat(left.words())
                .containsPattern("verdict: VALID · [^·]+ · [^·]+ · the run has not ended: durability not checked");
    }
}
