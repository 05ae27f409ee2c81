package moirai.mockstore.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import moirai.history.Seed;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import org.junit.jupiter.api.Test;

class ChooserTest {

    /** Sessions 0, 1 and 0 committed, the last first, after the initial state. */
    private static final Choice READ = new Choice.Read(7, 2, "x", IntList.of(5, 4, 3, -1), IntList.of(0, 1, 0, -1));

    private static final Choice TURN = new Choice.Turn(IntList.of(0, 2, 3));

    private static int[] counts(Chooser chooser, Choice choice) {
        int[] counts = new int[choice.count()];
        for (int i = 0; i < 6000; i++) {
            counts[chooser.choose(choice)]++;
        }
        return counts;
    }

    @Test
    void uniformChoosesEachWithTheSameProbability() {
        for (int count : counts(Policy.UNIFORM.chooser(new Seed(1)), READ)) {
            assertThat(count).isBetween(1350, 1650);
        }
    }

    @Test
    void latestReadsTheLastAndTakesAnyTurn() {
        assertThat(counts(Policy.LATEST.chooser(new Seed(1)), READ)).containsExactly(6000, 0, 0, 0);
        assertThat(counts(Policy.LATEST.chooser(new Seed(1)), TURN)).doesNotContain(0);
    }

    @Test
    void latestPerSessionLeavesOutWhatItsSessionOverwrote() {
        int[] counts = counts(Policy.LATEST_PER_SESSION.chooser(new Seed(1)), READ);

        assertThat(counts[2]).isZero();
        for (int index : List.of(0, 1, 3)) {
            assertThat(counts[index]).isBetween(1850, 2150);
        }
    }

    @Test
    void stalePrefersTheOldest() {
        int[] counts = counts(Policy.STALE.chooser(new Seed(1)), READ);

        assertThat(counts[3]).isBetween(3600, 3900);
        assertThat(counts[0]).isBetween(650, 850);
    }

    @Test
    void policiesAreFoundByTheirLabels() {
        assertThat(Policy.named("latest-PER-session")).contains(Policy.LATEST_PER_SESSION);
        assertThat(Policy.named("random")).isEmpty();
        assertThat(Policy.accepted()).isEqualTo("uniform, latest, latest-per-session, stale");
    }

    @Test
    void exhaustiveTakesEveryPathOnce() {
        var paths = new ArrayList<List<Integer>>();
        var exhaustive = new Exhaustive();
        do {
            if (exhaustive.choose(TURN) == 1) {
                exhaustive.choose(READ);
            }
            paths.add(exhaustive.choices());
        } while (exhaustive.next());

        assertThat(paths)
                .containsExactly(List.of(0), List.of(1, 0), List.of(1, 1), List.of(1, 2), List.of(1, 3), List.of(2));
        assertThat(exhaustive.runCount()).isEqualTo(6);
    }

    @Test
    void exhaustiveNoticesAProgramThatChanges() {
        var exhaustive = new Exhaustive();
        exhaustive.choose(TURN);
        exhaustive.next();

        assertThatThrownBy(() -> exhaustive.choose(READ))
                .hasMessage("choice 0 had 3 answers in an earlier run, and now 4; "
                        + "expected a program that does the same after the same answers");
    }

    @Test
    void aScriptSaysWhereItDoesNotFit() {
        var script = new Scripted(List.of(2, 4));

        assertThat(script.choose(READ)).isEqualTo(2);
        assertThatThrownBy(() -> script.choose(READ))
                .hasMessage(
                        "choice 1 of the script is 4, but it is from whom T7 of session 2 reads x, with 4 possible; "
                                + "expected 0 to 3");
        assertThatThrownBy(() -> script.choose(TURN))
                .hasMessage("the script ends after 2 choices, and the next is which of the sessions [0, 2, 3] is next; "
                        + "expected a script of the same program, level and schedule");
    }
}
