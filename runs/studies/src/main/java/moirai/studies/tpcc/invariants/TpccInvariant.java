package moirai.studies.tpcc.invariants;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Something that holds after every serial execution of TPC-C's transactions.
 *
 * @param id as in the paper, such as {@code cr5a}
 * @param claim in the paper's words
 * @param check looks for a counter-example
 */
public record TpccInvariant(String id, String claim, Check check) {

    /** All of them, in the paper's order. */
    public static final List<TpccInvariant> ALL = all();

    /** Reads the tables and compares them with each other and with the log. */
    @FunctionalInterface
    public interface Check {

        /** Returns a text that contradicts the claim; empty if the claim holds. */
        Optional<String> counterexample(Connection connection, CallLog log) throws SQLException;
    }

    private static List<TpccInvariant> all() {
        var all = new ArrayList<>(Conditions.ALL);
        all.addAll(FurtherInvariants.ALL);
        return List.copyOf(all);
    }

    /** Returns the ids of the invariants that do not hold, with what contradicts each. */
    public static Map<String, String> broken(Connection connection, CallLog log) throws SQLException {
        var broken = new TreeMap<String, String>();
        for (TpccInvariant invariant : ALL) {
            invariant.check.counterexample(connection, log).ifPresent(example -> broken.put(invariant.id, example));
        }
        return broken;
    }
}
