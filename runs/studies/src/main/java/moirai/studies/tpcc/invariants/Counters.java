package moirai.studies.tpcc.invariants;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import moirai.programs.sql.Tally;

/** All counters at one moment, at which no transaction is open. Immutable. */
public final class Counters {

    private final Map<Counter, Tally> tallies;

    private Counters(Map<Counter, Tally> tallies) {
        this.tallies = tallies;
    }

    /** Reads them. */
    public static Counters read(Connection connection) throws SQLException {
        var tallies = new EnumMap<Counter, Tally>(Counter.class);
        for (Counter counter : Counter.values()) {
            tallies.put(counter, Tally.of(connection, counter.sql()));
        }
        return new Counters(tallies);
    }

    /** Returns the growth of a counter since it was read. */
    Tally growth(Counter counter, Connection connection) throws SQLException {
        Tally now = Tally.of(connection, counter.sql());
        Tally before = tallies.get(counter);
        return before == null ? now : now.minus(before);
    }
}
