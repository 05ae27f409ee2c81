package moirai.directed.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Granularity;
import moirai.directed.encoding.Setting;
import moirai.directed.examples.Courseware;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.examples.Tpcc;
import moirai.directed.examples.Withdrawal;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The proofs of Nagar and Jagannathan (2018), sections 2 and 6, that look at paths. */
class ShortestPathTest {

    @Test
    void withdrawalsOnParallelSnapshotsAreSerializable() {
        Claim claim = Claim.of(Withdrawal.program(), Levels.all(Promises.PARALLEL_SNAPSHOT), Bounds.SMALL);

        assertThat(new ShortestPath(claim).prove(4).text()).isEqualTo("""
                program withdrawal at PSI
                within: 2 rows a table, numbers from 0 to 7, loops up to 1 times; transactions as wholes, any number of\
                 other transactions beside the named ones; more rows and numbers where the\
                 transactions looked at need them
                answer: serializable
                1. Of 1 sequences of 2 transactions 1 can be paths without chords, and none can close to a cycle.
                2. Of 1 sequences of 3 transactions 1 can be paths without chords, and none can close to a cycle.
                3. Of 1 sequences of 4 transactions 0 can be paths without chords, and none can close to a cycle.
                4. No path without chords has 3 dependencies, so no cycle is longer than those.
                """);
    }

    @Test
    void aCycleStandsInTheWayOfAProof() {
        Claim claim = Claim.of(Withdrawal.program(), Levels.all(Promises.PREFIX_CONSISTENT), Bounds.SMALL);

        assertThat(new ShortestPath(claim).prove(4)).isInstanceOfSatisfying(Proof.NotProven.class, proof -> {
            assertThat(proof.model().what()).isEqualTo("cycle of dependencies: withdraw, withdraw");
            assertThat(proof.model().findings()).isNotEmpty();
        });
    }

    @Test
    void pathsThatCanBeLongerAreNoProof() {
        Claim claim = Claim.of(Withdrawal.program(), Levels.all(Promises.PARALLEL_SNAPSHOT), Bounds.SMALL);

        assertThat(new ShortestPath(claim).prove(2))
                .isInstanceOfSatisfying(
                        Proof.NotProven.class,
                        proof -> assertThat(proof.model().what())
                                .isEqualTo("path of dependencies without chords: withdraw, withdraw, withdraw"));
    }

    /** These two transactions have paths without chords of any length, as the paper says of TPC-C. */
    @Test
    void tpccOnSnapshotsIsBeyondShortestPaths() {
        Program part = Tpcc.program().only(List.of("payment", "orderStatus"));
        Claim claim = Claim.of(part, Levels.all(Promises.SNAPSHOT), Bounds.SMALL);

        assertThat(new ShortestPath(claim.alone()).prove(4))
                .isInstanceOfSatisfying(
                        Proof.NotProven.class,
                        proof -> assertThat(proof.model().what()).startsWith("path of dependencies without chords"));
    }

    /** Only with the long fork's own length is it known that there is one. */
    @Test
    void aForkIsFoundAtItsLength() {
        Claim claim =
                Claim.of(TextbookAnomaly.LONG_FORK.program(), Levels.all(Promises.PARALLEL_SNAPSHOT), Bounds.SMALL);

        assertThat(new ShortestPath(claim).prove(6).steps())
                .hasSize(3)
                .last()
                .asString()
                .contains("and one can close");
    }

    @Test
    @EnabledIfSystemProperty(named = "moirai.sweeps", matches = "true")
    void coursewareWithEnrolmentsOnSnapshotsIsSerializable() {
        Claim claim = new Claim(
                Courseware.withPlaces(),
                new Levels(Promises.EVENTUAL, Map.of("enroll", Promises.SNAPSHOT), Courseware.serializablePairs()),
                Bounds.SMALL,
                Setting.USUAL.at(Granularity.TRANSACTIONS));

        assertThat(new ShortestPath(claim).prove(9))
                .isInstanceOfSatisfying(
                        Proof.Proven.class,
                        proof -> assertThat(proof.claim().assumptions()).hasSize(2));
    }
}
