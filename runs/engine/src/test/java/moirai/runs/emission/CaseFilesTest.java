package moirai.runs.emission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseFormat;
import moirai.runs.cases.Cases;
import moirai.runs.report.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseFilesTest {

    @TempDir
    private Path parent;

    @Test
    void everythingStandsInAFolderThatTheFingerprintNames() throws IOException {
        Case skew = Cases.writeSkew();

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

    @Test
    void noTextOfACaseBecomesAStatement() throws IOException {
        Case skew = Cases.writeSkew();
        String evil = "x'; DROP TABLE a; -- */ \\u000a \" \n\\! sh";
        RunHeader header = skew.header();
        var builder = new HistoryBuilder(
                new RunHeader(header.seed(), evil, header.isolation(), header.expect(), evil, header.started()));
        for (int txn = 0; txn < skew.history().txnCount(); txn++) {
            builder.add(skew.history().txn(txn));
        }
        Case found = new Case(skew.claim(), builder.build(), skew.origin(), List.of());

        Path folder = CaseFiles.write(parent, found);

        String script = Files.readString(folder.resolve("sessions.sql"));
        String plain = "x?; DROP TABLE a; -- ?? ?u000a ? ??? sh";
        assertThat(script).contains("-- Found on " + plain + " at").doesNotContain("'; DROP", "\\");
        assertThat(Files.readString(folder.resolve("AnomalyTest.java")))
                .contains(plain)
                .doesNotContain("\\u");
    }
}
