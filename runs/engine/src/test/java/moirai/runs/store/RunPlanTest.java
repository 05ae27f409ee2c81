package moirai.runs.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import moirai.runs.parts.PartEnd;
import moirai.runs.parts.RunPart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunPlanTest {

    @TempDir
    private Path root;

    /** Makes a plan of parts, each written as what it found and how it ended. */
    private static RunPlan plan(String... parts) {
        List<PartEnd> ends = IntStream.range(0, parts.length)
                .mapToObj(i -> {
                    String[] found = parts[i].split(": ", 2);
                    return new PartEnd(i + 1, "", 0, 0, found[0], found[1]);
                })
                .toList();
        return new RunPlan(1, List.of("run"), ends, 0);
    }

    @Test
    void tablesOfAPartThatWasKilledAreLostWhereTheNextOneMakesNewOnes() {
        assertThat(plan(": killed", "new tables: ").hasLostTables()).isTrue();
        assertThat(plan(": ended", "new tables: ").hasLostTables()).isFalse();
        assertThat(plan(": killed", "the tables of the part before: ").hasLostTables())
                .isFalse();
    }

    /** Otherwise another part would make a VALID of what was UNKNOWN. */
    @Test
    void tablesThatWereLostStayLost() {
        assertThat(plan(": killed", "new tables: ended", "new tables: ").hasLostTables())
                .isTrue();
        assertThat(plan(": killed", "new tables: killed", "the tables of the part before: ")
                        .hasLostTables())
                .isTrue();
    }

    /** The second part did not come so far that it looked for tables. */
    @Test
    void partThatFoundNothingHidesNoLoss() {
        assertThat(plan(": killed", ": failed: no such server", "new tables: ").hasLostTables())
                .isTrue();
        assertThat(plan(": ended", ": failed: no such server", "new tables: ").hasLostTables())
                .isFalse();
        assertThat(plan(": killed", "the tables of the part before: ended", ": failed: no such server", "new tables: ")
                        .hasLostTables())
                .isFalse();
    }

    /** Each part begins at a key of its own: 0, 100, 200 and so on. */
    @Test
    void tablesBeginAtTheFirstKeyOfThePartThatMadeThem() {
        assertThat(firstKeyAfter("", RunPlan.TABLES_BEFORE)).isZero();
        assertThat(firstKeyAfter("", RunPlan.NEW_TABLES)).isEqualTo(100);
        assertThat(firstKeyAfter("", RunPlan.NEW_TABLES, RunPlan.TABLES_BEFORE, RunPlan.TABLES_BEFORE))
                .isEqualTo(100);
        assertThat(firstKeyAfter("", RunPlan.TABLES_BEFORE, RunPlan.NEW_TABLES)).isEqualTo(200);
    }

    /** Goes on with parts that find this, and returns what is on the disk then. */
    private int firstKeyAfter(String... found) {
        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);
        for (int i = 0; i < found.length; i++) {
            var plan = new RunPlan.Kept(directory, List.of("run"));
            plan.begin(new RunPart(i + 1, i, 100 * i, 0, List.of()));
            if (i > 0) {
                plan.found(found[i], 100 * i);
            }
        }
        return RunPlan.read(directory).firstKey();
    }
}
