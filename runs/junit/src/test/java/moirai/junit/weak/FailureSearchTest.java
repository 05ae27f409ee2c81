package moirai.junit.weak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.levels.StoreLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureSearchTest {

    @ParameterizedTest
    @CsvSource({
        "PT0.000000001S, 'needs all 3 calls, or fewer: there was no time to try all'",
        "PT1H, needs 2 of 3 calls"
    })
    void failureThatThereWasNoTimeToMakeSmallerIsNoSmallestOne(Duration shrinking, String said) throws Exception {
        try (Tries tries = Tries.onNew(StoreLevel.of(IsolationLevel.CAUSAL), List.of())) {
            Tries.Body body = () -> {
                execute(tries, "CREATE TABLE counter (id INT PRIMARY KEY, n INT)");
                execute(tries, "INSERT INTO counter VALUES (1, 0)");
                Call increment = () -> execute(tries, "UPDATE counter SET n = n + 1 WHERE id = 1");
                List<Ended> ends = tries.inParallel(
                        List.of(increment, increment, () -> execute(tries, "SELECT n FROM counter WHERE id = 2")));
                long done = ends.subList(0, 2).stream()
                        .filter(end -> end.thrown().isEmpty())
                        .count();
                assertThat(number(tries)).isEqualTo(done);
            };

            Failure failure = new FailureSearch(tries, new SearchOptions(100, new Seed(7), shrinking), body)
                    .run(Optional.empty())
                    .orElseThrow();

            assertThat(failure.text().replaceAll("\\s+", " ")).contains(said);
        }
    }

    private static void execute(Tries tries, String sql) throws Exception {
        try (var connection = MoiraiDataSource.of(tries.database()).getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(Tries tries) throws Exception {
        try (var connection = MoiraiDataSource.of(tries.database()).getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT n FROM counter WHERE id = 1")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
