package moirai.nemesis.cassandra;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The configuration of Cassandra servers.
 *
 * @param nodes how many
 * @param settings entries of cassandra.yaml, which win over the defaults below
 */
public record CassandraOptions(int nodes, Map<String, String> settings) {

    /** The limit on nodes: each takes 600 MB of memory. */
    public static final int NODES_MAX = 5;

    public static final int NODES_DEFAULT = 3;

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    /** The settings that the cluster itself decides: membership, addresses and files. */
    private static final Set<String> RESERVED = Set.of(
            "auto_bootstrap",
            "broadcast_address",
            "broadcast_rpc_address",
            "cdc_raw_directory",
            "cluster_name",
            "commitlog_directory",
            "data_file_directories",
            "hints_directory",
            "initial_token",
            "listen_address",
            "listen_interface",
            "native_transport_port",
            "num_tokens",
            "partitioner",
            "rpc_address",
            "rpc_interface",
            "saved_caches_directory",
            "seed_provider",
            "storage_port");

    /**
     * The defaults: small, since many servers share a machine, and with Cassandra's usual time-outs for two cores.
     *
     * <p>The commit log is on the disk before a write is acknowledged. By Cassandra's own default it gets there a while
     * later, and a node that is killed forgets what it acknowledged since then, promises to other nodes included. A
     * lightweight transaction that a majority has accepted could then be lost with a single node.
     */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("endpoint_snitch", "SimpleSnitch"),
            Map.entry("commitlog_sync", "batch"),
            Map.entry("commitlog_segment_size", "8MiB"),
            Map.entry("commitlog_total_space", "64MiB"),
            Map.entry("memtable_heap_space", "32MiB"),
            Map.entry("memtable_offheap_space", "32MiB"),
            Map.entry("key_cache_size", "1MiB"),
            Map.entry("file_cache_size", "32MiB"),
            Map.entry("networking_cache_size", "16MiB"),
            Map.entry("concurrent_reads", "8"),
            Map.entry("concurrent_writes", "8"),
            Map.entry("concurrent_compactors", "1"),
            Map.entry("native_transport_max_threads", "32"),
            Map.entry("cas_contention_timeout", "1000ms"),
            Map.entry("read_request_timeout", "2000ms"),
            Map.entry("write_request_timeout", "2000ms"),
            // A dead node is noticed after some seconds, not after twenty.
            Map.entry("phi_convict_threshold", "6"));

    public CassandraOptions {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException(nodes + " nodes are out of range: expected 1 to " + NODES_MAX);
        }
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        settings.forEach(CassandraOptions::check);
    }

    /** Returns options for this many nodes, otherwise the defaults. */
    public static CassandraOptions of(int nodes) {
        return new CassandraOptions(nodes, Map.of());
    }

    private static void check(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a setting in cassandra.yaml");
        }
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException("the setting " + name + " is decided by Moirai and cannot be passed");
        }
        if (value.isBlank() || value.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("the value of the setting " + name
                    + " is empty or holds a control character: expected a YAML value on one line");
        }
    }

    /** Returns what can be set from outside, in the syntax of cassandra.yaml. */
    String configuration() {
        var all = new TreeMap<>(DEFAULTS);
        if (settings.containsKey("commitlog_sync")
                && !settings.get("commitlog_sync").equals("batch")) {
            // Cassandra refuses these modes without a period; this is the usual one of periodic.
            all.put("commitlog_sync_period", "10000ms");
        }
        all.putAll(settings);
        return all.entrySet().stream()
                .map(setting -> setting.getKey() + ": " + setting.getValue() + "\n")
                .collect(Collectors.joining());
    }
}
