package moirai.clients.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/** Reports every failure to the session that has met it. The driver creates it by its name. */
// The deprecated half has no bodies in the interface, so it has to be there.
@SuppressWarnings("InlineMeSuggester")
public final class NoRetries implements RetryPolicy {

    /** Creates the policy with the parameters that the driver requires. */
    public NoRetries(DriverContext context, String profileName) {
        assert context != null && profileName != null;
    }

    @Override
    public RetryVerdict onReadTimeoutVerdict(
            Request request, ConsistencyLevel level, int required, int received, boolean dataPresent, int retryCount) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onWriteTimeoutVerdict(
            Request request, ConsistencyLevel level, WriteType writeType, int required, int received, int retryCount) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onUnavailableVerdict(
            Request request, ConsistencyLevel level, int required, int alive, int retryCount) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onRequestAbortedVerdict(Request request, Throwable error, int retryCount) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onErrorResponseVerdict(Request request, CoordinatorException error, int retryCount) {
        return RetryVerdict.RETHROW;
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
