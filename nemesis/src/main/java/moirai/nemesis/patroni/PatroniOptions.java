package moirai.nemesis.patroni;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.Replication;

/**
 * The configuration of a cluster under Patroni.
 *
 * @param nodes how many members
 * @param replication how long a commit waits for replicas
 * @param sessions how many connections the caller will hold at once, at one node at most
 * @param settings of PostgreSQL, or of Patroni: {@code ttl}, {@code loop_wait}, {@code retry_timeout}, {@code
 *    maximum_lag_on_failover}, {@code primary_start_timeout}
 */
public record PatroniOptions(int nodes, Replication replication, int sessions, Map<String, String> settings) {

    /** The least number of nodes: a single one cannot fail over. */
    public static final int NODES_MIN = 2;

    /** The limit on nodes: more would share two cores with the sessions and show no new behaviour. */
    public static final int NODES_MAX = 5;

    /** The connections beside the sessions: Patroni's own, and those that prepare or inspect. */
    private static final int CONNECTIONS_SPARE = 30;

    private static final int CONNECTIONS_MIN = 100;

    /** The settings that Patroni decides and accepts from nobody. */
    private static final Set<String> RESERVED = Set.of(
            "cluster_name",
            "hot_standby",
            "primary_slot_name",
            "recovery_target_timeline",
            "synchronous_standby_names",
            "wal_log_hints");

    public PatroniOptions {
        if (nodes < NODES_MIN || nodes > NODES_MAX) {
            throw new IllegalArgumentException(
                    nodes + " nodes are out of range: expected " + NODES_MIN + " to " + NODES_MAX);
        }
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1, not " + sessions);
        }
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        check(settings);
    }

    private static void check(Map<String, String> settings) {
        var ofServers = new TreeMap<String, String>();
        settings.forEach((name, value) -> {
            if (RESERVED.contains(name)) {
                throw new IllegalArgumentException(
                        "the setting " + name + " is decided by Patroni and cannot be passed");
            }
            PatroniSetting.named(name).ifPresentOrElse(own -> own.parse(value), () -> ofServers.put(name, value));
        });
        PostgresOptions known = new PostgresOptions(1, ofServers);
        assert known.nodes() == 1;
        int loop = value(settings, PatroniSetting.LOOP_WAIT);
        int retry = value(settings, PatroniSetting.RETRY_TIMEOUT);
        int ttl = value(settings, PatroniSetting.TTL);
        if (loop + 2 * retry > ttl) {
            throw new IllegalArgumentException("loop_wait " + loop + " and twice retry_timeout " + retry
                    + " are more than ttl " + ttl + ": a primary would lose its role while it still asks etcd; expected"
                    + " loop_wait + 2 * retry_timeout <= ttl");
        }
    }

    private static int value(Map<String, String> settings, PatroniSetting setting) {
        return setting.parse(settings.getOrDefault(setting.label(), String.valueOf(setting.usual())));
    }

    /** Returns the value of one of Patroni's own settings. */
    int value(PatroniSetting setting) {
        return value(settings, setting);
    }

    /** Returns the settings of PostgreSQL, as they were given. */
    Map<String, String> serverSettings() {
        var ofServers = new TreeMap<>(settings);
        ofServers.keySet().removeIf(name -> PatroniSetting.named(name).isPresent());
        return ofServers;
    }

    /** Returns the parameters of every server, by name; given settings win. */
    Map<String, String> parameters() {
        var all = new TreeMap<>(Map.of(
                "max_connections", String.valueOf(Math.max(CONNECTIONS_MIN, sessions + CONNECTIONS_SPARE)),
                "shared_buffers", "64MB",
                "deadlock_timeout", "50ms",
                "synchronous_commit", replication == Replication.APPLY ? "remote_apply" : "on",
                // In the data directory, and so gone with it, however the server ended.
                "dynamic_shared_memory_type", "mmap",
                // A replica that was away finds what it missed.
                "wal_keep_size", "256MB",
                "wal_receiver_status_interval", "1s",
                // Dead and paused ends are noticed, and replaced ones found again, within a faulty run's patience.
                "wal_receiver_timeout", "5s",
                "wal_sender_timeout", "5s",
                "wal_retrieve_retry_interval", "500ms"));
        all.putAll(serverSettings());
        return all;
    }
}
