package moirai.nemesis.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.Map;
import moirai.nemesis.process.StateDirectory;
import org.junit.jupiter.api.Test;

class PostgresVersionsTest {

    private static PostgresVersions versions(String from, String to) {
        return new PostgresVersions(ServerVersion.parse(from), ServerVersion.parse(to));
    }

    private static PostgresOptions options(int nodes, Replication replication, PostgresVersions versions) {
        return new PostgresOptions(nodes, replication, 1, Map.of(), versions);
    }

    /** Else the servers that a user did not ask a version of would be called by another one. */
    @Test
    void theVersionOfTheProgramsOnTheClassPathIsTheOneThatIsWrittenDown() throws IOException {
        var state = StateDirectory.open();
        String own = state.exclusively(() -> PostgresBinaries.of(ServerVersion.BUNDLED, state))
                .version();
        assertThat(own).isEqualTo(ServerVersion.BUNDLED.label());
        assertThat(ServerVersion.parse(own.substring(0, own.indexOf('.')))).hasToString(own);
    }

    @Test
    void aMajorVersionAloneIsItsNewestMinorOne() {
        assertThat(ServerVersion.parse("17")).isEqualTo(new ServerVersion(17, 11));
        assertThat(ServerVersion.parse("17.4")).isEqualTo(new ServerVersion(17, 4));
        assertThat(ServerVersion.parse("19.0")).hasToString("19.0");
        for (String text : new String[] {"19", "14.5", "18.6.1", "18.", "", "x", "18.6-1", "../18"}) {
            assertThatIllegalArgumentException()
                    .as(text)
                    .isThrownBy(() -> ServerVersion.parse(text))
                    .withMessageContaining("expected ");
        }
    }

    @Test
    void serversGoToNewerVersionsAlone() {
        assertThat(versions("17.9", "17.10").isUpgrade()).isTrue();
        assertThat(versions("17.9", "17.10").isMajor()).isFalse();
        assertThat(versions("17", "18").isMajor()).isTrue();
        assertThat(versions("18", "18.6").isUpgrade()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> versions("18", "17"))
                .withMessageContaining("expected a newer version");
    }

    /** A node that gets rows counts for no commit: with two, commits would wait for nobody. */
    @Test
    void anotherMajorVersionNeedsANodeToSpare() {
        PostgresVersions major = versions("17", "18");
        assertThat(options(2, Replication.ASYNC, major).configuration()).contains("wal_level = 'logical'");
        assertThat(options(2, Replication.ASYNC, versions("18.0", "18.6")).configuration())
                .doesNotContain("wal_level");
        options(1, Replication.ASYNC, versions("18.0", "18.6"));
        options(3, Replication.SYNC, major);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options(1, Replication.ASYNC, major))
                .withMessageContaining("expected 2 nodes or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options(2, Replication.SYNC, major))
                .withMessageContaining("expected 3 nodes or more");
    }
}
