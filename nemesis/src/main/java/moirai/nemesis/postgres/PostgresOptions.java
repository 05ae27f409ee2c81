package moirai.nemesis.postgres;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.nemesis.postgres.data.PostgresTemplate;

/**
 * The configuration of PostgreSQL servers.
 *
 * @param nodes how many: a primary and the rest replicas
 * @param replication how long a commit waits for replicas
 * @param sessions how many connections the caller will hold at once, at one node at most
 * @param settings lines for postgresql.conf, which win over the defaults below
 * @param versions of the servers, at first and in the end
 */
public record PostgresOptions(
        int nodes, Replication replication, int sessions, Map<String, String> settings, PostgresVersions versions) {

    /** The limit on nodes: more would share two cores with the sessions and show no new behaviour. */
    public static final int NODES_MAX = 9;

    /** The connections beside the sessions: those that prepare, inspect or inject. */
    private static final int CONNECTIONS_SPARE = 20;

    /** The default of PostgreSQL; a standby with less than its primary would not start. */
    private static final int CONNECTIONS_MIN = 100;

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

    /** The setting that is decided when a data directory is made, and not by postgresql.conf. */
    private static final String DATA_CHECKSUMS = "data_checksums";

    /** The settings that the cluster itself decides: addresses and files. */
    private static final Set<String> RESERVED = Set.of(
            "data_directory",
            "external_pid_file",
            "hba_file",
            "ident_file",
            "listen_addresses",
            "port",
            "primary_conninfo",
            "unix_socket_directories");

    public PostgresOptions {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException(nodes + " nodes are out of range: expected 1 to " + NODES_MAX);
        }
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1, not " + sessions);
        }
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        for (var setting : settings.entrySet()) {
            check(setting.getKey(), setting.getValue());
        }
        if (versions.isMajor()) {
            requireRoom(nodes, replication, versions);
        }
    }

    /**
     * Refuses clusters in which no node can be spared while another major version gets the data: that node counts for
     * no commit.
     */
    private static void requireRoom(int nodes, Replication replication, PostgresVersions versions) {
        int nodesMin = replication == Replication.ASYNC ? 2 : 3;
        if (nodes < nodesMin) {
            throw new IllegalArgumentException("to be brought " + versions.words() + ", another major version, servers"
                    + " need a node that gets the data beside the others: expected " + nodesMin + " nodes or more");
        }
    }

    /** Makes options of servers of the usual version. */
    public PostgresOptions(int nodes, Replication replication, int sessions, Map<String, String> settings) {
        this(nodes, replication, sessions, settings, PostgresVersions.USUAL);
    }

    /** Makes options for one server. */
    public PostgresOptions(int sessions, Map<String, String> settings) {
        this(1, Replication.ASYNC, sessions, settings);
    }

    /** Returns options for one server with room for this many sessions, otherwise the defaults. */
    public static PostgresOptions forSessions(int sessions) {
        return new PostgresOptions(sessions, Map.of());
    }

    /** Returns options for a cluster with room for this many sessions at each node, otherwise the defaults. */
    public static PostgresOptions replicated(int nodes, Replication replication, int sessions) {
        return new PostgresOptions(nodes, replication, sessions, Map.of());
    }

    /** Returns the same options with room for this many sessions. */
    public PostgresOptions of(int count) {
        return new PostgresOptions(nodes, replication, count, settings, versions);
    }

    /**
     * Returns the options for a server that may lose its power, or whose disk may fail: unless set otherwise, it syncs.
     */
    PostgresOptions syncing() {
        var changed = new TreeMap<>(settings);
        changed.putIfAbsent("fsync", "on");
        return new PostgresOptions(nodes, replication, sessions, changed, versions);
    }

    private static void check(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a PostgreSQL setting");
        }
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException("the setting " + name + " is decided by Moirai and cannot be passed");
        }
        if (name.equals(DATA_CHECKSUMS) && !value.equals("on") && !value.equals("off")) {
            throw new IllegalArgumentException(
                    "the setting " + name + " is '" + value + "': expected on, the default, or off");
        }
        if (value.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("the value of the setting " + name + " holds a control character");
        }
    }

    /** Returns whether servers notice that a page of their files is not the one that they wrote. */
    boolean hasDataChecksums() {
        return !settings.getOrDefault(DATA_CHECKSUMS, "on").equals("off");
    }

    /** Returns the text that is added to postgresql.conf. */
    String configuration() {
        var all = new TreeMap<>(Map.of(
                "listen_addresses", "127.0.0.1",
                "unix_socket_directories", "",
                "max_connections", String.valueOf(Math.max(CONNECTIONS_MIN, sessions + CONNECTIONS_SPARE)),
                "shared_buffers", "128MB",
                // The default second would be the slowest percentile of every contended run.
                "deadlock_timeout", "50ms",
                // In the data directory, and so gone with it, however the server ended.
                "dynamic_shared_memory_type", "mmap",
                "log_timezone", "UTC",
                // Nothing of a single statement: clients record each refusal, and a soak has a thousand a second.
                "log_min_messages", "log",
                // Only a crash of the whole machine loses what the kernel holds, and then this server is removed
                // anyway. A killed server still finds every acknowledged commit.
                "fsync", "off"));
        if (nodes > 1) {
            all.putAll(streaming());
        }
        if (versions.isMajor()) {
            // What another major version gets is changes of rows, not of pages.
            all.put("wal_level", "logical");
        }
        all.putAll(settings);
        all.remove(DATA_CHECKSUMS);
        return lines(all);
    }

    /** Returns the settings of every node of a cluster, as each may become the primary. */
    private Map<String, String> streaming() {
        return Map.ofEntries(
                // A killed node would lose nothing without. But commits that share a flush become visible in any order,
                // and a flush that takes no time is shared by none: what replicas and the primary show would differ in
                // a fraction of the cases that a real disk gives.
                Map.entry("fsync", "on"),
                Map.entry("synchronous_standby_names", replication.standbyNames(nodes)),
                Map.entry("synchronous_commit", replication.synchronousCommit()),
                // A replica that was away or is being copied finds what it missed.
                Map.entry("wal_keep_size", "256MB"),
                // Dead and paused ends are noticed, and replaced ones found again, within a faulty run's patience.
                Map.entry("wal_receiver_status_interval", "1s"),
                Map.entry("wal_receiver_timeout", "5s"),
                Map.entry("wal_sender_timeout", "5s"),
                Map.entry("wal_retrieve_retry_interval", "500ms"));
    }

    /** Returns the settings with which a node follows another. */
    static Map<String, String> following(PostgresNode leader, int port, String name) {
        return Map.of(
                "primary_conninfo",
                "host=127.0.0.1 port=" + port + " user=" + PostgresTemplate.SUPERUSER + " password=" + leader.password()
                        + " application_name=" + name);
    }

    /** Formats settings in the syntax of postgresql.conf. */
    static String lines(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + " = '" + setting.getValue().replace("'", "''") + "'\n")
                .collect(Collectors.joining());
    }
}
