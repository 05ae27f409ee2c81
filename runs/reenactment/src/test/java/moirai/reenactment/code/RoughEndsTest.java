package moirai.reenactment.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import moirai.reenactment.ReplayOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods that end the process, throw errors, never return, or leave their transaction without a commit. */
class RoughEndsTest {

    private static final String INITIALIZED = "moirai.reenactment.code.initialized";

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        System.clearProperty(INITIALIZED);
    }

    private ReplayOutcome replay(String... words) throws Exception {
        return new TillCode(folder).replay(words);
    }

    @ParameterizedTest
    @CsvSource({
        "System.exit(0), System.exit",
        "Runtime.getRuntime().exit(7), Runtime.exit",
        "Runtime.getRuntime().halt(0), Runtime.halt",
        "java.util.stream.IntStream.of(3).forEach(System::exit), System.exit",
        "java.util.stream.IntStream.of(3).forEach(Runtime.getRuntime()::halt), Runtime.halt",
        "new End().now(), System.exit"
    })
    void aCallThatEndsItsProcessEndsNoReplayAndIsNoAnswer(String exit, String name) throws Exception {
        ReplayOutcome outcome = replay("COMMIT", "if (bal < 99) { " + exit + "; } c.commit();", "// MEMBERS", """
                static final class End {
                    void now() {
                        System.exit(0);
                    }
                }
                """);

        assertThat(outcome.label()).isEqualTo("diverged");
        assertThat(outcome.sentence())
                .contains("T0 (take) called " + name + ", which ends the process of the application")
                .contains("the last statement that it sent is 'UPDATE acc SET bal = ? WHERE i…'");
    }

    @Test
    void aClassThatEndsTheProcessWhenItIsInitializedCannotBeRun() {
        String[] words = {"COMMIT", "c.commit();", "// MEMBERS", "static { Runtime.getRuntime().halt(0); }"};

        assertThatThrownBy(() -> replay(words))
                .isInstanceOf(CodeException.class)
                .hasMessage("class Till cannot be loaded: it calls Runtime.halt, which ends the process");
    }

    @Test
    void aMethodThatEndsTheProcessAndIsNotCalledIsNoHindrance() throws Exception {
        ReplayOutcome outcome = replay(
                "COMMIT", "c.commit();", "// MEMBERS", "public static void main(String[] all) { System.exit(0); }");

        assertThat(outcome.label()).isEqualTo("manifested: final state");
    }

    @Test
    void aDamagedClassFileIsLeftToTheJvm() throws Exception {
        try (InputStream in = getClass().getResourceAsStream("RoughEndsTest.class")) {
            byte[] whole = Objects.requireNonNull(in).readAllBytes();
            for (int length = 0; length <= whole.length; length++) {
                assertThat(ExitCalls.without(Arrays.copyOf(whole, length))).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "StackOverflowError()",
                "AssertionError(\"never\")",
                "NoClassDefFoundError(\"gone\")",
                "ExceptionInInitializerError(\"broken\")"
            })
    void anErrorThatTheCodeThrowsIsWhatItThrew(String error) throws Exception {
        ReplayOutcome outcome = replay("COMMIT", "if (bal < 99) { throw new " + error + "; } c.commit();");

        assertThat(outcome.label()).isEqualTo("diverged");
        assertThat(outcome.sentence())
                .contains("gave up, and does so alone as well: java.lang." + error.replaceFirst("\\(.*", ""));
    }

    @Test
    void anErrorAfterALookAtWhatOthersDidPreventsTheAnomaly() throws Exception {
        ReplayOutcome outcome = replay(
                "GUARD",
                "AND bal = ?",
                "WRITE",
                "u.setInt(3, bal); if (Integer.bitCount(u.executeUpdate()) == 0) { throw new AssertionError(); }",
                "COMMIT",
                "c.commit();");

        assertThat(outcome.label()).isEqualTo("aborted 40000");
    }

    @Test
    void anExhaustedMemoryIsNoAnswerOfTheCode() {
        assertThatThrownBy(() -> replay("COMMIT", "if (bal < 99) { throw new OutOfMemoryError(\"mine\"); }"))
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void aCallThatDoesNotEndIsNamedWithItsLastStatement() throws Exception {
        ReplayOutcome outcome = new TillCode(folder)
                .replay(Duration.ofSeconds(1), "COMMIT", "while (bal < 99) { Thread.onSpinWait(); } c.commit();");

        assertThat(outcome.sentence())
                .contains("T0 (take) did not end within 1 s; the last statement that it sent is 'UPDATE acc SET bal");
    }

    @Test
    void aCallThatNeverCommitsIsSaidToEndWithoutACommit() throws Exception {
        assertThat(replay("COMMIT", "").sentence()).endsWith("does so alone as well: it ended without a commit.");
    }

    @Test
    void aClassThatNoCallNeedsIsNotInitialized() throws Exception {
        Files.writeString(folder.resolve("Audit.java"), """
                import java.sql.*;

                public class Audit {
                    static { System.setProperty("PROPERTY", "yes"); }

                    public void look(Connection c, int id) throws SQLException {
                        PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ?");
                        s.setInt(1, id);
                        s.executeQuery();
                    }
                }
                """.replace("PROPERTY", INITIALIZED));

        assertThat(replay("COMMIT", "c.commit();").label()).isEqualTo("manifested: final state");
        assertThat(System.getProperty(INITIALIZED)).isNull();
    }
}
