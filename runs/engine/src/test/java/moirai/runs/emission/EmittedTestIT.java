package moirai.runs.emission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.runs.cases.Cases;
import moirai.runs.cases.HistoryCase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** An emitted test is compiled with only JUnit, and run at a weak level and at a strong one. */
class EmittedTestIT {

    /** A case in which the result of the last read is unknown. */
    private static final HistoryCase UNANSWERED =
            Cases.of(Phenomenon.G2_ITEM, "repeatable-read", IsolationLevel.SERIALIZABLE, """
                    T0 s3 ok @1000..9000 r1=[] a2=7
                    T1 s5 ok @2000..8000 r2=[] a1=8
                    T2 s6 fail:08006 @2500..9500 r1=?
                    """);

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        CompiledSource.forget();
    }

    @Test
    void emittedTestsFailAtTheWeakLevelAndPassAtTheStrongOne() throws Exception {
        HistoryCase lostUpdate =
                Cases.of(Phenomenon.LOST_UPDATE, "read-committed", IsolationLevel.SNAPSHOT_ISOLATION, """
                        T0 s0 ok @10..40 r1=[] a1=1
                        T1 s1 ok @20..50 r1=[] a1=2
                        """);
        PostgresCluster cluster = RealPostgres.CLUSTER;
        CompiledSource.set("url", cluster.url());
        CompiledSource.set("user", cluster.user());
        CompiledSource.set("password", cluster.password());

        failsAndPasses(Cases.writeSkew(), "repeatable-read", "serializable", "SELECT val FROM moirai_case_");
        failsAndPasses(lostUpdate, "read-committed", "repeatable-read", "WHERE id = 1 -> []");
        failsAndPasses(UNANSWERED, "repeatable-read", "serializable", "WHERE id = 1 -> [?]");
        CompiledSource.set("isolation", "serializable");
        assertThatThrownBy(
                        () -> compiled(Cases.writeSkew(), "SET val", "SET gone").run())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("step 5")
                .hasStackTraceContaining("column \"gone\"");
    }

    private void failsAndPasses(HistoryCase shown, String weak, String strong, String said) throws Exception {
        CompiledSource.set("isolation", weak);
        assertThat(catchThrowable(() -> compiled(shown).run()))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("at " + weak + " every statement was accepted")
                .hasMessageContaining(said);
        CompiledSource.set("isolation", strong);
        assertThatCode(() -> compiled(shown).run()).doesNotThrowAnyException();
    }

    private CompiledSource compiled(HistoryCase shown) throws IOException {
        return compiled(shown, "", "");
    }

    private CompiledSource compiled(HistoryCase shown, String text, String replacement) throws IOException {
        Path source = CaseFiles.write(folder, shown).resolve("AnomalyTest.java");
        Files.writeString(source, Files.readString(source).replace(text, replacement));
        return CompiledSource.of(source);
    }
}
