package moirai.cli.reporting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {

    private static final String WRITE_SKEW = "T0 s0 r1=[] a2=7\nT1 s1 r2=[] a1=8\nT2 s2 r1=[8] r2=[7]\n";

    @TempDir
    private Path folder;

    @Test
    void aRunHasAPageAndTheCommandMakesItAgain() throws IOException {
        Path store = folder.resolve("store");
        Cli.Ended run =
                Cli.plain().run("run", "--db", "memory:write-skew", "--txn-count", "2000", "--store", store.toString());
        Path page = store.resolve("latest/report.html");
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(page).content().contains("moirai run --db memory:write-skew");
        Files.delete(page);

        Cli.Ended ended = Cli.plain().run("report", "--store", store.toString(), "--html");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("verdict: INVALID", "report: ");
        assertThat(page).content().contains("moirai run --db memory:write-skew", "./run.json");
    }

    @Test
    void aFileOfTextHasAPageWhereItIsAskedFor() throws IOException {
        Path text = Files.writeString(folder.resolve("skew.txt"), WRITE_SKEW);
        Path page = folder.resolve("page.html");

        Cli.Ended ended = Cli.plain().run("report", text.toString(), "--html=" + page);

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(page).content().contains("G2-item-rw-rw");
    }

    @Test
    void whatCannotBeDoneIsSaidWithWhatCould() throws IOException {
        Path text = Files.writeString(folder.resolve("skew.txt"), WRITE_SKEW);

        assertThat(Cli.plain().run("report", text.toString()).out()).contains("--html");
        refused("there is no folder for", "report", text.toString(), "--html=" + folder.resolve("none/page.html"));
        refused("expected --html=FILE in a folder that exists", "report", text.toString(), "--html");
    }

    private static void refused(String why, String... arguments) {
        Cli.Ended ended = Cli.plain().run(arguments);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(why);
    }
}
