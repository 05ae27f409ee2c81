package moirai.clients.cql;

import com.datastax.dse.driver.api.core.config.DseDriverOption;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.internal.core.connection.ConstantReconnectionPolicy;
import com.datastax.oss.driver.internal.core.loadbalancing.BasicLoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import com.datastax.oss.driver.internal.core.time.ServerSideTimestampGenerator;
import java.net.InetSocketAddress;
import java.time.Duration;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;

/** Configures a driver that does nothing by itself: no retries, no speculation, no failover. */
final class Driver {

    private static final Duration SETUP_TIMEOUT = Duration.ofSeconds(20);

    private static final Duration RECONNECT_DELAY = Duration.ofMillis(250);

    /**
     * The number of sessions for each connection. A connection carries a thousand requests at a time; some room is left
     * for requests that are never answered.
     */
    private static final int SESSIONS_A_CONNECTION = 256;

    private static final int THREADS = 2;

    private Driver() {}

    /**
     * Connects to one node and knows no other: all others are at infinite distance.
     *
     * @throws com.datastax.oss.driver.api.core.DriverException if it cannot be reached
     * @throws ClientException if its name is unknown
     */
    static CqlSession connect(InetSocketAddress address, Endpoint endpoint, CqlOptions options) {
        if (address.isUnresolved()) {
            throw new ClientException("the host '" + address.getHostString() + "' is not known");
        }
        var only = new DefaultEndPoint(address);
        var builder = CqlSession.builder()
                .withConfigLoader(configuration(options))
                .addContactEndPoint(only)
                .withNodeDistanceEvaluator(
                        (node, center) -> node.getEndPoint().equals(only) ? NodeDistance.LOCAL : NodeDistance.IGNORED);
        if (!endpoint.user().isEmpty()) {
            builder.withAuthCredentials(endpoint.user(), endpoint.password());
        }
        return builder.build();
    }

    private static DriverConfigLoader configuration(CqlOptions options) {
        var timeout = Duration.ofSeconds(options.timeoutSeconds());
        return DriverConfigLoader.programmaticBuilder()
                .withString(DefaultDriverOption.SESSION_NAME, "moirai")
                // In version 5 the driver cannot read the server's time-outs of lightweight transactions (Cassandra
                // 5.0.9), and the connection is lost with all that is under way. Four says the same in other words.
                .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
                .withClass(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, BasicLoadBalancingPolicy.class)
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NoRetries.class)
                .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, false)
                // A node's own clock orders what it coordinates, as the elements of a list are ordered anyway.
                .withClass(DefaultDriverOption.TIMESTAMP_GENERATOR_CLASS, ServerSideTimestampGenerator.class)
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, timeout)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, SETUP_TIMEOUT)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, SETUP_TIMEOUT)
                // Schemas are agreed on with all nodes, of which this driver knows none.
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, Duration.ZERO)
                .withClass(DefaultDriverOption.RECONNECTION_POLICY_CLASS, ConstantReconnectionPolicy.class)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECT_DELAY)
                .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, 1 + options.sessions() / SESSIONS_A_CONNECTION)
                .withInt(DefaultDriverOption.NETTY_IO_SIZE, THREADS)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SIZE, 1)
                .withBoolean(DefaultDriverOption.NETTY_DAEMON, true)
                .withDuration(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, Duration.ZERO)
                .withDuration(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, Duration.ZERO)
                .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                .withBoolean(DefaultDriverOption.METADATA_TOKEN_MAP_ENABLED, false)
                .withBoolean(DseDriverOption.MONITOR_REPORTING_ENABLED, false)
                // There is one for each node, which the driver would take for a leak.
                .withInt(DefaultDriverOption.SESSION_LEAK_THRESHOLD, 0)
                .build();
    }
}
