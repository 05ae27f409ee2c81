package moirai.clients.cql;

import static moirai.clients.cql.CqlFailures.Request.CONDITIONAL_WRITE;
import static moirai.clients.cql.CqlFailures.Request.READ;
import static moirai.clients.cql.CqlFailures.Request.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.history.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CqlFailuresTest {

    /** A node for the driver's messages, which calls none of its methods. */
    @SuppressWarnings("ReferenceEquality")
    private static final Node NODE = (Node) Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "hashCode" -> 1;
                case "equals" -> proxy == arguments[0];
                default -> "a node";
            });

    private static WriteTimeoutException timeout(WriteType type) {
        return new WriteTimeoutException(NODE, DefaultConsistencyLevel.QUORUM, 1, 2, type);
    }

    private static UnavailableException unavailable(ConsistencyLevel level) {
        return new UnavailableException(NODE, level, 2, 1);
    }

    private static AllNodesFailedException failed(Throwable... causes) {
        return AllNodesFailedException.fromErrors(
                Stream.of(causes).map(cause -> Map.entry(NODE, cause)).toList());
    }

    static List<DriverException> doubtful() {
        return List.of(
                timeout(DefaultWriteType.SIMPLE),
                timeout(DefaultWriteType.BATCH),
                timeout(DefaultWriteType.BATCH_LOG),
                timeout(DefaultWriteType.UNLOGGED_BATCH),
                timeout(DefaultWriteType.CAS),
                new CASWriteUnknownException(NODE, DefaultConsistencyLevel.SERIAL, 1, 2),
                new WriteFailureException(
                        NODE, DefaultConsistencyLevel.QUORUM, 1, 2, DefaultWriteType.SIMPLE, 1, Map.of()),
                new ReadTimeoutException(NODE, DefaultConsistencyLevel.QUORUM, 1, 2, false),
                new OverloadedException(NODE),
                new ServerError(NODE, "no idea"),
                new DriverTimeoutException("no answer"),
                new ClosedConnectionException("lost"),
                new HeartbeatException(InetSocketAddress.createUnresolved("n1", 1), "no pulse", null));
    }

    static List<DriverException> refusals() {
        return List.of(
                new NoNodeAvailableException(),
                failed(new NodeUnavailableException(NODE)),
                failed(new BusyConnectionException(1024)),
                new RequestThrottlingException("not yet"),
                new BootstrappingException(NODE),
                new InvalidQueryException(NODE, "no such table"));
    }

    @ParameterizedTest
    @MethodSource("doubtful")
    void aWriteThatMayHaveReachedAReplicaIsInDoubt(DriverException failure) {
        assertThat(CqlFailures.outcome(WRITE, failure)).isInstanceOf(Outcome.Indeterminate.class);
        assertThat(CqlFailures.outcome(CONDITIONAL_WRITE, failure)).isInstanceOf(Outcome.Indeterminate.class);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aWriteThatNobodyBeganIsAborted(DriverException failure) {
        assertThat(CqlFailures.outcome(WRITE, failure)).isInstanceOf(Outcome.Aborted.class);
        assertThat(CqlFailures.outcome(CONDITIONAL_WRITE, failure)).isInstanceOf(Outcome.Aborted.class);
    }

    @ParameterizedTest
    @MethodSource({"doubtful", "refusals"})
    void whatOnlyReadsHasWrittenNothing(DriverException failure) {
        assertThat(CqlFailures.outcome(READ, failure)).isInstanceOf(Outcome.Aborted.class);
    }

    @Test
    void aPlainWriteWithoutEnoughReplicasIsNotBegun() {
        assertThat(CqlFailures.outcome(WRITE, unavailable(DefaultConsistencyLevel.QUORUM)))
                .isEqualTo(new Outcome.Aborted("Unavailable QUORUM"));
    }

    /** The commit of what a quorum has accepted needs replicas of its own, which may be gone by then. */
    @Test
    void aLightweightTransactionWithoutEnoughReplicasForItsCommitHasHappenedPerhaps() {
        assertThat(CqlFailures.outcome(CONDITIONAL_WRITE, unavailable(DefaultConsistencyLevel.QUORUM)))
                .isEqualTo(new Outcome.Indeterminate("Unavailable QUORUM"));
        assertThat(CqlFailures.outcome(CONDITIONAL_WRITE, unavailable(DefaultConsistencyLevel.SERIAL)))
                .isEqualTo(new Outcome.Aborted("Unavailable SERIAL"));
    }

    /** One request that was sent is enough. */
    @Test
    void aNodeThatTookARequestBeforeItWasGoneLeavesDoubt() {
        var failure = failed(new ClosedConnectionException("lost"), new NodeUnavailableException(NODE));

        assertThat(CqlFailures.outcome(WRITE, failure))
                .isEqualTo(new Outcome.Indeterminate("ClosedConnection, NodeUnavailable"));
    }

    @ParameterizedTest
    @EnumSource(
            value = DefaultWriteType.class,
            names = {"SIMPLE", "CAS", "BATCH_LOG"})
    void theCauseNamesWhatTimedOut(DefaultWriteType type) {
        assertThat(CqlFailures.name(timeout(type))).isEqualTo("WriteTimeout " + type.name());
    }

    @Test
    void onlyWhoAnswersIsStillConnected() {
        assertThat(CqlFailures.isAnswer(timeout(DefaultWriteType.SIMPLE))).isTrue();
        assertThat(CqlFailures.isAnswer(new ClosedConnectionException("lost"))).isFalse();
        assertThat(CqlFailures.isAnswer(new NoNodeAvailableException())).isFalse();
    }

    @Test
    void whoeverIsRefusedAtOnceWaitsBeforeTheNextTry() {
        assertThat(Stream.of(
                        unavailable(DefaultConsistencyLevel.SERIAL),
                        unavailable(DefaultConsistencyLevel.QUORUM),
                        new NoNodeAvailableException(),
                        failed(new NodeUnavailableException(NODE)),
                        new BootstrappingException(NODE),
                        new OverloadedException(NODE),
                        new InvalidQueryException(NODE, "no such table")))
                .allMatch(CqlFailures::isRefusal);
    }

    /**
     * Another transaction wants the same key, or the answer was late. Neither is quick, and the next key may be free.
     */
    @Test
    void contentionAndTimeoutsAreNoRefusals() {
        assertThat(Stream.of(
                        timeout(DefaultWriteType.CAS),
                        timeout(DefaultWriteType.SIMPLE),
                        new CASWriteUnknownException(NODE, DefaultConsistencyLevel.SERIAL, 1, 2),
                        new ReadTimeoutException(NODE, DefaultConsistencyLevel.SERIAL, 1, 2, false),
                        new DriverTimeoutException("no answer"),
                        failed(new ClosedConnectionException("lost"), new NodeUnavailableException(NODE))))
                .noneMatch(CqlFailures::isRefusal);
    }
}
