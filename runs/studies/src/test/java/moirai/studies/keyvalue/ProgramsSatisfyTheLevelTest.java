package moirai.studies.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.studies.keyvalue.applications.Courseware;
import moirai.studies.keyvalue.applications.ShoppingCart;
import moirai.studies.keyvalue.applications.TreiberStack;
import moirai.studies.keyvalue.applications.Twitter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that the ordinary checkers confirm the store's level, whatever a program does on the store. */
class ProgramsSatisfyTheLevelTest {

    private static final int RUNS = Integer.getInteger("moirai.programs.runs", 25);

    @ParameterizedTest
    @MethodSource("moirai.mockstore.StoreLevels#all")
    void everyHistoryPassesTheCheckerAtTheStoresLevel(IsolationLevel level) {
        for (KeyValueProgram program :
                List.of(new TreiberStack(), new Courseware(), Courseware.closed(), new ShoppingCart(), new Twitter())) {
            for (int part = 0; part < RUNS; part++) {
                Seed seed = new Seed(11).part(part);
                Harness harness = Harness.random(program, 3, 4, seed);
                Execution execution = new HarnessRunner(level).run(harness, seed);

                Verdict verdict = new LevelChecker()
                        .analyze(execution.store().history(), level)
                        .at(level);
                assertThat(verdict)
                        .as("%s at %s with seed %s", harness, level, seed)
                        .isInstanceOf(Verdict.Pass.class);
            }
        }
    }
}
