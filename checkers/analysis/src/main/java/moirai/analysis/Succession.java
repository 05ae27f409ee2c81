package moirai.analysis;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The fact that one version of a register precedes another, with the evidence: the ground of ww and rw dependencies
 * where reads do not show the order of writes.
 *
 * <p>Versions are named by their writers, since a transaction installs one version of a key at most. Transactions and
 * keys are ids in the history.
 *
 * @param earlier the writer of the earlier version, or {@link #INITIAL}
 * @param later the writer of the later version, or {@link #INITIAL}, which no interpretation allows
 * @param first the transaction that read or wrote the earlier version
 * @param second the transaction that read or wrote the later version; may be the same
 */
public record Succession(int key, int earlier, int later, Rule rule, int first, int second) {

    /** Stands for the version that nobody wrote. */
    public static final int INITIAL = -1;

    /** The way in which the order of two transactions shows the order of two versions. */
    public enum Rule {
        /** The initial version precedes every other (Kingsbury, Alvaro 2020, section 5.2). */
        INITIAL_FIRST,
        /** A transaction read the earlier version and then wrote the later one. */
        WRITE_AFTER_READ,
        /** The first transaction stands before the second in their session. */
        SESSION,
        /** The first transaction ended before the second began. */
        REALTIME,
        /** The second transaction ww-depends on the first, on some key. */
        WRITE_WRITE,
        /** The second transaction read what the first wrote to some key. */
        WRITE_READ,
        /** The second transaction overwrote what the first read of some key. */
        READ_WRITE;

        /** Returns the dependency of the second transaction on the first that the rule rests on, if it rests on one. */
        public Optional<Dependency> dependency() {
            return switch (this) {
                case INITIAL_FIRST, WRITE_AFTER_READ -> Optional.empty();
                case SESSION -> Optional.of(Dependency.PROCESS);
                case REALTIME -> Optional.of(Dependency.REALTIME);
                case WRITE_WRITE -> Optional.of(Dependency.WRITE_WRITE);
                case WRITE_READ -> Optional.of(Dependency.WRITE_READ);
                case READ_WRITE -> Optional.of(Dependency.READ_WRITE);
            };
        }
    }

    /** Returns the transactions that the order speaks of, each once. */
    public List<Integer> txns() {
        return Stream.of(earlier, later, first, second)
                .filter(txn -> txn != INITIAL)
                .distinct()
                .toList();
    }
}
