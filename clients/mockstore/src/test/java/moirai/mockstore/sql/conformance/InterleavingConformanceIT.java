package moirai.mockstore.sql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Transactions at READ COMMITTED, statement by statement in the same order, on the store and on a real PostgreSQL: the
 * same statements wait, and all answers and final rows are the same. More by hand: {@code -Dmoirai.seed=7
 * -Dmoirai.programs=5000}.
 */
class InterleavingConformanceIT {

    private static final long SEED = Long.getLong("moirai.seed", 42);
    private static final int PROGRAMS = Integer.getInteger("moirai.programs", 150);
    private static final int SESSIONS = 3;
    /** A real server chooses the victim of a deadlock by time. */
    private static final int RETRIES = 3;

    private int waits;
    private int deadlocks;
    private int otherWakes;
    private final List<String> differences = new ArrayList<>();

    @Test
    void knownProgramsEndAsOnPostgresInEveryOrder() throws SQLException {
        int orders = 0;
        try (var store = new StoreSessions(SESSIONS);
                var postgres = new PostgresSessions(SESSIONS)) {
            for (Interleaved program : KnownPrograms.ALL) {
                Set<String> outcomes = new HashSet<>();
                for (List<Integer> schedule : program.schedules()) {
                    orders++;
                    outcomes.add(compare(store, postgres, program, schedule));
                }
                assertThat(outcomes.size()).as(program.name()).isGreaterThan(1);
            }
        }
        System.out.println(KnownPrograms.ALL.size() + " known programs, " + summary(orders));
        assertThat(differences).isEmpty();
    }

    @Test
    void randomProgramsEndAsOnPostgres() throws SQLException {
        System.out.println("seed " + SEED);
        try (var store = new StoreSessions(SESSIONS);
                var postgres = new PostgresSessions(SESSIONS)) {
            for (int number = 0; number < PROGRAMS; number++) {
                var random = new RandomInterleaved(SEED + number);
                Interleaved program = random.program();
                compare(store, postgres, program, random.schedule(program));
            }
        }
        System.out.println(summary(PROGRAMS) + ", seed " + SEED);
        assertThat(differences).isEmpty();
    }

    private String summary(int orders) {
        return orders + " interleavings, " + waits + " with a wait, " + deadlocks + " with a deadlock, "
                + otherWakes + " played again so that the last to wait goes on first, "
                + differences.size() + " different";
    }

    private String compare(StoreSessions store, Sessions postgres, Interleaved program, List<Integer> schedule) {
        String mine = store.play(program, schedule);
        String theirs = postgres.play(program, schedule);
        for (int again = 0; again < RETRIES && !mine.equals(theirs) && theirs.contains("40P01"); again++) {
            theirs = postgres.play(program, schedule);
        }
        if (!mine.equals(theirs)) {
            store.wakeLastFirst(true);
            mine = store.play(program, schedule);
            store.wakeLastFirst(false);
            otherWakes++;
        }
        waits += theirs.contains("w ") ? 1 : 0;
        deadlocks += theirs.contains("40P01") ? 1 : 0;
        if (!mine.equals(theirs)) {
            differences.add(program.name() + " " + program.sessions() + " " + schedule + "\n store    " + mine
                    + "\n postgres " + theirs + "\n");
        }
        return mine;
    }
}
