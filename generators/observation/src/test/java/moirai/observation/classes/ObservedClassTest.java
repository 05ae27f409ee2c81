package moirai.observation.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import moirai.directed.program.ProgramPrinter;
import moirai.observation.txns.Hint;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.Options;
import moirai.sources.Translation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications by the names of their classes. */
class ObservedClassTest {

    private static final String PACKAGE = "moirai.observation.classes.Counters$";

    private static Translation observed(String name, String... txns) {
        return ObservedClass.of(PACKAGE + name, ObservedClassTest.class.getClassLoader())
                .observe(options("h2", txns));
    }

    private static ClassOptions options(String product, String... txns) {
        return new ClassOptions(List.of(txns), List.of(), product, Map.of(), new Options(400, List.of()));
    }

    /** The row is asked for before its value: in an abstract program the value of no row is some number. */
    @Test
    void methodsThatTakeAConnectionAreTransactionsWhichTheCallerCommits() {
        Translation seen = observed("Called", "hit", "res*");

        assertThat(ProgramPrinter.print(seen.program())).isEqualTo("""
                program Called
                table counter(id -> hits)

                transaction hit(id, times)
                  q1: SELECT hits FROM counter WHERE id = :id
                  u1: UPDATE counter SET hits = :times + q1.hits WHERE id = :id\
                  IF count(q1) > 0 AND :times <= q1.hits

                transaction reset(id)
                  u1: UPDATE counter SET hits = 0 WHERE id = :id
                """);
    }

    @Test
    void methodsOfAClassWithADataSourceAreTransactions() {
        assertThat(ProgramPrinter.print(observed("Owning", "Own*.a*").program()))
                .contains("transaction add(id, times)\n  u1: UPDATE counter SET hits = hits + :times WHERE id = :id");
    }

    @Test
    void anApplicationMaySayWhatItsTransactionsAre() {
        assertThat(ProgramPrinter.print(observed("Telling").program()))
                .contains("transaction clear(id)\n  d1: DELETE FROM counter WHERE id = :id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Called  | move  | parameter 'log' of moirai.observation.classes.Counters$Called.move is of type"
                        + " java.lang.Appendable; accepted: int, long, short, double,",
                "Called  | size  | no method 'size' in class moirai.observation.classes.Counters$Called; expected"
                        + " Class.method or method, * for any letters, as one of: Called.hit, Called.move",
                "Owning  | forget | transaction forget does not commit where each statement finds a row: it did not"
                        + " commit what it wrote; expected a body that commits",
                "Owning  | look  | transaction look runs no statement on the recorded source",
                "Telling | clean | no transaction 'clean' in application moirai.observation.classes.Counters$Telling;"
                        + " expected one of [clear]",
                "Broken  | run   | class moirai.observation.classes.Counters$Broken cannot be made:"
                        + " java.lang.IllegalStateException: no settings for",
                "Closed  | hit   | class moirai.observation.classes.Counters$Closed has no public constructor that"
                        + " takes a javax.sql.DataSource or nothing; expected one",
            })
    void whatCannotBeObservedIsRefusedByName(String name, String txn, String message) {
        assertThatThrownBy(() -> observed(name, txn))
                .isInstanceOf(ObservationException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "moirai.observation.classes.Counters.Called | is not on the class path; did you mean"
                        + " 'moirai.observation.classes.Counters$Called'?",
                "Nothing | class 'Nothing' is not on the class path; expected the full name of a compiled class",
                "moirai.observation.classes.ObservedClassTest | is not public, or abstract; expected a public class",
            })
    void aClassThatIsNotThereIsRefused(String name, String message) {
        assertThatThrownBy(() -> ObservedClass.of(name, ObservedClassTest.class.getClassLoader()))
                .isInstanceOf(ObservationException.class)
                .hasMessageContaining(message);
    }

    @Test
    void optionsThatMeanNothingAreRefused() {
        ObservedClass called = ObservedClass.of(PACKAGE + "Called", ObservedClassTest.class.getClassLoader());
        var reset = List.of("reset");
        Options usual = Options.USUAL;

        assertThatThrownBy(() -> called.observe(options("h2:paradox")))
                .hasMessageContaining("database 'h2:paradox': expected h2, or h2:MODE")
                .hasMessageContaining("mysql, oracle, postgresql");
        assertThatThrownBy(
                        () -> called.observe(new ClassOptions(reset, List.of(), "h2", Map.of("reset.name", 3L), usual)))
                .hasMessage("no parameter 'reset.name' to have a size; expected one of reset.id");
        assertThatThrownBy(() -> called.observe(new ClassOptions(
                        reset, List.of(), "h2", Map.of(), new Options(400, List.of(new Hint("hits", "x"))))))
                .hasMessage("no parameter or column 'hits' to have a value; expected one of counter.hits, counter.id,"
                        + " id");
        assertThatThrownBy(
                        () -> called.observe(new ClassOptions(reset, List.of("CREATE TABEL x"), "h2", Map.of(), usual)))
                .hasMessageContaining("the tables cannot be made in H2: Syntax error");
    }

    /** Types of columns are those of the product, and keys that it makes can be chosen. */
    @Test
    void theDatabaseBehavesAsAnotherProduct() {
        ObservedClass called = ObservedClass.of(PACKAGE + "Called", ObservedClassTest.class.getClassLoader());
        var tables = List.of("CREATE TABLE counter (id INT4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hits INT4)");
        var options = new ClassOptions(List.of("reset"), tables, "h2:postgresql", Map.of("id", 100L), Options.USUAL);

        assertThat(ProgramPrinter.print(called.observe(options).program()))
                .contains("table counter(id -> hits)", "u1: UPDATE counter SET hits = 0 WHERE id = :id");
    }
}
