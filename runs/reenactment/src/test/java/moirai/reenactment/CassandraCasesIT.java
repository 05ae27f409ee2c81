package moirai.reenactment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.nemesis.cassandra.CassandraOptions;
import moirai.nemesis.network.lab.LabHosts;
import moirai.reenactment.cassandra.CassandraTarget;
import org.junit.jupiter.api.Test;

/** Anomalies of the textbook on three real nodes that are cut off from each other; with sweeps, all of them. */
class CassandraCasesIT {

    @Test
    void anomaliesHappenWhereNodesAreCutOffFromEachOther() {
        assumeTrue(CassandraCluster.problem().isEmpty(), "skipped: needs a JDK 17");
        assumeTrue(LabHosts.problem().isEmpty(), "skipped: needs a lab");
        List<TextbookAnomaly> anomalies = Boolean.getBoolean("moirai.sweeps")
                ? List.of(TextbookAnomaly.values())
                : List.of(
                        TextbookAnomaly.LOST_UPDATE,
                        TextbookAnomaly.NON_REPEATABLE_READ,
                        TextbookAnomaly.LONG_FORK,
                        TextbookAnomaly.WRITE_SKEW);
        var unexpected = new ArrayList<String>();
        try (CassandraTarget target = CassandraTarget.start(new CassandraCluster(CassandraOptions.of(3)))) {
            assertThat(target.describe()).isEqualTo("Cassandra, 3 nodes, at one");
            for (TextbookAnomaly anomaly : anomalies) {
                DirectedCase wanted = Cases.of(anomaly, Promises.EVENTUAL).getFirst();
                ReplayOutcome outcome = target.replay(wanted);
                if (!(outcome instanceof ReplayOutcome.Manifested)) {
                    unexpected.add(outcome.sentence() + "\n" + wanted.text());
                }
            }
        }
        assertThat(unexpected).isEmpty();
    }
}
