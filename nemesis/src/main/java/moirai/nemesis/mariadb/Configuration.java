package moirai.nemesis.mariadb;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.process.NodeDirectory;

/** One server's configuration file. It holds all options of the server; no file of the machine is read. */
record Configuration(MariadbNode.Setup setup, int index, NodeDirectory node) {

    /** The file in which a member of a cluster notes its position. */
    static final String STATE_FILE = "grastate.dat";

    /** The service by which members talk to each other. */
    private static final String GROUP = "group";

    /** The service by which a node that was away is sent what it missed. */
    private static final String INCREMENTS = "ist";

    /** The service by which a node that has missed too much is sent everything. */
    private static final String SNAPSHOT = "sst";

    Path file() {
        return node.path().resolve("my.cnf");
    }

    String text() {
        var options = new LinkedHashMap<>(setup.options().variables());
        options.put("datadir", node.data().toString());
        options.put("tmpdir", node.data().toString());
        options.put("bind_address", setup.hosts().address(index));
        options.put("port", String.valueOf(setup.hosts().port(index, "sql")));
        // A path that may be longer than a socket's can be, and a way in that no link leads through.
        options.put("socket", "");
        options.put("pid_file", node.path().resolve("mariadbd.pid").toString());
        options.put("innodb_log_file_size", MariadbTemplate.LOG_SIZE);
        if (setup.options().nodes() > 1) {
            options.putAll(membership());
        }
        // Last, they win.
        options.putAll(setup.options().settings());
        if (setup.options().nodes() > 1) {
            options.put("wsrep_provider_options", provider());
        }
        return options.entrySet().stream()
                .map(option -> option.getKey() + "=" + quoted(option.getValue()) + "\n")
                .collect(Collectors.joining("", "[mariadbd]\n", ""));
    }

    private Map<String, String> membership() {
        var options = new LinkedHashMap<String, String>();
        options.put("wsrep_on", "ON");
        options.put("wsrep_provider", setup.programs().provider());
        // As no other cluster is called: a member of another one that reaches this address is turned away.
        options.put("wsrep_cluster_name", instance());
        options.put(
                "wsrep_cluster_address",
                IntStream.range(0, setup.options().nodes())
                        .mapToObj(other -> setup.hosts().at(other, GROUP))
                        .collect(Collectors.joining(",", "gcomm://", "")));
        options.put("wsrep_node_name", Hosts.name(index));
        options.put("wsrep_node_address", setup.hosts().at(index, GROUP));
        options.put("wsrep_sst_method", "rsync");
        options.put("wsrep_sst_receive_address", setup.hosts().at(index, SNAPSHOT));
        return options;
    }

    private String instance() {
        Path directory = node.path().toAbsolutePath().getParent();
        return directory == null ? "" : String.valueOf(directory.getFileName());
    }

    private String provider() {
        return "base_host=" + setup.hosts().address(index) + ";base_port="
                + setup.hosts().port(index, GROUP) + ";gmcast.listen_addr=tcp://"
                + setup.hosts().at(index, GROUP)
                + ";ist.recv_addr=" + setup.hosts().at(index, INCREMENTS) + ";"
                + setup.options().variables().get("wsrep_provider_options");
    }

    /** Quotes a value in the syntax of option files, where a semicolon or a hash may begin a comment. */
    private static String quoted(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
