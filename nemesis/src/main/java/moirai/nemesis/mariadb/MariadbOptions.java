package moirai.nemesis.mariadb;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The configuration of MariaDB servers.
 *
 * @param nodes how many: one server of its own, or a Galera cluster
 * @param sessions how many connections the caller will hold at once, at one node at most
 * @param settings server variables, which win over the defaults below
 */
public record MariadbOptions(int nodes, int sessions, Map<String, String> settings) {

    /** The limit on nodes: more would share two cores with the sessions and show no new behaviour. */
    public static final int NODES_MAX = 9;

    /**
     * The connections beside the sessions: those that prepare, inspect or inject, and those of sessions that were lost.
     */
    private static final int CONNECTIONS_SPARE = 40;

    private static final int CONNECTIONS_MIN = 100;

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

    /** The variable with the options of group communication; given options are added to ours. */
    private static final String PROVIDER_OPTIONS = "wsrep_provider_options";

    /** The variables that the cluster itself decides: addresses, files and membership. */
    private static final Set<String> RESERVED = Set.of(
            "bind_address",
            "datadir",
            "log_error",
            "pid_file",
            "port",
            "skip_networking",
            "socket",
            "wsrep_cluster_address",
            "wsrep_cluster_name",
            "wsrep_node_address",
            "wsrep_node_name",
            "wsrep_on",
            "wsrep_provider",
            "wsrep_sst_method",
            "wsrep_sst_receive_address");

    public MariadbOptions {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException(nodes + " nodes are out of range: expected 1 to " + NODES_MAX);
        }
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1, not " + sessions);
        }
        var checked = new TreeMap<String, String>();
        settings.forEach((name, value) -> checked.put(spelled(name), value));
        settings = Collections.unmodifiableMap(checked);
        settings.forEach(MariadbOptions::check);
    }

    /** Returns options for one server with room for this many sessions, otherwise the defaults. */
    public static MariadbOptions forSessions(int sessions) {
        return new MariadbOptions(1, sessions, Map.of());
    }

    /** Returns options for a Galera cluster with room for this many sessions at each node, otherwise the defaults. */
    public static MariadbOptions galera(int nodes, int sessions) {
        return new MariadbOptions(nodes, sessions, Map.of());
    }

    /**
     * Returns the options for servers that may lose their power, or whose disks may fail: unless set otherwise, they
     * sync.
     */
    MariadbOptions syncing() {
        var changed = new TreeMap<>(settings);
        changed.putIfAbsent("innodb_flush_log_at_trx_commit", "1");
        return new MariadbOptions(nodes, sessions, changed);
    }

    /** Returns the canonical spelling of a name; the server accepts both. */
    private static String spelled(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    private static void check(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a MariaDB server variable");
        }
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException("the setting " + name + " is decided by Moirai and cannot be passed");
        }
        if (value.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("the value of the setting " + name + " holds a control character");
        }
    }

    /** Returns the variables of every server, by name; the settings win. */
    Map<String, String> variables() {
        var all = new TreeMap<>(Map.of(
                "max_connections", String.valueOf(Math.max(CONNECTIONS_MIN, sessions + CONNECTIONS_SPARE)),
                "innodb_buffer_pool_size", "64M",
                "performance_schema", "OFF",
                "skip_name_resolve", "ON",
                // A wait for a lock ends before clients give their connection up.
                "innodb_lock_wait_timeout", "5",
                // Written to the kernel at each commit and to the disk once a second: a killed server still finds every
                // acknowledged commit, and only what takes the kernel's memory away needs more, and asks for it.
                "innodb_flush_log_at_trx_commit", "2"));
        if (nodes > 1) {
            all.putAll(Map.ofEntries(
                    Map.entry("binlog_format", "ROW"),
                    Map.entry("default_storage_engine", "InnoDB"),
                    Map.entry("innodb_autoinc_lock_mode", "2"),
                    Map.entry("wsrep_slave_threads", "2"),
                    Map.entry(PROVIDER_OPTIONS, PROVIDER)));
        }
        settings.forEach((name, value) ->
                all.merge(name, value, (own, given) -> name.equals(PROVIDER_OPTIONS) ? own + ";" + given : given));
        return all;
    }

    /**
     * The options of group communication. Nodes that are gone are given up within seconds, a third of the default time.
     * A node that was started without a majority waits for one and does not end. A read that waits for commits of other
     * nodes gives up before its client does.
     */
    private static final String PROVIDER = String.join(
            ";",
            "gcache.size=32M",
            "evs.keepalive_period=PT0.5S",
            "evs.inactive_check_period=PT0.5S",
            "evs.suspect_timeout=PT2S",
            "evs.inactive_timeout=PT4S",
            "evs.install_timeout=PT4S",
            "pc.wait_prim_timeout=PT1H",
            "repl.causal_read_timeout=PT8S");
}
