package moirai.junit.weak;

import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The end of a call. */
public final class Ended {

    /** The SQLSTATEs that a database aborts a transaction with to keep its isolation level. */
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

    private final String call;
    private final @Nullable Throwable thrown;

    Ended(String call, @Nullable Throwable thrown) {
        this.call = call;
        this.thrown = thrown;
    }

    /** Returns the end of a call that was not run, as if the database had aborted it. */
    static Ended leftOut(String call) {
        return new Ended(call, new SQLTransactionRollbackException("left out to make a failure smaller", "40001"));
    }

    /** Returns the name of the call. */
    public String call() {
        return call;
    }

    /** Returns what the call has thrown; empty if it has returned. */
    public Optional<Throwable> thrown() {
        return Optional.ofNullable(thrown);
    }

    /**
     * Returns whether the call was aborted because of its isolation: it has thrown a serialization failure or a
     * deadlock, possibly as the cause of another exception, or one of these exceptions.
     *
     * @param also classes of further exceptions that mean a conflict, such as those of optimistic locking
     */
    public boolean isConflict(List<Class<? extends Throwable>> also) {
        return isConflict(thrown, also);
    }

    /** Returns whether what a call has thrown, if anything, means that it was aborted because of its isolation. */
    public static boolean isConflict(@Nullable Throwable thrown, List<Class<? extends Throwable>> also) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            Throwable now = cause;
            if (also.stream().anyMatch(type -> type.isInstance(now))
                    || (cause instanceof SQLException sql && CONFLICTS.contains(String.valueOf(sql.getSQLState())))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return call + (thrown == null ? ": returned" : ": threw " + thrown);
    }
}
