package moirai.cli.reporting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.cli.Cli;
import moirai.runs.store.RunStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReportExportsTest {

    @TempDir
    private Path root;

    @Test
    void oneCommandWritesAllForms() {
        Path run = run();

        Cli.Ended ended = report(
                run.toString(),
                "--junit",
                root.resolve("j.xml").toString(),
                "--md=" + root.resolve("m.md"),
                "--sarif=" + root.resolve("s.sarif"));

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out().lines()).hasSize(3).allMatch(line -> line.startsWith("report: "));
        assertThat(root.resolve("j.xml")).content().contains("<testsuite ", "level serializable");
        assertThat(root.resolve("m.md")).content().startsWith("## Moirai: INVALID");
        assertThat(root.resolve("s.sarif")).content().contains("\"version\" : \"2.1.0\"");
    }

    @Test
    void withoutAFormatItSaysWhatThereIs() {
        Cli.Ended ended = report();

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains(
                        "--html",
                        "--junit",
                        "--md",
                        "--sarif",
                        "--schema",
                        "[run, results, case, anomaly, night, campaign]");
    }

    @Test
    void schemasArePrinted() {
        assertThat(report("--schema", "run").out()).contains("run.json of Moirai, version 1");
        assertThat(report("--schema", "results").out()).contains("results.json of Moirai, version 1");
        Cli.Ended ended = report("--schema", "history");
        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--schema", "'history' has no schema: expected run, results, case");
    }

    @Test
    void whatIsNoRunAndWhatIsNoPlaceAreRefused() {
        Cli.Ended noRun =
                report(root.toString(), "--junit", root.resolve("j.xml").toString());
        Cli.Ended noPlace =
                report(run().toString(), "--md", root.resolve("none/m.md").toString());

        assertThat(noRun.code()).isEqualTo(254);
        assertThat(noRun.err()).contains("has no run.json");
        assertThat(root.resolve("j.xml")).doesNotExist();
        assertThat(noPlace.code()).isEqualTo(254);
        assertThat(noPlace.err()).contains("--md: ", "which is no folder");
    }

    /** The same as {@code report} writes of it later, and the exit code is that of the run. */
    @Test
    void aRunWritesThemItself() {
        Path store = root.resolve("store");

        Cli.Ended ended = Cli.plain()
                .run(
                        "run",
                        "--db",
                        "memory:write-skew",
                        "-q",
                        "--store=" + store,
                        "--junit=" + root.resolve("j.xml"),
                        "--md=" + root.resolve("m.md"),
                        "--sarif=" + root.resolve("s.sarif"));
        report("--store=" + store, "--junit=" + root.resolve("j2.xml"));

        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.out()).contains("report: " + root.resolve("j.xml") + "\n");
        assertThat(root.resolve("j.xml")).hasSameTextualContentAs(root.resolve("j2.xml"));
        assertThat(root.resolve("m.md")).content().startsWith("## Moirai: INVALID");
        assertThat(root.resolve("s.sarif")).content().contains("\"version\" : \"2.1.0\"");
    }

    @Test
    void aRunIsRefusedBeforehandIfTheyHaveNoPlace() {
        Path store = root.resolve("store");

        Cli.Ended ended =
                Cli.plain().run("run", "--db", "memory", "--store=" + store, "--junit=" + root.resolve("none/j.xml"));

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--junit: ", "which is no folder");
        assertThat(store).doesNotExist();
    }

    /** As when the disk of the reports is full: a CI server would read the file of an earlier run. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs /dev/full")
    void aRunWhoseReportCannotBeWrittenIsNoSuccess() {
        Cli.Ended ended =
                Cli.plain().run("run", "--db", "memory", "-q", "--store=" + root.resolve("store"), "--junit=/dev/full");

        assertThat(ended.code()).isEqualTo(255);
        assertThat(ended.out()).contains("verdict: VALID");
        assertThat(ended.err()).contains("not all reports could be written: ");
    }

    private static Cli.Ended report(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "report";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Cli.plain().run(all);
    }

    private Path run() {
        Path store = root.resolve("store");
        Cli.plain().run("run", "--db", "memory:write-skew", "--seed", "2a", "-q", "--store", store.toString());
        return new RunStore(store).newest().orElseThrow().path();
    }
}
