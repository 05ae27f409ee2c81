package moirai.cli.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.cli.Cli;
import moirai.runs.store.RunSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixCommandTest {

    @TempDir
    private Path directory;

    private Cli.Ended matrix(String... arguments) {
        var all = new ArrayList<>(
                List.of("matrix", "--store", directory.resolve("store").toString(), "--seed", "7", "-q"));
        all.addAll(List.of(arguments));
        return Cli.plain().run(all.toArray(String[]::new));
    }

    @Test
    void eachLevelOfTheSimulatedDatabaseHasARowAndAStoredRun() throws IOException {
        Cli.Ended ended = matrix(
                "--db",
                "memory",
                "--md",
                directory.resolve("m.md").toString(),
                "--html",
                directory.resolve("m.html").toString(),
                "--json",
                directory.resolve("m.json").toString());

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .startsWith("seed 7\n")
                .endsWith("exit 0 (valid)\nseed 7\n")
                .containsPattern("\nstrict-serializable( +·){10}\n")
                .containsPattern("\nsnapshot-isolation( +·){8} +[0-9.]+k +[0-9.]+k\n")
                .contains("again    moirai matrix --store");
        assertThat(directory.resolve("m.md")).content().contains("| strict-serializable | not seen |");
        assertThat(directory.resolve("m.html")).content().contains("<td class=\"shown\" data-column=\"G2\">shown, ");
        assertThat(directory.resolve("m.json")).content().contains("\"exit-code\" : 0");
        String run = ended.out()
                .lines()
                .filter(line -> line.startsWith("  explain  moirai explain "))
                .map(line -> line.substring("  explain  moirai explain ".length()))
                .toList()
                .getLast();
        assertThat(RunSummary.read(Path.of(run)).setup().isolation()).isEqualTo("snapshot-isolation");
        assertThat(RunSummary.read(Path.of(run)).setup().argv()).startsWith("run", "--db=memory", "--isolation");
        assertThat(Cli.plain().run("explain", run).out()).contains("G2");
    }

    @Test
    void aBrokenPromiseEndsWithOneAndNamesTheCase() {
        Cli.Ended ended = matrix("--db", "memory:phantom");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .containsPattern("\nstrict-serializable( +·){9} +[0-9.]+k?!\n")
                .contains("!        FORBIDDEN by the level that the database documents")
                .containsPattern("\n  G2       .*/anomalies/[0-9a-f]{8}-G2-");
        assertThat(ended.words())
                .contains("DATABASE BUG: documented as strict-serializable, which is broken by G2")
                .contains("exit 1 (invalid), because of strict-serializable");
    }

    @Test
    void shortRunsAreCalledShort() {
        Cli.Ended ended = Cli.plain()
                .run(
                        "matrix",
                        "--db=memory:phantom",
                        "--time-limit=4s",
                        "--store",
                        directory.resolve("store").toString());

        assertThat(ended.err().replaceAll("\\s+", " "))
                .contains("about 2.0 s a run is short, so that what is rare will hardly be seen");
    }

    @Test
    void argumentsAreRefusedBeforeAnythingIsStarted() {
        assertThat(matrix("--db", "h2", "--level", "read-committed,foo").err())
                .contains("--level: 'foo' is unknown. Known: ");
        assertThat(matrix("--db", "h2", "-w", "bank").err()).contains("expected append, predicate or both");
        assertThat(matrix("--isolation", "serializable").err())
                .contains("'--isolation' is not an option of moirai matrix");
        assertThat(matrix("--db", "memory:phantom", "--level", "snapshot-isolation")
                        .code())
                .isEqualTo(254);
        assertThat(matrix("--md", directory.resolve("missing/m.md").toString()).code())
                .isEqualTo(254);
        assertThat(Files.exists(directory.resolve("store"))).isFalse();
    }
}
