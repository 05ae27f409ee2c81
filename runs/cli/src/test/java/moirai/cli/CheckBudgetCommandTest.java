package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.analysis.AnalysisWatcher;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A check that does not come to its end: memory is used up in one of its stages, which, unlike time, is no race. */
@Timeout(60)
class CheckBudgetCommandTest {

    @TempDir
    private Path directory;

    private Path file = Path.of("");

    @BeforeEach
    void writeSkewAfterAnAbortedRead() throws IOException {
        file = Files.writeString(directory.resolve("history.txt"), """
                T0 s0 fail a3=1
                T1 s1 r3=[1]
                T2 s2 r1=[] a2=7
                T3 s3 r2=[] a1=8
                """);
    }

    /** Tells what the stages before this one have proven, and needs too much memory for it. */
    private static Checker exhaustedIn(String stage) {
        return new Checker() {

            private final Checker whole = new LevelChecker();

            @Override
            public Findings analyze(History history) {
                return whole.analyze(history);
            }

            @Override
            public Findings analyze(History history, IsolationLevel level, AnalysisWatcher watcher) {
                return whole.analyze(history, level, (next, soFar) -> {
                    watcher.begins(next, soFar);
                    if (next.contains(stage)) {
                        throw new OutOfMemoryError("planted");
                    }
                });
            }
        };
    }

    private Cli.Ended check(Checker checker, String... more) {
        String[] arguments = {"check", file.toString(), "--expect", more[0], "--check-budget", more[1]};
        return Cli.with(checker).run(arguments);
    }

    @Test
    void whatIsNotProvenByThenIsUnknownAndTheNextCommandHasTwiceTheTime() throws IOException {
        Files.writeString(file, "T0 s0 r1=[] a2=7\nT1 s1 r2=[] a1=8\n");

        Cli.Ended ended = check(exhaustedIn("cycles"), "serializable", "time=1h");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.words())
                .contains("verdict: UNKNOWN · expected serializable · not decided: the budget of heap=")
                .contains("m, all that the JVM may use (more: MOIRAI_JAVA_OPTS=-Xmx8g), was used up during the search"
                        + " for cycles ");
        assertThat(ended.out())
                .contains("  go on    moirai check " + file + " --expect serializable --check-budget time=7200s\n");
    }

    @Test
    void whatIsProvenByThenIsSaid() {
        Cli.Ended ended = check(exhaustedIn("cycles"), "serializable", "time=1h");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains("verdict: INVALID · expected serializable · found G1a ×1\n")
                .contains("  go on  ")
                .doesNotContain("G2-item");
    }

    @Test
    void aLevelThatHoldsIsNotForgottenWhenAStrongerOneIsNotDecided() throws IOException {
        Files.writeString(file, """
                T0 s0 a1=1
                T1 s1 a1=2 r2=[]
                T2 s2 a2=1
                T3 s3 a2=2 r1=[]
                T4 s4 r1=[1 2] r2=[1 2]
                """);

        Cli.Ended ended = check(exhaustedIn("order of commits at prefix"), "prefix", "time=1h");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out())
                .contains("verdict: UNKNOWN · expected prefix")
                .contains("  holds    consistent-view, strong-read-committed\n");
    }

    @Test
    void anAmpleBudgetChangesNothing() {
        assertThat(check(new LevelChecker(), "serializable", "time=60s,heap=200m")
                        .out())
                .isEqualTo(Cli.plain()
                        .run("check", file.toString(), "--expect", "serializable")
                        .out())
                .contains("verdict: INVALID");
    }

    @Test
    void aBudgetThatIsNoneIsRefused() {
        Cli.Ended ended = check(new LevelChecker(), "serializable", "soon");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--check-budget").contains("'soon'").contains("time=5m,heap=4g");
    }
}
