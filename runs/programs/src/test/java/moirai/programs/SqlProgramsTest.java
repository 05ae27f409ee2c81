package moirai.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import moirai.history.Seed;
import moirai.programs.sql.Draws;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.TxnKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SqlProgramsTest {

    private static Iterable<SqlProgram> programs() {
        return SqlPrograms.all();
    }

    /**
     * The numbers are those of Biswas et al. 2021, Table 2: tables, transactions, read-only transactions, assertions.
     */
    @Test
    void sizesAreThoseOfThePaper() {
        var sizes = new ArrayList<List<Object>>();
        for (SqlProgram program : SqlPrograms.all()) {
            long readOnly =
                    program.transactions().stream().filter(TxnKind::readOnly).count();
            long tables = program.schema().stream()
                    .filter(sql -> sql.startsWith("CREATE TABLE"))
                    .count();
            sizes.add(List.of(
                    program.name(),
                    tables,
                    program.transactions().size(),
                    readOnly,
                    program.assertions().size()));
        }

        assertThat(sizes)
                .containsExactly(
                        List.of("tpcc", 9L, 5, 2L, 12),
                        List.of("smallbank", 3L, 6, 1L, 1),
                        List.of("voter", 3L, 1, 0L, 1),
                        List.of("wikipedia", 12L, 5, 2L, 3));
    }

    @Test
    void assertionsAreNumberedThrough() {
        assertThat(SqlPrograms.all().stream().flatMap(program -> program.assertions().stream()))
                .extracting(assertion -> assertion.id())
                .containsExactly(
                        "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "A14", "A15",
                        "A16", "A17");
    }

    @Test
    void programsAreFoundByName() {
        assertThat(SqlPrograms.names()).containsExactly("tpcc", "smallbank", "voter", "wikipedia", "tpcc-short-orders");
        assertThat(SqlPrograms.named("TPCC").map(SqlProgram::name)).contains("tpcc");
        assertThat(SqlPrograms.named("tpcc-short-orders").map(SqlProgram::name)).contains("tpcc-short-orders");
        assertThat(SqlPrograms.named("tpce")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void sameSeedDrawsTheSameTransactions(SqlProgram program) {
        assertThat(drawn(program, new Seed(1), 0)).isEqualTo(drawn(program, new Seed(1), 0));
        assertThat(drawn(program, new Seed(1), 0)).isNotEqualTo(drawn(program, new Seed(2), 0));
        assertThat(drawn(program, new Seed(1), 0)).isNotEqualTo(drawn(program, new Seed(1), 1));
    }

    private static List<String> drawn(SqlProgram program, Seed seed, int session) {
        var draws = new Draws(seed, session);
        var drawn = new ArrayList<String>();
        for (int round = 0; round < 5; round++) {
            for (TxnKind kind : program.transactions()) {
                drawn.add(kind.draw().apply(draws).toString());
            }
        }
        return drawn;
    }

    @Test
    void numbersOfSessionsAreNeverTheSame() {
        var numbers = new TreeSet<Long>();
        for (int session = 0; session < 3; session++) {
            var draws = new Draws(new Seed(1), session);
            for (int draw = 0; draw < 10; draw++) {
                numbers.add(draws.fresh());
            }
        }

        assertThat(numbers).hasSize(30);
    }

    @Test
    void rangesIncludeTheirEndsAndExcludeWhatTheyShould() {
        var draws = new Draws(new Seed(1), 0);
        var drawn = new TreeSet<Integer>();
        for (int draw = 0; draw < 100; draw++) {
            drawn.add(draws.betweenExcept(1, 5, 3));
        }

        assertThat(drawn).containsExactly(1, 2, 4, 5);
    }
}
