package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import moirai.history.FaultEvent;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class KnownIssuesTest {

    @Test
    void writeSkewOfPostgres18AtSerializableIsKnown() {
        assertThat(KnownIssues.of("PostgreSQL 18.6", "serializable", Set.of(Phenomenon.G2_ITEM)))
                .hasValueSatisfying(reference -> assertThat(reference).contains("18.4", "https://"));
    }

    @Test
    void lostUpdatesOfH2AreThoseOfItsCacheOfResults() {
        Set<Phenomenon> lost = Set.of(Phenomenon.LOST_UPDATE, Phenomenon.G_SINGLE);

        assertThat(KnownIssues.of("H2 2.3.232", "serializable", lost))
                .hasValueSatisfying(reference ->
                        assertThat(reference).contains("h2database/issues/3894", "OPTIMIZE_REUSE_RESULTS=0"));
        assertThat(KnownIssues.of("H2 2.5.252", "serializable", lost)).isEmpty();
        assertThat(KnownIssues.of("H2 2.5.252", "serializable", Set.of(Phenomenon.G_SINGLE)))
                .hasValueSatisfying(reference -> assertThat(reference).contains("perhaps from its cache"));
        assertThat(KnownIssues.of("H2 2.4.240", "serializable", Set.of(Phenomenon.G_SINGLE)))
                .isEmpty();
        assertThat(KnownIssues.of("H2 2.3.232", "serializable", Set.of(Phenomenon.G0)))
                .isEmpty();
    }

    @Test
    void lostUpdatesOfGaleraAreKnown() {
        Set<Phenomenon> lost = Set.of(Phenomenon.LOST_UPDATE, Phenomenon.G_SINGLE);

        assertThat(KnownIssues.of("MariaDB 10.11.19, Galera 26.4.23, 3 nodes", "repeatable-read", lost))
                .hasValueSatisfying(reference -> assertThat(reference).contains("Jepsen", "of one node"));
        assertThat(KnownIssues.of("MariaDB 10.11.19", "repeatable-read", lost)).isEmpty();
        assertThat(KnownIssues.of("MariaDB 10.11.19, Galera 26.4.23", "read-committed", lost))
                .isEmpty();
    }

    @Test
    void aLossOfPowerTakesBackWhatInnodbHasShown() {
        var power = List.of(new FaultEvent(7, FaultEvent.Phase.INJECTED, "power", "n1"));
        var kill = List.of(new FaultEvent(7, FaultEvent.Phase.INJECTED, "kill", "n1"));

        assertThat(KnownIssues.excuse("MariaDB 10.11.19, Galera 26.4.23", power, 1, 9))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("not proven to be a bug", "bugs.mysql.com/bug.php?id=74303"));
        assertThat(KnownIssues.excuse("MariaDB 10.11.19", kill, 1, 9)).isEmpty();
        assertThat(KnownIssues.excuse("MariaDB 10.11.19", power, 1, 6))
                .as("it was complete while there was power")
                .isEmpty();
        assertThat(KnownIssues.excuse("PostgreSQL 18.6", power, 1, 9)).isEmpty();
    }

    /**
     * The sequence was observed at {@code --replication apply}: a value was read at a primary that had restarted, and
     * was gone after the next failover.
     */
    @Test
    void aFailoverTakesBackWhatARestartedPrimaryHasShown() {
        var kill = new FaultEvent(5, FaultEvent.Phase.INJECTED, "kill", "n1");
        var failover = new FaultEvent(7, FaultEvent.Phase.INJECTED, "failover", "from n1 to n2");
        var kept = "PostgreSQL 18.6, 3 nodes, replication apply";

        assertThat(KnownIssues.excuse(kept, List.of(kill, failover), 1, 9))
                .hasValueSatisfying(why -> assertThat(why).contains("not proven to be a bug", "High Availability"));
        assertThat(KnownIssues.excuse(kept, List.of(kill, failover), 1, 6)).isEmpty();
        assertThat(KnownIssues.excuse(kept, List.of(failover), 1, 9))
                .as("nobody crashed")
                .isEmpty();
        assertThat(KnownIssues.excuse(kept, List.of(kill), 1, 9))
                .as("what is shown stays")
                .isEmpty();
        assertThat(KnownIssues.excuse("MariaDB 10.11.19", List.of(kill, failover), 1, 9))
                .isEmpty();
    }

    @Test
    void whatWasAcknowledgedMustNotBeTakenBack() {
        var power = List.of(new FaultEvent(7, FaultEvent.Phase.INJECTED, "power", "n1"));

        assertThat(KnownIssues.excuse("MariaDB 10.11.19", power, 0, 9)).isEmpty();
    }

    @Test
    void nothingElseIs() {
        assertThat(KnownIssues.of("PostgreSQL 18.6", "repeatable-read", Set.of(Phenomenon.G2_ITEM)))
                .isEmpty();
        assertThat(KnownIssues.of("PostgreSQL 17.2", "serializable", Set.of(Phenomenon.G2_ITEM)))
                .isEmpty();
        assertThat(KnownIssues.of("PostgreSQL 18.6", "serializable", Set.of(Phenomenon.G2_ITEM, Phenomenon.G_SINGLE)))
                .isEmpty();
        assertThat(KnownIssues.of("PostgreSQL 18.6", "serializable", Set.of())).isEmpty();
    }
}
