package moirai.mockstore.sql.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.mockstore.sql.SqlFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Upper and lower case in all scripts: what a real server with the locale of the store says. */
class LetterCaseIT {

    @ParameterizedTest
    @ValueSource(strings = {"lower(?)", "upper(?)", "initcap(?)"})
    void eachLetterIsMappedAsByARealServer(String call) throws SQLException {
        // The letter behind each shows whether it is part of a word. Java and the server may know different
        // versions of Unicode, but letters that both know are the same.
        String letters = IntStream.range(1, Character.MAX_CODE_POINT)
                .filter(Character::isDefined)
                .filter(point -> Character.getType(point) != Character.SURROGATE)
                .filter(point -> Character.getType(point) != Character.PRIVATE_USE)
                .mapToObj(point -> "x" + Character.toString(point) + "A")
                .collect(Collectors.joining("\n"));

        List<String> mine =
                new SqlFixture().rows("SELECT " + call, letters).lines().toList();

        try (var connection = RealPostgres.connect();
                var query = connection.prepareStatement("SELECT " + call)) {
            query.setString(1, letters);
            try (var rows = query.executeQuery()) {
                assertThat(rows.next()).isTrue();
                List<String> theirs = rows.getString(1).lines().toList();
                assertThat(mine).hasSameSizeAs(theirs);
                assertThat(IntStream.range(0, mine.size())
                                .filter(line -> !mine.get(line).equals(theirs.get(line)))
                                .mapToObj(line -> mine.get(line) + " is " + theirs.get(line)))
                        .isEmpty();
            }
        }
    }
}
