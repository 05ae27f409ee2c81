package moirai.directed.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Granularity;
import moirai.directed.encoding.Setting;
import moirai.directed.examples.Courseware;
import moirai.directed.levels.Promises;
import org.junit.jupiter.api.Test;

class CoursewareTest {

    /** The pairs of transactions that go wrong together. */
    private static Set<String> pairs(Promises level) {
        return new AnomalySearch(Courseware.program(), Levels.all(level), Bounds.SMALL)
                .find().internal().stream()
                        .map(anomaly -> anomaly.hops().stream()
                                .map(Anomaly.Hop::txn)
                                .sorted()
                                .collect(Collectors.joining(" ")))
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The paper's: too many in a course, a name twice, and someone in a course that is gone or gone themselves. */
    @Test
    void eventualConsistencyAllowsThePapersAnomalies() {
        assertThat(pairs(Promises.EVENTUAL))
                .contains(
                        "enroll enroll",
                        "addCourse addCourse",
                        "addStudent addStudent",
                        "enroll remCourse",
                        "enroll remStudent");
    }

    /** No transaction overwrites what it did not see, so a promise about conflicts does not help. */
    @Test
    void snapshotsAllowThemAsWell() {
        assertThat(pairs(Promises.SNAPSHOT))
                .containsExactly(
                        "addCourse addCourse",
                        "addStudent addStudent",
                        "enroll enroll",
                        "enroll remCourse",
                        "enroll remStudent");
    }

    @Test
    void serializableTransactionsHaveNone() {
        assertThat(pairs(Promises.SERIALIZABLE)).isEmpty();
    }

    /**
     * The paper's four pairs, and four more: to us a DELETE reads that its row is there, so that two removals, or an
     * addition and a removal, of one key conflict both ways.
     */
    private static AnomalySearch mended(Promises enroll) {
        return new AnomalySearch(
                        Courseware.withPlaces(),
                        new Levels(Promises.EVENTUAL, Map.of("enroll", enroll), Courseware.serializablePairs()),
                        Bounds.SMALL)
                .in(Setting.USUAL.at(Granularity.TRANSACTIONS));
    }

    @Test
    void enrolmentsOnParallelSnapshotsForkFarApart() {
        assertThat(mended(Promises.PARALLEL_SNAPSHOT).cyclic(2)).isEmpty();
        assertThat(mended(Promises.PARALLEL_SNAPSHOT).cyclic(3)).isEmpty();
        assertThat(mended(Promises.PARALLEL_SNAPSHOT).cyclic(4))
                .containsExactly(List.of("addCourse", "addStudent", "enroll", "enroll"));
    }

    @Test
    void enrolmentsOnSnapshotsHaveNoAnomalyOfUpToFour() {
        for (int count = 2; count <= 4; count++) {
            assertThat(mended(Promises.SNAPSHOT).cyclic(count)).isEmpty();
        }
    }
}
