package moirai.studies.directed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.SmallBank;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.directed.search.Showing;
import moirai.studies.programs.SeparateReads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The execution that is shown with a cycle is a parameter of the search. */
@Tag("long")
class ShowingTest {

    private static AnomalySearch search(Program program) {
        return new AnomalySearch(program, Levels.all(Promises.EVENTUAL), new Bounds(3, 4, 2, 3, 1));
    }

    /** Any execution is read out of a model that has several cycles; none is lost or invented by that. */
    @Test
    void whicheverExecutionIsShownTheCyclesAreTheSame() {
        Program program = SeparateReads.of(
                SmallBank.program().only(List.of("depositChecking", "balance", "transactSavings", "writeCheck")));

        Analysis readable = search(program).find();
        Analysis any = search(program).showing(Showing.ANY).find();

        assertThat(any.anomalies().stream().map(Anomaly::key))
                .containsExactlyInAnyOrderElementsOf(
                        readable.anomalies().stream().map(Anomaly::key).toList())
                .hasSizeGreaterThan(20);
        assertThat(any.questions()).isLessThan(readable.questions());
    }
}
