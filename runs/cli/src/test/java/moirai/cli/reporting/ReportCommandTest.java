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
        String[] command = {
            "run", "--db", "memory:write-skew", "--txn-count", "5000", "--seed", "2a", "--store", store.toString()
        };
        Cli.Ended run = Cli.plain().run(command);
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

    /** Behind --html a run would be taken for the file to write, and a history would be replaced by a page. */
    @Test
    void whatIsNoPageIsNotReplacedByOne() throws IOException {
        Path store = folder.resolve("store");
        Cli.plain().run("run", "--db", "memory", "--txn-count", "200", "--store", store.toString());
        Path text = Files.writeString(folder.resolve("skew.txt"), WRITE_SKEW);

        refused("moirai report " + text + " --html", "report", "--store", store.toString(), "--html", text.toString());
        refused("moirai report latest --html", "report", "--store", store.toString(), "--html", "latest");

        assertThat(text).hasContent(WRITE_SKEW);
        assertThat(Path.of("latest")).doesNotExist();
    }

    /** A check may take minutes: what cannot be written is said before, and nothing else is written. */
    @Test
    void nothingIsWrittenIfThePageCannotBe() throws IOException {
        Path store = folder.resolve("store");
        Cli.plain().run("run", "--db", "memory", "--txn-count", "200", "--store", store.toString());
        Path junit = folder.resolve("junit.xml");
        Path taken = Files.createDirectory(folder.resolve("page.html"));

        String where = store.toString();
        refused(
                "is a folder; expected a file",
                "report",
                "--store",
                where,
                "--junit",
                junit.toString(),
                "--html=" + taken);

        assertThat(junit).doesNotExist();
    }

    /** These are made from what the run said; another level would seem to have been judged by and was not. */
    @Test
    void aLevelIsForThePageAlone() throws IOException {
        Path store = folder.resolve("store");
        Cli.plain().run("run", "--db", "memory", "--txn-count", "200", "--store", store.toString());
        String junit = folder.resolve("junit.xml").toString();

        refused("--expect: 'serializable'", "report", "--store", store.toString(), "--expect", "serializable");
        refused(
                "expected --html and nothing beside it",
                "report",
                "--store",
                store.toString(),
                "--junit",
                junit,
                "--html",
                "--expect",
                "serializable");
        assertThat(Path.of(junit)).doesNotExist();
        assertThat(Cli.plain()
                        .run("report", "--store", store.toString(), "--html", "--expect", "serializable")
                        .out())
                .contains("expected serializable");
    }

    private static void refused(String why, String... arguments) {
        Cli.Ended ended = Cli.plain().run(arguments);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(why);
    }
}
