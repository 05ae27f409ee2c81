package moirai.directed.proof;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Program;
import moirai.directed.program.Step;
import moirai.directed.program.TxnType;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose calls have no execution together with few rows and small numbers; none of them is proven for that. */
class VacuousBoundsTest {

    private static final Step READ = select("read", "bal", "ACCOUNT", is("id", "id"));

    private static final Step WRITE = update(
            "write",
            "ACCOUNT",
            where(is("id", "id")),
            to("bal", result("read.bal").plus(parameter("amount"))));

    private static Proof prove(Promises level, TxnType... txns) {
        var program = new Program(
                "bank",
                List.of(table("ACCOUNT", "id", "bal"), table("OTHER", "id", "n"), table("LOG", "id", "n")),
                List.of(txns));
        return Prover.prove(Claim.of(program, Levels.all(level), Bounds.SMALL));
    }

    private static Step log(String label, String key) {
        return insert(label, "LOG", to("id", parameter(key)), to("n", constant(1)));
    }

    /** Four inserts need four rows of LOG. */
    @ParameterizedTest
    @ValueSource(strings = {"RC", "postgres-rc", "mysql-rc", "RC:unique-keys"})
    void insertsNeedRowsOfTheirOwn(String level) {
        TxnType deposit = txn("deposit", "a,b,id,amount", log("first", "a"), log("second", "b"), READ, WRITE);

        assertThat(prove(Promises.parse(level), deposit)).isInstanceOf(Proof.Refuted.class);
    }

    /** Two calls count to ten, which needs four bits. */
    @ParameterizedTest
    @ValueSource(strings = {"RC", "postgres-rc"})
    void sumsNeedNumbers(String level) {
        Step count = atomically(update(
                "count",
                "OTHER",
                where(new Condition.Compare(new Expression.Field("id"), Operator.EQUAL, constant(1))),
                to("n", new Expression.Field("n").plus(constant(5)))));
        TxnType deposit = txn("deposit", "id,amount", READ, count, WRITE).committingIf(Condition.exists("count"));

        assertThat(prove(Promises.parse(level), deposit)).isInstanceOf(Proof.Refuted.class);
    }

    /** The ring goes through the rows 1, 2 and 3. */
    @ParameterizedTest
    @ValueSource(strings = {"SI", "postgres-rr"})
    void differentConstantsAreDifferentRows(String level) {
        assertThat(prove(Promises.parse(level), copy(1, 2), copy(2, 3), copy(3, 1)))
                .isNotInstanceOf(Proof.Proven.class);
    }

    private static TxnType copy(int from, int to) {
        return txn(
                "copy" + from,
                "amount",
                select("read", "bal", "ACCOUNT", Condition.is("id", constant(from))),
                update(
                        "write",
                        "ACCOUNT",
                        where(Condition.is("id", constant(to))),
                        to("bal", result("read.bal").plus(parameter("amount")))));
    }

    /** With two rows, whoever locks another row than the one that it writes locks the same row as the others. */
    @Test
    void aLockOfAnotherRowProtectsNothing() {
        Condition differs = new Condition.Compare(parameter("id"), Operator.DIFFERENT, parameter("other"));
        TxnType deposit = txn(
                        "deposit",
                        "id,other,amount",
                        select("lock", "bal", "ACCOUNT", is("id", "other")).locking(),
                        READ,
                        WRITE)
                .committingIf(Condition.and(differs, Condition.exists("lock"), Condition.exists("read")));

        assertThat(prove(Promises.READ_COMMITTED, deposit)).isInstanceOf(Proof.Refuted.class);
    }

    /** A waiter goes on with its old snapshot where reads are stable, so that read committed locks better. */
    @Test
    void aProofOfLocksIsNotCarriedToStrongerLevels() {
        TxnType move = txn(
                        "move",
                        "id,other",
                        select("lock", "bal", "ACCOUNT", Condition.is("id", constant(0)))
                                .locking(),
                        READ,
                        select("second", "bal", "ACCOUNT", is("id", "other")),
                        update(
                                "write",
                                "ACCOUNT",
                                where(is("id", "id")),
                                to("bal", result("read.bal").plus(result("second.bal")))))
                .committingIf(Condition.exists("lock"));
        var program = new Program("bank", List.of(table("ACCOUNT", "id", "bal")), List.of(move));
        for (Promises weak : List.of(Promises.parse("postgres-rc"), Promises.EVENTUAL)) {
            WeakestLevels.of(weak.family(), level -> Claim.of(program, Levels.all(level), Bounds.SMALL))
                    .judgements()
                    .forEach(judged -> assertThat(judged.proof().answer())
                            .as(judged.level().name())
                            .isEqualTo(Prover.prove(judged.proof().claim()).answer()));
        }
    }
}
