package moirai.nemesis.mariadb;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node's position in the one order of a cluster's transactions.
 *
 * @param history the cluster that numbered the transactions
 * @param seqno of the last transaction that is in its tables; -1 if it does not know
 */
record Position(String history, long seqno) implements Comparable<Position> {

    private static final String NO_HISTORY = "00000000-0000-0000-0000-000000000000";

    /** The position of a node that has never been a member. */
    static final Position NONE = new Position(NO_HISTORY, -1);

    private static final Pattern RECOVERED = Pattern.compile("Recovered position: ([0-9a-f-]{36}):(-?\\d+)");

    private static final Pattern UUID_LINE = Pattern.compile("(?m)^uuid:\\s+([0-9a-f-]{36})");

    private static final Pattern SEQNO_LINE = Pattern.compile("(?m)^seqno:\\s+(-?\\d+)");

    /** Parses what a server prints when it is asked to look into its tables; empty if it could not. */
    static Optional<Position> recovered(String log) {
        Matcher found = RECOVERED.matcher(log);
        return found.find()
                ? Optional.of(new Position(found.group(1), Long.parseLong(found.group(2))))
                : Optional.empty();
    }

    /** Parses the file {@code grastate.dat}; empty if it is not such a file. */
    static Optional<Position> saved(String text) {
        Matcher history = UUID_LINE.matcher(text);
        Matcher seqno = SEQNO_LINE.matcher(text);
        return history.find() && seqno.find()
                ? Optional.of(new Position(history.group(1), Long.parseLong(seqno.group(1))))
                : Optional.empty();
    }

    /** Parses the status of a running server. */
    static Position of(Map<String, String> status) {
        String seqno = status.getOrDefault("wsrep_last_committed", "-1");
        return new Position(
                status.getOrDefault("wsrep_cluster_state_uuid", NO_HISTORY),
                seqno.matches("-?\\d{1,18}") ? Long.parseLong(seqno) : -1);
    }

    /** Returns whether both parts are known. */
    boolean isKnown() {
        return seqno >= 0 && !history.equals(NO_HISTORY);
    }

    /** Returns the contents of a file {@code grastate.dat}. */
    String file(boolean mayBegin) {
        return "# GALERA saved state\nversion: 2.1\nuuid:    " + history + "\nseqno:   " + seqno
                + "\nsafe_to_bootstrap: " + (mayBegin ? 1 : 0) + "\n";
    }

    @Override
    public int compareTo(Position other) {
        return Comparator.comparingLong(Position::seqno)
                .thenComparing(Position::history)
                .compare(this, other);
    }

    /** Returns the position as a server's argument takes it. */
    @Override
    public String toString() {
        return history + ":" + seqno;
    }
}
