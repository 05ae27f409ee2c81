package moirai.reenactment.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import moirai.reenactment.ReplayOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Methods that decide themselves where transactions end, compiled from sources, on H2 at read committed. */
class OwnBoundariesTest {

    /** Throws if no row was changed, in a way that the analysis does not see through. */
    private static final String CHECKED = "u.setInt(3, bal); java.util.Objects.checkIndex(0, u.executeUpdate());";

    @TempDir
    private Path folder;

    private ReplayOutcome replay(String... words) throws Exception {
        return new TillCode(folder).replay(words);
    }

    @Test
    void anUpdateThatIsLostManifests() throws Exception {
        assertThat(replay("COMMIT", "c.commit();").label()).isEqualTo("manifested: final state");
    }

    @Test
    void aCallThatThrowsAfterALookAtTheVersionHasLeftNothing() throws Exception {
        ReplayOutcome outcome = replay("GUARD", "AND bal = ?", "WRITE", CHECKED, "COMMIT", "c.commit();");

        assertThat(outcome.label()).isEqualTo("aborted 40000");
        assertThat(outcome.sentence()).contains("gave up by itself after what it saw");
    }

    @Test
    void aCallThatWouldThrowWithoutOthersAsWellIsNotPrevented() throws Exception {
        ReplayOutcome outcome = replay("COMMIT", "if (bal < 99) { throw new IllegalStateException(\"never\"); }");

        assertThat(outcome.label()).isEqualTo("diverged");
        assertThat(outcome.sentence()).contains("gave up, and does so alone as well: java.lang.IllegalState");
    }

    @Test
    void aLockIsHeldUntilTheTransactionEnds() throws Exception {
        assertThat(replay("LOCK", "FOR UPDATE", "COMMIT", "c.commit();").label())
                .isEqualTo("blocked");
    }

    @Test
    void aLockIsGivenUpWithAStatementThatCommitsByItself() throws Exception {
        assertThat(replay("LOCK", "FOR UPDATE", "BEGIN", "").label()).isEqualTo("manifested: final state");
    }

    @Test
    void whatIsNotCommittedWhenTheConnectionClosesIsRolledBack() throws Exception {
        assertThat(replay("COMMIT", "").sentence()).contains("gave up, and does so alone as well");
    }

    @Test
    void aSecondConnectionIsRefused() {
        String second = "try (Connection d = source.getConnection()) { d.setAutoCommit(true); } c.commit();";

        assertThatThrownBy(() -> replay("COMMIT", second))
                .isInstanceOf(CodeException.class)
                .hasMessageContaining("opens a second connection beside the first");
    }

    @Test
    void theLevelThatTheCodeAsksForIsItsOwn() throws Exception {
        String strong = "c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE); c.setAutoCommit(false);";

        assertThat(replay("BEGIN", strong, "COMMIT", "c.commit();").label()).isEqualTo("aborted 40001");
    }

    @Test
    void rowsThatBreakACheckLeaveAModelledAnomaly() throws Exception {
        ReplayOutcome outcome = replay("RULES", ", CHECK (bal > 100)", "COMMIT", "c.commit();");

        assertThat(outcome.label()).isEqualTo("modelled: final state");
        assertThat(outcome.sentence()).contains("references and checks of its tables are left out");
    }
}
