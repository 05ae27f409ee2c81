package moirai.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import moirai.directed.program.ProgramPrinter;
import moirai.sources.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins are one SELECT a table, which allows more, if the keys of all tables but one are given; otherwise a loss. */
class JoinsTest {

    @TempDir
    private Path folder;

    private Translation translate(String sql) throws IOException {
        Path file = Files.writeString(folder.resolve("Shop.java"), """
                class Shop {
                    static final String C = "CREATE TABLE client (id INT PRIMARY KEY, name INT NOT NULL)";
                    static final String S =
                        "CREATE TABLE sale (id INT PRIMARY KEY, client INT NOT NULL, sum INT NOT NULL)";
                    static final String L =
                        "CREATE TABLE line (sale INT, no INT, item INT NOT NULL, PRIMARY KEY (sale, no))";
                    public int show(java.sql.Connection c, int id) throws Exception {
                        c.setAutoCommit(false);
                        var select = c.prepareStatement("%s");
                        select.setInt(1, id);
                        var rows = select.executeQuery();
                        return rows.next() ? rows.getInt(1) : 0;
                    }
                }
                """.formatted(sql));
        return JavaSources.translate(SourceOptions.of(file, 2));
    }

    private static String program(Translation translation) {
        return ProgramPrinter.print(translation.program())
                .lines()
                .map(String::strip)
                .filter(line -> line.contains(": SELECT"))
                .collect(Collectors.joining(" / "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT sum, name FROM sale s JOIN client c ON s.client = c.id WHERE s.id = ?"
                        + "|q1: SELECT sum, client FROM sale WHERE id = :id"
                        + " / q2: SELECT name FROM client WHERE q1.client = id  IF count(q1) > 0",
                "SELECT sum, name FROM client c JOIN sale s ON s.client = c.id WHERE ? = s.id"
                        + "|q1: SELECT sum, client FROM sale WHERE :id = id"
                        + " / q2: SELECT name FROM client WHERE q1.client = id  IF count(q1) > 0",
                "SELECT no FROM line, sale WHERE line.sale = sale.id AND sale.id = ? AND item > sum"
                        + "|q1: SELECT id, sum FROM sale WHERE id = :id"
                        + " / q2: SELECT no FROM line WHERE sale = q1.id AND item > q1.sum  IF count(q1) > 0",
                "SELECT name FROM client c JOIN sale s ON s.client = c.id JOIN line l ON l.sale = s.id WHERE s.id = ?"
                        + "|q1: SELECT client, id FROM sale WHERE id = :id"
                        + " / q2: SELECT name FROM client WHERE q1.client = id  IF count(q1) > 0"
                        + " / q3: SELECT 1 FROM line WHERE sale = q1.id  IF count(q2) > 0",
            })
    void aJoinByKeysIsOneQueryATable(String sql, String expected) throws IOException {
        Translation translation = translate(sql);

        assertThat(program(translation)).isEqualTo(expected);
        assertThat(translation.isExact()).isTrue();
        assertThat(translation.diagnostics())
                .filteredOn(diagnostic -> diagnostic.text().contains("a join of"))
                .extracting(Diagnostic::kind)
                .containsExactly(Diagnostic.Kind.MORE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT name FROM sale s JOIN client c ON s.client = c.id WHERE s.sum = ?",
                "SELECT name FROM sale s JOIN client c ON s.client = c.name WHERE s.client = ?",
                "SELECT name FROM line l JOIN sale s ON l.sale = s.id JOIN client c ON c.id = s.client WHERE l.no = ?",
                "SELECT name FROM line l JOIN sale s ON l.sale = s.sum JOIN client c ON c.id = s.id WHERE l.sale = ?",
                "SELECT name FROM sale s JOIN client c ON s.client = c.id OR s.id = c.id WHERE s.sum = ?",
            })
    void aJoinOfSeveralRowsWithSeveralIsALoss(String sql) throws IOException {
        assertThat(translate(sql).isExact()).isFalse();
    }

    /** PostgreSQL locks rows that are joined; where the other table has none, the rows of a table stay free. */
    @Test
    void onlyTheLastTableOfAJoinIsLocked() throws IOException {
        Translation all =
                translate("SELECT name FROM sale s JOIN client c ON s.client = c.id WHERE s.id = ? FOR UPDATE");
        Translation one =
                translate("SELECT name FROM sale s JOIN client c ON s.client = c.id WHERE s.id = ? FOR UPDATE OF s");

        assertThat(program(all)).contains("FROM sale WHERE id = :id / ").endsWith("FOR UPDATE  IF count(q1) > 0");
        assertThat(program(one)).doesNotContain("FOR UPDATE");
        assertThat(one.diagnostics())
                .filteredOn(diagnostic -> diagnostic.text().contains("the rows of a join are locked"))
                .hasSize(1);
    }
}
