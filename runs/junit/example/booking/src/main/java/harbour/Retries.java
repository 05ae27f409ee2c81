package harbour;

import java.sql.SQLException;
import java.util.function.Supplier;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/** Runs transactions again that the database, or a version number, has refused. */
@Component
public class Retries {

    private static final int ATTEMPTS = 5;

    /** Runs a whole transaction, and again if it met a conflict. */
    public <T> T untilCommitted(Supplier<T> transaction) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction.get();
            } catch (RuntimeException failure) {
                if (attempt == ATTEMPTS || !isConflict(failure)) {
                    throw failure;
                }
            }
        }
    }

    private static boolean isConflict(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OptimisticLockingFailureException) {
                return true;
            }
            if (cause instanceof SQLException sql && sql.getSQLState() != null && sql.getSQLState().startsWith("40")) {
                return true;
            }
        }
        return false;
    }
}
