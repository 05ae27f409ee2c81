package moirai.directed.proof;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;

class LockRepairTest {

    private static final Levels LEVELS = Levels.all(Promises.READ_COMMITTED);

    private static List<Anomaly> anomalies(Program program) {
        return new AnomalySearch(program, LEVELS, Bounds.SMALL).find().anomalies();
    }

    private static Set<String> keys(List<Anomaly> anomalies) {
        return anomalies.stream().map(Anomaly::key).collect(Collectors.toCollection(HashSet::new));
    }

    private static LockRepair repair(Program program) {
        return LockRepair.of(program, LEVELS, Bounds.SMALL, anomalies(program));
    }

    @Test
    void aLostUpdateIsGoneWithOneLockAndProvenGone() {
        LockRepair repair = repair(TextbookAnomaly.LOST_UPDATE.program());

        assertThat(repair.locks()).hasSize(1);
        assertThat(repair.left()).isEmpty();
        assertThat(Prover.prove(Claim.of(repair.repaired(), LEVELS, Bounds.SMALL)))
                .isInstanceOf(Proof.Proven.class);
    }

    /** What is read alone needs no lock, and what is read without a key can have none. */
    @Test
    void onlyWhatRemovesSomethingIsLocked() {
        Program program = new Program(
                "mixed",
                List.of(table("X", "id", "v"), table("Y", "id", "v")),
                List.of(txn(
                        "a",
                        "p",
                        select("other", "v", "Y", is("id", "p")),
                        select("mine", "v", "X", is("id", "p")),
                        update(
                                "change",
                                "X",
                                is("id", "p"),
                                to("v", result("mine.v").plus(constant(1)))))));

        assertThat(repair(program).locks())
                .extracting(lock -> lock.select().label())
                .containsExactly("mine");
    }

    @Test
    void locksAreLeastAndWhatIsLeftIsLeft() {
        for (TextbookAnomaly textbook : TextbookAnomaly.values()) {
            Program program = textbook.program();
            LockRepair repair = repair(program);

            Set<String> there = keys(anomalies(repair.repaired()));
            there.retainAll(keys(anomalies(program)));

            assertThat(there).as(textbook.name()).isEqualTo(keys(repair.left()));
            assertThat(repair.locks())
                    .as(textbook.name())
                    .allSatisfy(lock -> assertThat(lock.removed()).isNotEmpty());
        }
    }
}
