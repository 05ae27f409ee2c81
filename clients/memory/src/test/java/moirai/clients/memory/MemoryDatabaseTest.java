package moirai.clients.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import moirai.history.Elements;
import moirai.history.Outcome;
import moirai.history.Seed;
import org.junit.jupiter.api.Test;

class MemoryDatabaseTest {

    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final Outcome REFUSED = new Outcome.Aborted("40001");

    private final MemoryDatabase database = MemoryDatabase.honest(MemoryIsolation.STRICT_SERIALIZABLE);

    private static void appendAlone(MemoryDatabase database, int key, int element) {
        var txn = database.begin();
        txn.append(key, element);
        assertThat(txn.commit()).isEqualTo(COMMITTED);
    }

    @Test
    void readSeesTheSnapshotAndOwnAppends() {
        appendAlone(database, 1, 10);
        var txn = database.begin();
        appendAlone(database, 1, 11);
        txn.append(1, 12);

        assertThat(txn.read(1)).isEqualTo(Elements.of(10, 12));
        assertThat(txn.commit()).isEqualTo(REFUSED);
        assertThat(database.begin().read(1)).isEqualTo(Elements.of(10, 11));
    }

    @Test
    void abortedAppendsAreNeverSeen() {
        var txn = database.begin();
        txn.append(1, 10);
        txn.abort();

        assertThat(database.begin().read(1)).isEqualTo(Elements.EMPTY);
    }

    @Test
    void readerKeepsItsSnapshotAndIsNotRefused() {
        var reader = database.begin();
        appendAlone(database, 1, 10);
        appendAlone(database, 2, 20);

        assertThat(reader.read(1)).isEqualTo(Elements.EMPTY);
        assertThat(reader.read(2)).isEqualTo(Elements.EMPTY);
        assertThat(reader.commit()).isEqualTo(COMMITTED);
    }

    @Test
    void appendWithoutAReadGoesToTheEndAsOfTheCommit() {
        var txn = database.begin();
        txn.append(1, 11);
        appendAlone(database, 1, 10);

        assertThat(txn.commit()).isEqualTo(COMMITTED);
        assertThat(database.begin().read(1)).isEqualTo(Elements.of(10, 11));
    }

    private static List<Outcome> crossedReadsAndAppends(MemoryDatabase database) {
        var left = database.begin();
        var right = database.begin();
        left.read(1);
        left.append(2, 20);
        right.read(2);
        right.append(1, 10);
        return List.of(left.commit(), right.commit());
    }

    @Test
    void writeSkewPassesSnapshotIsolationOnly() {
        assertThat(crossedReadsAndAppends(database)).containsExactly(COMMITTED, REFUSED);
        assertThat(crossedReadsAndAppends(MemoryDatabase.honest(MemoryIsolation.SNAPSHOT_ISOLATION)))
                .containsExactly(COMMITTED, COMMITTED);
    }

    @Test
    void firstCommitterWinsUnderSnapshotIsolation() {
        var snapshots = MemoryDatabase.honest(MemoryIsolation.SNAPSHOT_ISOLATION);
        var txn = snapshots.begin();
        txn.append(1, 11);
        appendAlone(snapshots, 1, 10);

        assertThat(txn.commit()).isEqualTo(REFUSED);
    }

    @Test
    void longestOpenTransactionStillReadsItsSnapshotAfterManyCommits() {
        appendAlone(database, 1, 0);
        var reader = database.begin();
        for (int element = 1; element < 1000; element++) {
            appendAlone(database, 1, element);
        }

        assertThat(reader.read(1)).isEqualTo(Elements.of(0));
    }

    @Test
    void versionsThatNobodyCanReadAreDropped() {
        for (int element = 0; element < 10_000; element++) {
            appendAlone(database, 1, element);
        }
        int count = 0;
        for (Version version = database.list(1).current(); version != Version.NONE; version = version.older) {
            count++;
        }

        assertThat(count).isLessThan(100);
    }

    @Test
    void retiredKeyIsAnErrorAndNotAnEmptyList() {
        for (int key = 0; key <= MemoryDatabase.KEY_COUNT_MAX; key++) {
            appendAlone(database, key, 1);
        }

        assertThat(database.begin().read(1)).isEqualTo(Elements.of(1));
        assertThatThrownBy(() -> database.begin().read(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("key 0 has retired");
    }

    @Test
    void endedTransactionTakesNoMoreSteps() {
        var txn = database.begin();
        txn.commit();

        assertThatThrownBy(() -> txn.read(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> txn.append(1, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(txn::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(txn::abort).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void lostUpdateKeepsBothAppendsInTheList() {
        var planted = MemoryDatabase.planted(PlantedBug.LOST_UPDATE, 1, new Seed(1));
        var rivals = new ArrayList<MemoryTxn>();
        for (int i = 0; i < 2; i++) {
            rivals.add(planted.begin());
        }
        for (int i = 0; i < 2; i++) {
            assertThat(rivals.get(i).read(1)).isEqualTo(Elements.EMPTY);
            rivals.get(i).append(1, i);
        }

        assertThat(rivals.get(0).commit()).isEqualTo(COMMITTED);
        assertThat(rivals.get(1).commit()).isEqualTo(COMMITTED);
        assertThat(planted.begin().read(1)).isEqualTo(Elements.of(0, 1));
    }

    /** The history is a G-single cycle, but not two updates of one version. */
    @Test
    void lostUpdateDoesNotFireAgainstAnAppendWithoutARead() {
        var planted = MemoryDatabase.planted(PlantedBug.LOST_UPDATE, 1, new Seed(1));
        var txn = planted.begin();
        txn.read(1);
        txn.append(1, 11);
        appendAlone(planted, 1, 10);

        assertThat(txn.commit()).isEqualTo(REFUSED);
    }

    @Test
    void probabilityOutsideZeroToOneIsRefused() {
        assertThatThrownBy(() -> MemoryDatabase.planted(PlantedBug.INTERNAL, 1.5, new Seed(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1.5");
    }
}
