package moirai.directed.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.examples.Tpcc;
import moirai.directed.examples.Withdrawal;
import moirai.directed.levels.Promises;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The proof of Nagar and Jagannathan (2018), section 6, that goes by the order of writes. */
@Tag("long")
class InductionTest {

    private static final Claim TPCC = Claim.of(Tpcc.program(), Levels.all(Promises.SNAPSHOT), Bounds.SMALL);

    @Test
    void tpccOnSnapshotsIsSerializableInThePapersTwoRounds() {
        Proof proof = new Induction(TPCC.alone()).prove(List.of(Set.of("newOrder", "payment"), Set.of("delivery")));

        assertThat(proof.text()).isEqualTo("""
                program tpcc at SI
                within: 2 rows a table, numbers from 0 to 7, loops up to 1 times; transactions as wholes, no other\
                 transactions beside the named ones; more rows and numbers where the\
                 transactions looked at need them
                answer: serializable
                assumed: What other transactions leave in the rows is the same for all of those looked at.
                assumed: At first: ORDERS ids are given out.
                assumed: At first: NEW_ORDER ids are given out.
                assumed: At first: ORDER_LINE ids are given out.
                1. What depends on one of [newOrder, payment] comes after it, among [newOrder, payment, orderStatus,\
                 delivery, stockLevel].
                2. Of three that depend on each other in a row the last comes after one of the others.
                3. None of [newOrder, payment] is on a cycle of two.
                4. What depends on one of [delivery] comes after it, among [orderStatus, delivery, stockLevel].
                5. Of three that depend on each other in a row the last comes after one of the others.
                6. None of [delivery] is on a cycle of two.
                7. Left are [orderStatus, stockLevel], which do not depend on each other.
                """);
    }

    @Test
    void withoutDeliveryAsALeaderTheRestDependsOnIt() {
        assertThat(new Induction(TPCC.alone()).prove(List.of(Set.of("newOrder", "payment"))))
                .isInstanceOfSatisfying(
                        Proof.NotProven.class,
                        proof -> assertThat(proof.model().what())
                                .startsWith("transactions that are left depend on each other"));
    }

    /** Among others a delivery may find an order that the district has yet to give out: no invariant is there. */
    @Test
    void amongAnyOthersTheProofOfTpccFails() {
        Claim rest = new Claim(
                TPCC.program().only(List.of("newOrder", "orderStatus", "delivery")),
                TPCC.levels(),
                TPCC.bounds(),
                TPCC.setting());

        assertThat(new Induction(rest.alone()).prove()).isInstanceOf(Proof.Proven.class);
        assertThat(new Induction(rest).prove()).isInstanceOf(Proof.NotProven.class);
    }

    @Test
    void paymentsThatWriteWhatTheyReadAreSerializableAmongAnyOthers() {
        Claim claim = Claim.of(TextbookAnomaly.LOST_UPDATE.program(), Levels.all(Promises.SNAPSHOT), Bounds.SMALL);

        assertThat(new Induction(claim).prove()).isInstanceOf(Proof.Proven.class);
        assertThat(claim.assumptions()).isEmpty();
    }

    /** Withdrawals that only look may come later and see less; paths prove what induction cannot. */
    @Test
    void withdrawalsAreBeyondInduction() {
        Claim claim = Claim.of(Withdrawal.program(), Levels.all(Promises.SNAPSHOT), Bounds.SMALL);

        assertThat(new Induction(claim).prove()).isInstanceOf(Proof.NotProven.class);
        assertThat(Prover.prove(claim)).isInstanceOf(Proof.Proven.class);
    }

    @Test
    void writeSkewIsBackwards() {
        Claim claim = Claim.of(TextbookAnomaly.WRITE_SKEW.program(), Levels.all(Promises.SNAPSHOT), Bounds.SMALL);

        assertThat(new Induction(claim).prove())
                .isInstanceOfSatisfying(
                        Proof.NotProven.class,
                        proof -> assertThat(proof.model().what())
                                .isEqualTo("the second depends on the first and comes before it: copyX, copyY"));
    }

    @Test
    void aLeaderThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> new Induction(TPCC).prove(List.of(Set.of("refund"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no transaction refund in program tpcc; there are [newOrder, payment,");
    }
}
