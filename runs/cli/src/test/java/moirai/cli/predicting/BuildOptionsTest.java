package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build that fails because of new groups of anomalies, and not because of those that were accepted. */
class BuildOptionsTest {

    private static final String TILL = """
            import java.sql.*;
            class Till {
                static final String TABLE = "CREATE TABLE till (id INTEGER PRIMARY KEY, cash INTEGER NOT NULL)";

                public void pay(Connection c, int id, int amount) throws SQLException {
                    try (var select = c.prepareStatement("SELECT cash FROM till WHERE id = ?");
                            var update = c.prepareStatement("UPDATE till SET cash = ? WHERE id = ?")) {
                        select.setInt(1, id);
                        var rows = select.executeQuery();
                        rows.next();
                        update.setInt(1, rows.getInt("cash") + amount);
                        update.setInt(2, id);
                        update.executeUpdate();
                    }
                }
            // more
            }
            """;

    private static final String TAKE = """
                public void take(Connection c, int id, int amount) throws SQLException {
                    try (var select = c.prepareStatement("SELECT cash FROM till WHERE id = ?");
                            var update = c.prepareStatement("UPDATE till SET cash = ? WHERE id = ?")) {
                        select.setInt(1, id);
                        var rows = select.executeQuery();
                        if (!rows.next()) { return; }
                        update.setInt(1, amount);
                        update.setInt(2, id);
                        update.executeUpdate();
                    }
                }
            """;

    @TempDir
    private Path folder;

    private Cli.Ended analyze(String source, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("Till.java"), source);
        List<String> arguments = List.of(
                "schedule",
                "analyze",
                file.toString(),
                "--level",
                "RC",
                "--store",
                folder.resolve("store").toString());
        return Cli.plain()
                .run(Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new));
    }

    private Cli.Ended beside(String baseline, String source) throws IOException {
        analyze(baseline, "--sarif", folder.resolve("base.sarif").toString());
        return analyze(source, "--baseline", folder.resolve("base.sarif").toString());
    }

    @Test
    void whatTheBaselineHasFailsNoBuildWhereverItStands() throws IOException {
        Cli.Ended same = beside(TILL, TILL.replace("class Till {", "class Till {\n\n    // moved\n"));

        assertThat(same.code()).isZero();
        assertThat(same.out()).contains("group 1: lost update").endsWith("\nBaseline: no group is new.\n");
    }

    @Test
    void aNewGroupFailsTheBuild() throws IOException {
        Cli.Ended more = beside(TILL, TILL.replace("// more", TAKE));

        assertThat(more.code()).isEqualTo(1);
        assertThat(more.out()).containsPattern("\nBaseline: new of 2 groups: [12]\\.\n");
    }

    @Test
    void aGroupOfAGraverKindIsNew() throws IOException {
        Path base = folder.resolve("base.sarif");
        analyze(TILL, "--sarif", base.toString());
        Files.writeString(base, Files.readString(base).replace("lost-update", "read-skew"));

        assertThat(analyze(TILL, "--baseline", base.toString()).code()).isEqualTo(1);
    }

    @Test
    void aGroupThatIsGoneFailsNoBuildAndIsSaid() throws IOException {
        Cli.Ended mended = beside(
                TILL,
                TILL.replace(
                        "\"SELECT cash FROM till WHERE id = ?\"",
                        "\"SELECT cash FROM till" + " WHERE id = ? FOR UPDATE\""));

        assertThat(mended.code()).isZero();
        assertThat(mended.out()).endsWith("\nBaseline: no group is new; 1 of its groups is gone.\n");
    }

    @Test
    void aNewLossMakesTheAnswerUnknown() throws IOException {
        Cli.Ended lossy = beside(TILL, TILL.replace("+ amount", "/ amount"));
        Cli.Ended accepted = beside(TILL.replace("+ amount", "/ amount"), TILL.replace("+ amount", "/ amount"));

        assertThat(lossy.code()).isEqualTo(2);
        assertThat(lossy.out()).contains("Baseline: no group is new; 1 loss is new.\n");
        assertThat(accepted.code()).isZero();
    }

    @Test
    void aResultHasTheStatementsThatAreToBlame() throws IOException {
        Path sarif = folder.resolve("till.sarif");
        analyze(TILL, "--repairs", "--sarif", sarif.toString());
        String first = Files.readString(sarif);
        analyze(TILL, "--repairs", "--sarif", sarif.toString());

        assertThat(Files.readString(sarif)).isEqualTo(first).doesNotContain("baselineState");
        assertThat(first)
                .containsSubsequence(
                        "\"id\" : \"lost-update\"",
                        "\"ruleId\" : \"lost-update\"",
                        "\"level\" : \"error\"",
                        "pay reads till (Till.java:9) and then writes it (Till.java:13)",
                        "\\nrepair: lock the row\\n",
                        "\"startLine\" : 9",
                        "\"startLine\" : 13");
    }

    /** Code hosts show what lies in the folder of the build, and refuse absolute paths that are no URIs. */
    @Test
    void sourcesAreRelativeToTheWorkingDirectoryAsReferencesOfUris() throws IOException {
        Path work = Files.createDirectories(folder.resolve("work"));
        Path source = Files.createDirectories(work.resolve("my src/a"));
        Path other = Files.createDirectories(folder.resolve("other"));
        for (String file :
                List.of("my src/a/A.java", "ddl/x.sql", "s/b/B.java", "s/C.java", "t/C.java", "target/D.java")) {
            Files.createDirectories(work.resolve(file).getParent());
            Files.createFile(work.resolve(file));
        }
        Files.createFile(other.resolve("E.java"));
        var references = new SourceReferences(
                work, List.of(Path.of("my src"), other, source.resolve("A.java"), Path.of("ddl/x.sql")));

        assertThat(references.of("a/A.java")).isEqualTo("my%20src/a/A.java");
        assertThat(references.of("A.java")).isEqualTo("my%20src/a/A.java");
        assertThat(references.of("x.sql")).isEqualTo("ddl/x.sql");
        assertThat(references.of("B.java")).as("the only one").isEqualTo("s/b/B.java");
        assertThat(references.of("C.java")).as("one of two").isEqualTo("C.java");
        assertThat(references.of("D.java")).as("made by a build").isEqualTo("D.java");
        assertThat(references.of("E.java"))
                .isEqualTo(other.resolve("E.java").toUri().toString());
    }

    @Test
    void whatIsNoBaselineIsRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("x.txt"), "{ \"runs\": [ { \"tool\": 1 } ] }");

        assertThat(analyze(TILL, "--baseline", text.toString()).err())
                .contains("--baseline: " + text + ": no run of a tool is in it");
        assertThat(analyze(TILL, "--baseline", folder.resolve("none").toString())
                        .err())
                .contains("--baseline: cannot read ", "expected a file that schedule analyze --sarif wrote");
    }
}
