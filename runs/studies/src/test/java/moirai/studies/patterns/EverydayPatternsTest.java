package moirai.studies.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.directed.levels.Promises;
import moirai.reenactment.ServerTarget;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EverydayPatternsTest {

    private static final int CASES_MAX = 2;

    @TempDir
    private Path folder;

    private static ServerTarget h2(int level) {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:patterns;DB_CLOSE_DELAY=-1");
        return new ServerTarget("H2", source, level);
    }

    @Test
    void thereAreTwentyPatternsWithTwoSafeVariantsAndTwoOthers() {
        Map<String, List<Variant>> all = Variant.all().stream().collect(Collectors.groupingBy(Variant::pattern));

        assertThat(all).hasSize(20);
        assertThat(all)
                .allSatisfy((pattern, variants) -> assertThat(
                                variants.stream().map(Variant::isSafe).toList())
                        .containsExactly(true, true, false, false));
    }

    /** A lock, a version that is checked, a unique key and SKIP LOCKED, with and without. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"stock", "booking", "queue"})
    void whatIsWrittenUnsafelyManifestsAndNothingElse(String pattern) throws Exception {
        for (Variant variant : Variant.of(pattern)) {
            try (Trial trial = Trial.of(variant, folder)) {
                Predicted predicted = trial.predicted(Promises.READ_COMMITTED);
                assertThat(trial.run(h2(Connection.TRANSACTION_READ_COMMITTED), CASES_MAX)
                                .isAnomalous())
                        .as(variant.toString())
                        .isEqualTo(!variant.isSafe());
                assertThat(!variant.isSafe() && predicted == Predicted.SAFE)
                        .as("a false proof of " + variant)
                        .isFalse();
            }
        }
    }
}
