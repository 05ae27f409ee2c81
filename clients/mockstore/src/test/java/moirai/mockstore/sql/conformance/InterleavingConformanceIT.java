package moirai.mockstore.sql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.mockstore.levels.ProductLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Transactions at a product's level, statement by statement in the same order, on the store and on a real PostgreSQL:
 * the same statements wait, and all answers and final rows are the same. More by hand: {@code -Dmoirai.seed=7
 * -Dmoirai.programs=5000}.
 */
class InterleavingConformanceIT {

    private static final long SEED = Long.getLong("moirai.seed", 42);
    private static final int PROGRAMS = Integer.getInteger("moirai.programs", 150);
    private static final int SESSIONS = 3;
    /** A real server chooses the victim of a deadlock by time. */
    private static final int RETRIES = 3;
    /** The SQLSTATE of what the store does not support. */
    private static final String REFUSED = "0A000";

    private int waits;
    private int deadlocks;
    private int otherWakes;
    private int refused;
    private final List<String> differences = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void knownProgramsEndAsOnPostgresInEveryOrder(ProductLevel level) throws SQLException {
        int orders = 0;
        try (var store = new StoreSessions(SESSIONS, level);
                var postgres = new PostgresSessions(SESSIONS, isolation(level))) {
            for (Interleaved program : KnownPrograms.ALL) {
                Set<String> outcomes = new HashSet<>();
                for (List<Integer> schedule : program.schedules()) {
                    orders++;
                    outcomes.add(compare(store, postgres, program, schedule));
                }
                assertThat(outcomes.size()).as(program.name()).isGreaterThan(1);
            }
        }
        System.out.println(level.label() + ": " + KnownPrograms.ALL.size() + " known programs, " + summary(orders));
        assertThat(differences).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void randomProgramsEndAsOnPostgres(ProductLevel level) throws SQLException {
        System.out.println("seed " + SEED);
        try (var store = new StoreSessions(SESSIONS, level);
                var postgres = new PostgresSessions(SESSIONS, isolation(level))) {
            for (int number = 0; number < PROGRAMS; number++) {
                var random = new RandomInterleaved(SEED + number);
                Interleaved program = random.program();
                compare(store, postgres, program, random.schedule(program));
            }
        }
        System.out.println(level.label() + ": " + summary(PROGRAMS) + ", seed " + SEED);
        assertThat(differences).isEmpty();
    }

    private static String isolation(ProductLevel level) {
        return switch (level) {
            case POSTGRES_READ_COMMITTED -> "read committed";
            case POSTGRES_REPEATABLE_READ -> "repeatable read";
        };
    }

    private String summary(int orders) {
        return orders + " interleavings, " + waits + " with a wait, " + deadlocks + " with a deadlock, "
                + otherWakes + " played again so that the last to wait goes on first, "
                + refused + " refused, " + differences.size() + " different";
    }

    private String compare(StoreSessions store, Sessions postgres, Interleaved program, List<Integer> schedule) {
        String mine = store.play(program, schedule);
        if (mine.contains(REFUSED)) {
            refused++;
            return mine;
        }
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
