package moirai.directed.oracle;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Granularity;
import moirai.directed.encoding.Setting;
import moirai.directed.levels.Promises;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Invariant;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Proof;
import moirai.directed.proof.Prover;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What products promise less, or more, than the levels that come nearest to them. */
class ProductLevelsTest {

    private static final Bounds BOUNDS = new Bounds(3, 4, 2, 2, 1);
    private static final Condition ONE = is("id", constant(1));
    private static final Expression ADDED = parameter("a");

    private static Program program(TxnType... txns) {
        return new Program(
                "products",
                List.of(table("X", "id", "f", "g"), table("Y", "id", "n"), table("L", "id", "n")),
                List.of(txns));
    }

    private static Statement lock(String label, String table) {
        return select(label, "n", table, ONE).locking();
    }

    private static Statement increment(String label, String field) {
        return atomically(update(label, "X", ONE, to(field, field(field).plus(constant(1)))));
    }

    private static boolean isProven(Program program, Levels levels) {
        return Prover.prove(Claim.of(program, levels, BOUNDS)) instanceof Proof.Proven;
    }

    private static boolean isProven(Program program, String level) {
        return isProven(program, Levels.all(Promises.parse(level)));
    }

    private static List<String> anomaly(Program program, String level) {
        return anomaly(program, level, 4_000);
    }

    private static List<String> anomaly(Program program, String level, int runs) {
        return new ProductTrials(program, level, new Range(0, 3), 2).anomaly(new Random(1), runs);
    }

    private static void isRightlyNotProven(Program program, String level) {
        assertThat(anomaly(program, level, 60_000)).as("a run of the product").isNotEmpty();
        var levels = Levels.all(Promises.parse(level));
        List<String> names = program.txns().stream().map(TxnType::name).toList();
        List<String> all = names.size() == 1 ? List.of(names.getFirst(), names.getFirst()) : names;
        assertThat(new AnomalySearch(program, levels, BOUNDS)
                        .in(Claim.of(program, levels, BOUNDS).setting())
                        .isCyclicOf(all))
                .as("a cycle of all of them")
                .isTrue();
        assertThat(isProven(program, level)).isFalse();
    }

    /** PostgreSQL tracks serializable transactions only: T → R → O → T, of which O is not. */
    @Test
    void serializableTransactionsOfPostgresAreSerializableAmongEachOtherOnly() {
        var change = txn("t", "a", select("q", "f", "X", ONE), update("u", "Y", ONE, to("n", result("q.f"))));
        var set = txn("r", "a", update("u", "X", ONE, to("f", ADDED)));
        var report = txn("o", "", select("q", "f", "X", ONE), select("p", "n", "Y", ONE));
        Promises weak = Promises.parse("postgres-rc");
        Promises strong = Promises.parse("postgres-ser");

        assertThat(isProven(program(change, set, report), "postgres-ser")).isTrue();
        assertThat(isProven(program(change, set, report), new Levels(weak, Map.of("t", strong, "r", strong))))
                .isFalse();
        assertThat(cyclic(program(change, set, report), new Levels(weak, Map.of("t", strong, "r", strong)), 3))
                .isNotEmpty();
    }

    @Test
    void serializableTransactionsOfPostgresStaySoBesideOthers() {
        var one = txn("one", "", select("q", "f", "X", ONE), update("u", "X", ONE, to("g", result("q.f"))));
        var skewed = txn("skewed", "", select("q", "n", "Y", ONE), update("u", "L", ONE, to("n", result("q.n"))));
        var other = txn("other", "", select("q", "n", "L", ONE), update("u", "Y", ONE, to("n", result("q.n"))));
        Promises strong = Promises.parse("postgres-ser");
        var levels = new Levels(Promises.parse("postgres-rc"), Map.of("skewed", strong, "other", strong));

        assertThat(cyclic(program(skewed, other), Levels.all(Promises.parse("postgres-rr")), 2))
                .isNotEmpty();
        assertThat(cyclic(program(one, skewed, other), levels, 3)).isEmpty();
        assertThat(isProven(program(one, skewed, other), levels)).isTrue();
    }

    private static List<List<String>> cyclic(Program program, Levels levels, int count) {
        return new AnomalySearch(program, levels, BOUNDS)
                .in(Setting.USUAL.at(Granularity.ROWS)).cyclic(count).stream()
                        .filter(txns -> txns.stream().distinct().count() == count)
                        .toList();
    }

    /** The key is free for all, as soon as the row is gone, although the snapshot still has that row. */
    @ParameterizedTest
    @ValueSource(strings = {"postgres-rc", "postgres-rr"})
    void aRowIsMadeAgainWhateverTheSnapshotHas(String level) {
        isRightlyNotProven(
                program(
                        txn("remove", "", delete("d", "L", ONE)),
                        txn(
                                "make",
                                "a",
                                select("q", "n", "L", ONE),
                                insert("i", "L", to("id", constant(1)), to("n", ADDED)))),
                level);
    }

