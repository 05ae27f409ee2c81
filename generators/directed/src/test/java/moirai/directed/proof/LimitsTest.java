package moirai.directed.proof;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.Tpcc;
import moirai.directed.levels.Promises;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;

/** What remains bounded in a proof, and what does not. */
class LimitsTest {

    private static final Bounds ONE_ROW = new Bounds(2, 4, 1, 2, 1);

    private static Statement.Select read(Condition where) {
        return new Statement.Select("q", "X", List.of("v"), where, Pick.all(), Condition.always());
    }

    private static Statement.Update write(Condition where, Expression value) {
        return new Statement.Update("u", "X", List.of(to("v", value)), where, Condition.always(), false);
    }

    private static Program program(Statement... statements) {
        return new Program("skew", List.of(table("X", "id", "v")), List.of(txn("move", "from,to", statements)));
    }

    /** Each reads what the other one writes, in two rows: with a single row both write it, which snapshots forbid. */
    @Test
    void aProofThatHoldsOfOneRowAloneIsNoProofWithAllKeys() {
        Program any = program(read(is("id", parameter("from"))), write(is("id", parameter("to")), result("q.v")));
        Program skew = any.with(
                any.tables(),
                List.of(any.txns()
                        .getFirst()
                        .committingIf(Condition.and(Condition.exists("q"), Condition.exists("u")))));
        Claim claim = Claim.of(skew, Levels.all(Promises.SNAPSHOT), ONE_ROW);

        assertThat(new Induction(claim).prove()).isInstanceOf(Proof.Proven.class);
        assertThat(Prover.proveWithAllKeys(claim)).isInstanceOf(Proof.NotProven.class);
        assertThat(new Limits(skew, ONE_ROW).keyed()).hasSize(1);
        String rows = "bounded: rows of X: 1 and those that constants or new rows need; each statement names the key of"
                + " its only row, but a proof with a row for each of these keys, 6 of three calls, was not found";
        String numbers = "bounded: numbers, from 0 to 3 or as far as rows and constants need: no value that decides on"
                + " anything is ordered or computed, so that it matters only how many different ones there are";
        assertThat(new Limits(skew, ONE_ROW).lines(false))
                .containsExactly(rows, numbers, "not bounded: loops: there are none");
    }

    @Test
    void aProofWithARowForEachKeyIsOneOfAnyNumberOfRows() {
        Program update = program(read(is("id", parameter("to"))), write(is("id", parameter("to")), result("q.v")));
        Claim claim = Claim.of(update, Levels.all(Promises.SNAPSHOT), ONE_ROW);

        assertThat(Prover.proveWithAllKeys(claim)).isInstanceOf(Proof.Proven.class);
        assertThat(new Limits(update, ONE_ROW).lines(true).getFirst())
                .isEqualTo("not bounded: rows of X: each statement names the key of its only row, and the proof has a"
                        + " row for each of these keys");
    }

    @Test
    void aSearchMayMeetMoreRowsThanThereAre() {
        Program search = program(read(is("v", parameter("from"))), write(is("id", parameter("to")), result("q.v")));

        assertThat(new Limits(search, ONE_ROW).keyed()).isEmpty();
        assertThat(new Limits(search, ONE_ROW).areFewKeys()).isFalse();
        assertThat(new Limits(search, ONE_ROW).lines(true).getFirst()).endsWith("more are not looked at by move.q");
    }

    /** A part of a key, a key that the row itself gives, and one of two keys: none of them is the key of one row. */
    @Test
    void whatIsNoKeyOfOneRow() {
        Table pairs = table("X", "id,other", "v");
        var whole = Condition.and(is("id", parameter("from")), is("other", parameter("to")));
        for (Condition where : List.of(
                is("id", parameter("from")),
                Condition.and(is("id", parameter("from")), is("other", field("v"))),
                new Condition.Or(List.of(whole, whole)),
                new Condition.Not(whole),
                Condition.always())) {
            var program = new Program("pairs", List.of(pairs), List.of(txn("move", "from,to", read(where))));

            assertThat(new Limits(program, ONE_ROW).keyed()).as("%s", where).isEmpty();
        }
        var program = new Program("pairs", List.of(pairs), List.of(txn("move", "from,to", read(whole))));
        assertThat(new Limits(program, ONE_ROW).keyed()).containsExactly(pairs);
    }

    /** A sum matters if a condition looks at it, here or in another call that finds it. */
    @Test
    void sumsMatterWhereTheyDecide() {
        Condition one = is("id", parameter("to"));
        Statement sum = write(one, result("q.v").plus(parameter("from")));
        Statement decided = new Statement.Delete("d", "X", one, compare(result("q.v"), "=", parameter("from")));

        assertThat(new Limits(program(read(one), sum), ONE_ROW).lines(true).get(1))
                .contains("no value that decides");
        assertThat(new Limits(program(read(one), sum, decided), ONE_ROW)
                        .lines(true)
                        .get(1))
                .endsWith("computes values that decide: move.u");
        Statement ordered = new Statement.Delete("d", "X", one, compare(result("q.v"), "<", parameter("from")));
        assertThat(new Limits(program(read(one), ordered), ONE_ROW).lines(true).get(1))
                .endsWith("computes values that decide: move.d");
        Statement far = new Statement.Delete("d", "X", one, compare(result("q.v"), "=", constant(4)));
        assertThat(new Limits(program(read(one), far), ONE_ROW).lines(true).get(1))
                .endsWith("computes values that decide: move.d");
    }

    @Test
    void tpcc() throws IOException {
        assertThat(String.join("\n", new Limits(Tpcc.program(), Bounds.SMALL).lines(false)) + "\n")
                .isEqualTo(Files.readString(Path.of("src/test/resources/reports/tpcc-limits.txt")));
    }
}
