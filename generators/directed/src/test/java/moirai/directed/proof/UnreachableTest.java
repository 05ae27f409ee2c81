package moirai.directed.proof;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnreachableTest {

    private static final Bounds SMALL = Bounds.SMALL;

    private static List<String> unreachable(Bounds bounds, Condition guard) {
        Statement write = update("write", "ACCOUNT", where(is("id", "id")), to("bal", parameter("amount")));
        TxnType txn = txn(
                "spend",
                "id,amount",
                select("first", "bal", "ACCOUNT", is("id", "id")),
                select("all", "bal", "ACCOUNT", Condition.always()),
                write.with("write", write.assignments(), write.where(), guard));
        var program = new Program("account", List.of(table("ACCOUNT", "id", "bal")), List.of(txn));
        return Unreachable.of(program, Set.of("spend"), Levels.all(Promises.READ_COMMITTED), bounds).stream()
                .map(found ->
                        (found.isAlways() ? "not " : "") + found.statement().label())
                .toList();
    }

    private static Condition more(Expression left, int right) {
        return new Condition.Compare(left, Operator.MORE, constant(right));
    }

    @Test
    void aNumberBeyondTheBoundIsReachedWithMoreBits() {
        Condition large = more(parameter("amount"), 7);

        assertThat(unreachable(SMALL, large)).containsExactly("write");
        assertThat(unreachable(new Bounds(2, 4, 2, 4, 1), large)).isEmpty();
    }

    @Test
    void moreRowsThanTheBoundAreReachedWithMoreRows() {
        Condition many = more(new Expression.Count("all"), 2);

        assertThat(unreachable(SMALL, many)).containsExactly("write");
        assertThat(unreachable(new Bounds(2, 4, 3, 3, 1), many)).isEmpty();
    }

    /** Alone, two reads of one field in one transaction agree. */
    @Test
    void whatOnlyOthersMakePossibleIsReached() {
        Condition changed = new Condition.Compare(result("first.bal"), Operator.DIFFERENT, result("all.bal"));
        Condition hasOne = new Condition.Compare(new Expression.Count("all"), Operator.EQUAL, constant(1));
        Condition found = Condition.exists("first");

        assertThat(unreachable(SMALL, Condition.and(changed, Condition.and(hasOne, found))))
                .isEmpty();
    }

    @Test
    void aConditionThatHoldsOfAllNumbersWithinTheBoundDoesNotHoldBeyond() {
        Condition small = new Condition.Compare(parameter("amount"), Operator.AT_MOST, constant(7));

        assertThat(unreachable(SMALL, small)).containsExactly("not write");
        assertThat(unreachable(new Bounds(2, 4, 2, 4, 1), small)).isEmpty();
    }

    @Test
    void aContradictionIsNeverReached() {
        Condition none = Condition.and(
                more(parameter("amount"), 3), new Condition.Compare(parameter("amount"), Operator.LESS, constant(2)));

        assertThat(unreachable(new Bounds(2, 4, 3, 5, 1), none)).containsExactly("write");
    }

    /** Unless rows are removed, or are made that the second statement may meet, or it is another row. */
    @ParameterizedTest
    @CsvSource({"id, none, ''", "id, deletes, write", "other, none, write"})
    void whatRunsOnlyIfItsRowIsNotThereNeedsNoExecution(String key, String others, String expected) {
        Condition isMissing = new Condition.Compare(new Expression.Count("first"), Operator.EQUAL, constant(0));
        Condition isNegative = new Condition.Compare(constant(1), Operator.EQUAL, constant(0));
        Statement write = update("write", "ACCOUNT", where(is("id", key)), to("bal", parameter("amount")));
        TxnType txn = txn(
                "spend",
                "id,other,amount",
                select("first", "bal", "ACCOUNT", is("id", "id")),
                write.with(
                        "write",
                        write.assignments(),
                        write.where(),
                        key.equals("id") ? isMissing : Condition.and(isMissing, isNegative)));
        TxnType remove = txn("remove", "id", new Statement.Delete("d", "ACCOUNT", is("id", "id"), Condition.always()));
        var program = new Program(
                "account",
                List.of(table("ACCOUNT", "id", "bal")),
                others.equals("none") ? List.of(txn) : List.of(txn, remove));

        assertThat(Unreachable.of(program, Set.of("spend"), Levels.all(Promises.SERIALIZABLE), SMALL).stream()
                        .map(found -> found.statement().label())
                        .distinct())
                .containsExactlyElementsOf(
                        Stream.of(expected).filter(label -> !label.isEmpty()).toList());
    }
}
