package moirai.clients.cql;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import moirai.clients.ClientException;
import moirai.history.Outcome;

/**
 * Decides what a failure proves.
 *
 * <p>A request that only reads proves that nothing was written, however it ended. For a request that writes, these
 * failures prove the same, and no others:
 *
 * <ul>
 * <li>The request was never sent: the driver had no connection to the node, or none with room.
 * <li>The node refused it before it did anything: it is not valid, or the node does not take part yet.
 * <li>{@link UnavailableException}: the node counts the replicas that it believes to be alive before it sends them a
 *   write, and before it stores a batch. A lightweight transaction counts twice: for its Paxos rounds, at serial
 *   consistency, before each of them; and once more, at the other consistency, for its commit, when a quorum has
 *   accepted it already and others will complete it. So there the exception's own level decides. Between rounds nothing
 *   is left over: a proposal that some replica has accepted ends the request with a time-out.
 * <li>A lightweight transaction whose condition does not hold: that is no failure, but an answer.
 * </ul>
 *
 * <p>Every other failure leaves doubt:
 *
 * <ul>
 * <li>{@link WriteTimeoutException}, of any type: replicas were sent the write and may yet have it. This includes type
 *   BATCH_LOG, which drivers consider safe to retry: the batch may be stored at a node whose answer was late, and that
 *   node then replays it.
 * <li>{@link CASWriteUnknownException}: some replica has accepted the proposal, and the next proposer may complete it.
 * <li>Failures that replicas report: others may have succeeded.
 * <li>Overload: a node finds out in the middle of a write that it has too many hints to store.
 * <li>Time-outs and lost connections of the driver: the answer is unknown.
 * <li>Every failure that is not listed here.
 * </ul>
 */
final class CqlFailures {

    /** The outcome of an append whose condition failed because the list had changed. */
    static final Outcome NOT_APPLIED = new Outcome.Aborted("not applied");

    private CqlFailures() {}

    /** The kind of the request that failed. */
    enum Request {
        READ,
        /** The request appends, by itself or in a batch. */
        WRITE,
        /** The request appends if a condition holds. */
        CONDITIONAL_WRITE
    }

    /** Returns the outcome of a transaction whose request has failed after others that only read. */
    static Outcome outcome(Request request, DriverException failure) {
        return isHarmless(request, failure)
                ? new Outcome.Aborted(name(failure))
                : new Outcome.Indeterminate(name(failure));
    }

    private static boolean isHarmless(Request request, Throwable failure) {
        return switch (request) {
            case READ -> true;
            case WRITE -> isRefused(failure) || failure instanceof UnavailableException;
            case CONDITIONAL_WRITE ->
                isRefused(failure)
                        || (failure instanceof UnavailableException unavailable
                                && unavailable.getConsistencyLevel().isSerial());
        };
    }

    /** Returns whether no node has begun to write. Each node that was tried counts; there is one at most. */
    private static boolean isRefused(Throwable failure) {
        if (failure instanceof AllNodesFailedException all) {
            return causes(all).stream().allMatch(CqlFailures::isRefused);
        }
        return failure instanceof NodeUnavailableException
                || failure instanceof BusyConnectionException
                || failure instanceof RequestThrottlingException
                || failure instanceof BootstrappingException
                || failure instanceof QueryValidationException;
    }

    /**
     * Returns whether the node, or the driver for it, has refused at once and will go on to: not enough replicas are
     * there, it is not ready, there is no connection to it, or the table is gone. None of these depends on other
     * transactions on the same key.
     */
    static boolean isRefusal(Throwable failure) {
        if (failure instanceof AllNodesFailedException all) {
            return causes(all).stream().allMatch(CqlFailures::isRefusal);
        }
        return failure instanceof UnavailableException
                || failure instanceof NodeUnavailableException
                || failure instanceof BusyConnectionException
                || failure instanceof OverloadedException
                || failure instanceof BootstrappingException
                || failure instanceof QueryValidationException;
    }

    private static List<Throwable> causes(AllNodesFailedException all) {
        return all.getAllErrors().values().stream().flatMap(Collection::stream).toList();
    }

    /** Returns whether the connection may still work: the node itself has answered. */
    static boolean isAnswer(DriverException failure) {
        return failure instanceof CoordinatorException;
    }

    /** Returns an exception that says in one line what the environment lacks. */
    static ClientException exception(String what, DriverException failed) {
        // What the driver says of a node that did not answer is the same in many words.
        String said = isAnswer(failed) ? ", " + failed.getMessage() : "";
        return new ClientException(what + ": " + name(failed) + said + hint(failed), failed);
    }

    private static String hint(DriverException failed) {
        if (name(failed).contains("Authentication")) {
            return "; check the user and the password";
        }
        return failed instanceof AllNodesFailedException ? "; is the node running, and is this its host and port?" : "";
    }

    /**
     * Returns the driver's name of the failure, with the type of a write that timed out: the types have different
     * meanings.
     */
    static String name(Throwable failure) {
        if (failure instanceof WriteTimeoutException timeout && !(failure instanceof CASWriteUnknownException)) {
            return simpleName(failure) + " " + timeout.getWriteType();
        }
        if (failure instanceof UnavailableException unavailable) {
            return simpleName(failure) + " " + unavailable.getConsistencyLevel();
        }
        if (failure instanceof AllNodesFailedException all && !causes(all).isEmpty()) {
            return causes(all).stream().map(CqlFailures::name).distinct().collect(Collectors.joining(", "));
        }
        return simpleName(failure);
    }

    private static String simpleName(Throwable failure) {
        return failure.getClass().getSimpleName().replaceFirst("Exception$", "");
    }
}
