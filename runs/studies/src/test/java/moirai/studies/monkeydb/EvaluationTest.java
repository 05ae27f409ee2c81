package moirai.studies.monkeydb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramResults;
import moirai.programs.sql.RunResult;
import moirai.programs.sql.ServerTarget;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlTarget;
import moirai.programs.sql.TxnCounts;
import org.junit.jupiter.api.Test;

class EvaluationTest {

    /** Returns the results of four runs. Each assertion is broken in as many of the first runs as given. */
    private static ProgramResults results(SqlTarget target, int sessions, Map<String, Integer> broken) {
        var runs = new ArrayList<RunResult>();
        for (int run = 0; run < 4; run++) {
            var examples = new TreeMap<String, String>();
            for (var entry : broken.entrySet()) {
                if (run < entry.getValue()) {
                    examples.put(entry.getKey(), "an example");
                }
            }
            runs.add(new RunResult(new Seed(run), new TxnCounts(30, 1, 0, 2, 0), 1_000_000_000L, examples));
        }
        List<SqlAssertion> assertions = broken.keySet().stream()
                .sorted()
                .map(id -> new SqlAssertion(id, "the claim of " + id, (connection, brought) -> Optional.empty()))
                .toList();
        return new ProgramResults(
                "bank", assertions, target, ProgramOptions.serial(4, sessions, 10, new Seed(1)), runs);
    }

    @Test
    void columnsAreLevelsAndSessions() {
        var figure15 = Map.of("A13", 4, "A14", 1, "A15", 2, "A16", 2, "A17", 1);
        var none = Map.of("A13", 0, "A14", 0, "A15", 0, "A16", 0, "A17", 0);
        var evaluation = new Evaluation(List.of(
                results(new MockTarget(IsolationLevel.CAUSAL), 2, figure15),
                results(new MockTarget(IsolationLevel.STRICT_SERIALIZABLE), 3, none)));

        assertThat(evaluation.table().lines())
                .containsExactly(
                        "percent of runs that break the assertion [95 % interval], MonkeyDB's sample",
                        "      causal 2               strict-serializable 3",
                        "A13   100 [51, 100], 100       0 [0, 49]",
                        "A14    25 [5, 70], 35          0 [0, 49]",
                        "A15    50 [15, 85], 75         0 [0, 49]",
                        "A16    50 [15, 85], 75         0 [0, 49]",
                        "A17    25 [5, 70], 10          0 [0, 49]",
                        "mean   43.5, 26.7              0.0",
                        "mean: the geometric mean of A13 to A17, beside that of Figure 15");
    }

    @Test
    void serversAreNotCompared() {
        var server = new ServerTarget(new Endpoint("jdbc:postgresql://h/d", "me", "s3cret"), SqlIsolation.SERIALIZABLE);

        assertThatThrownBy(() -> new Evaluation(List.of(results(server, 2, Map.of("A13", 0)))))
                .hasMessageContaining("jdbc:postgresql://h/d")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void tableOfOneProgramSaysWhatWasRun() {
        assertThat(results(new MockTarget(IsolationLevel.CAUSAL), 2, Map.of("A13", 1, "A14", 4))
                        .table()
                        .lines())
                .containsExactly(
                        "bank on mock store at causal: 4 runs of 2 sessions, up to 10 transactions each or 10 s",
                        "120 committed, 4 rolled back, 0 refused, 8 conflicts, 0 given up; 30 commits/s",
                        "",
                        "      broken  share [95 %]       claim",
                        "A13     1/4   25 % [5, 70]       the claim of A13",
                        "A14     4/4   100 % [51, 100]    the claim of A14");
    }
}
