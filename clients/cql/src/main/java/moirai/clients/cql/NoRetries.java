package moirai.clients.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/** Reports every failure to the session that has met it. The driver creates it by its name. */
// The methods that replace the deprecated ones call these by default, and have no abstract form.
@SuppressWarnings("InlineMeSuggester")
public final class NoRetries implements RetryPolicy {

    /** Creates the policy with the parameters that the driver requires. */
    public NoRetries(DriverContext context, String profileName) {
        assert context != null && profileName != null;
    }

    @Override
    @Deprecated
    public RetryDecision onReadTimeout(
            Request request, ConsistencyLevel level, int required, int received, boolean dataPresent, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    @Deprecated
    public RetryDecision onWriteTimeout(
            Request request, ConsistencyLevel level, WriteType writeType, int required, int received, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    @Deprecated
    public RetryDecision onUnavailable(
            Request request, ConsistencyLevel level, int required, int alive, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    @Deprecated
    public RetryDecision onRequestAborted(Request request, Throwable error, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    @Deprecated
    public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public void close() {}
}
