package moirai.directed.proof;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Condition;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;

/** A deposit that writes only where the version is the one that it read, and rolls back where it wrote nothing. */
class OptimisticLockTest {

    private static final Levels COMMITTED = Levels.all(Promises.READ_COMMITTED);

    private static final TxnType DEPOSIT = txn(
            "deposit",
            "id,amount",
            select("read", "bal,ver", "ACCOUNT", is("id", "id")),
            atomically(update(
                    "write",
                    "ACCOUNT",
                    where(is("id", "id"), is("ver", result("read.ver"))),
                    to("bal", result("read.bal").plus(parameter("amount"))),
                    to("ver", result("read.ver").plus(constant(1))))));

    private static Program program(TxnType deposit) {
        return new Program("account", List.of(table("ACCOUNT", "id", "bal", "ver")), List.of(deposit));
    }

    @Test
    void whoeverRollsBackIsNoPartOfAnAnomaly() {
        var careless = new AnomalySearch(program(DEPOSIT), COMMITTED, Bounds.SMALL);
        var careful = new AnomalySearch(program(locked()), COMMITTED, Bounds.SMALL);

        assertThat(careless.find().anomalies()).isNotEmpty();
        assertThat(careful.find().anomalies()).isEmpty();
    }

    private static TxnType locked() {
        return DEPOSIT.committingIf(Condition.exists("write"));
    }

    @Test
    void withTheLockDepositsAreSerializableAtReadCommitted() {
        Claim claim = Claim.of(program(locked()), COMMITTED, Bounds.SMALL);

        assertThat(Prover.prove(claim.alone())).isInstanceOf(Proof.Proven.class);
    }

    @Test
    void withoutTheLockTheyAreNot() {
        Claim claim = Claim.of(program(DEPOSIT), COMMITTED, Bounds.SMALL);

        assertThat(Prover.prove(claim.alone())).isInstanceOf(Proof.Refuted.class);
    }
}