    @Test
    void aPlainSelectOfInnoDbFindsTheNewestVersionOfARowThatItsTransactionChanged() {
        isRightlyNotProven(
                program(
                        txn("t1", "a", update("u", "Y", ONE, to("n", ADDED)), update("v", "X", ONE, to("g", ADDED))),
                        txn(
                                "t2",
                                "",
                                select("q", "n", "Y", ONE),
                                lock("l", "L"),
                                increment("u", "f"),
                                select("p", "g", "X", ONE))),
                "mysql-rr");
    }

    /** An increment before the last read leaves the cycle of the other two statements as it is. */
    @Test
    void aNumberThatATransactionWroteItselfSaysNothingOfWhatItSees() {
        isRightlyNotProven(
                program(
                        txn(
                                "t1",
                                "",
                                lock("l", "L"),
                                when(compare(result("l.n"), "=", constant(1)), increment("u", "f"))),
                        txn("t2", "", select("q", "n", "Y", ONE), increment("u", "f"), select("p", "f", "X", ONE)),
                        txn("t3", "a", update("u", "Y", ONE, to("n", ADDED)), update("v", "L", ONE, to("n", ADDED)))),
                "mysql-rr");
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "lock", "delete"})
    void whoWaitsForARowThatIsRemovedAndMadeAgainMayTakeNoneInPostgres(String kind) {
        Statement taken = switch (kind) {
            case "update" -> increment("w", "f");
            case "lock" -> select("w", "f", "X", ONE).locking();
            default -> delete("w", "X", ONE);
        };
        Program program = program(
                txn(
                        "t1",
                        "a",
                        lock("l", "Y"),
                        delete("d", "X", ONE),
                        insert("i", "X", to("id", constant(1)), to("g", ADDED))),
                txn(
                        "t2",
                        "",
                        lock("l", "L"),
                        taken,
                        when(
                                compare(new Expression.Count("w"), "=", constant(0)),
                                update("u", "L", ONE, to("n", constant(1))))));

        isRightlyNotProven(program, "postgres-rc");
        assertThat(anomaly(program, "mysql-rc")).isEmpty();
    }

    /** The snapshot begins with the first plain SELECT, so that it has all that was committed before the lock. */
    @Test
    void whatIsReadAfterALockOfInnoDbIsNewUnlessASnapshotWasReadBefore() {
        var move = new Statement[] {
            lock("l", "L"),
            select("q", "f", "X", ONE),
            select("p", "n", "Y", ONE),
            update("u", "X", ONE, to("f", result("p.n").plus(result("q.f"))))
        };
        var late = new Statement[] {select("s", "g", "X", ONE), move[0], move[1], move[2], move[3]};

        Program early = program(txn("t", "", move).committingIf(Condition.exists("l")));
        assertThat(anomaly(early, "mysql-rr")).isEmpty();
        assertThat(isProven(early, "mysql-rr")).isTrue();
        isRightlyNotProven(program(txn("t", "", late).committingIf(Condition.exists("l"))), "mysql-rr");
    }

    private static Program flags(String level) {
        Program program = program(
                txn(
                        "t1",
                        "",
                        update("u", "X", is("id", constant(0)), to("f", constant(1))),
                        update("v", "X", ONE, to("f", constant(1)))),
                txn(
                        "t2",
                        "",
                        atomically(update(
                                "w",
                                "X",
                                is("f", constant(1)),
                                to("g", field("g").plus(constant(1)))))));
        return level.isEmpty()
                ? program
                : program.starting(List.of(
                        new Invariant("no flag is set", Map.of("x", "X"), compare(field("x.f"), "=", constant(0)))));
    }

    /** Nobody sets a flag of one row only, and rows are chosen at one time in PostgreSQL, one by one in MySQL. */
    @Test
    void theRowsOfAStatementOfPostgresAreChosenAtOneTime() {
        assertThat(rowsOf("mysql-rc")).isNotEmpty();
        assertThat(rowsOf("postgres-rc")).isEmpty();
        assertThat(rowsOf("mysql-rr")).isEmpty();
    }

    private static List<List<String>> rowsOf(String level) {
        return new AnomalySearch(flags(level), Levels.all(Promises.parse(level)), BOUNDS)
                .in(Setting.USUAL.at(Granularity.ROWS))
                .cyclic(2);
    }

    @Test
    void aStatementOfInnoDbAtRepeatableReadLocksAllRowsThatItLooksAt() {
        assertThat(anomaly(flags(""), "mysql-rr")).isEmpty();
        assertThat(isProven(flags(""), "mysql-rr")).isTrue();
        isRightlyNotProven(flags(""), "mysql-rc");
    }

    /** A row that was chosen is looked at again, and one that was not stays out. */
    @Test
    void aRowThatWasNotChosenStaysOutInPostgres() {
        Program program = program(
                txn(
                        "t1",
                        "",
                        update("u", "X", is("id", constant(0)), to("f", constant(0))),
                        update("v", "X", ONE, to("f", constant(1)))),
                flags("").txn("t2"));

        isRightlyNotProven(program, "postgres-rc");
        assertThat(Arrays.asList(anomaly(program, "mysql-rr"), anomaly(program, "postgres-rr")))
                .allMatch(List::isEmpty);
    }
}
