package moirai.runs.emission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.runs.cases.Cases;
import moirai.runs.cases.HistoryCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An emitted script is followed as a person would: a psql for each terminal, one statement after the other. */
class EmittedScriptIT {

    @TempDir
    private Path folder;

    @Test
    void writeSkewAndLostUpdateAreSeenInTwoTerminals() throws IOException {
        FollowedScript.assumePsql();
        HistoryCase lostUpdate =
                Cases.of(Phenomenon.LOST_UPDATE, "read-committed", IsolationLevel.SNAPSHOT_ISOLATION, """
                        T0 s0 ok @10..40 r1=[] a1=1
                        T1 s1 ok @20..50 r1=[] a1=2
                        """);
        PostgresCluster cluster = RealPostgres.CLUSTER;
        for (HistoryCase shown : List.of(Cases.writeSkew(), lostUpdate)) {
            assertThat(FollowedScript.of(cluster, script(shown))).isEqualTo(FollowedScript.AS_WRITTEN);
        }
        // At the strong level somebody is refused.
        String strong = script(Cases.writeSkew()).replace("REPEATABLE READ", "SERIALIZABLE");
        assertThat(FollowedScript.of(cluster, strong)).contains("could not serialize access");
    }

    private String script(HistoryCase shown) throws IOException {
        return Files.readString(CaseFiles.write(folder, shown).resolve("sessions.sql"));
    }
}
