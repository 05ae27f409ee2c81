package moirai.nemesis.patroni;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.postgres.Replication;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.process.NodeDirectory;

/** The configuration file of Patroni for one member; JSON is YAML. */
record MemberConfiguration(PatroniNode.Setup setup, int index, NodeDirectory node) {

    /** The scope of all members of all our clusters: each cluster has an etcd of its own. */
    static final String SCOPE = "moirai";

    /** The service at which PostgreSQL listens. */
    static final String SQL = "sql";

    /** The service at which Patroni listens. */
    static final String API = "api";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    Path file() {
        return node.path().resolve("patroni.yml");
    }

    String text() {
        ObjectNode all = JSON.createObjectNode();
        all.put("scope", SCOPE);
        all.put("name", Hosts.name(index));
        ObjectNode api = all.putObject("restapi");
        api.put("listen", setup.hosts().at(index, API));
        api.put("connect_address", setup.hosts().at(index, API));
        credentials(api.putObject("authentication"), MemberApi.USER);
        all.putObject("etcd3").put("host", setup.etcd().address());
        cluster(all.putObject("bootstrap").putObject("dcs"));
        server(all.putObject("postgresql"));
        all.putObject("watchdog").put("mode", "off");
        return all.toPrettyString();
    }

    /** Adds the settings of the cluster as a whole; the first member writes them into etcd. */
    private void cluster(ObjectNode dcs) {
        for (PatroniSetting setting : PatroniSetting.values()) {
            dcs.put(setting.label(), setup.options().value(setting));
        }
        boolean isSynchronous = setup.options().replication() != Replication.ASYNC;
        dcs.put("synchronous_mode", isSynchronous);
        // Without this, commits wait for nobody while no replica is there, and are lost with the primary.
        dcs.put("synchronous_mode_strict", isSynchronous);
        // With the primary, a majority of all members has every commit, as long as so many are there; else at least
        // two.
        dcs.put("synchronous_node_count", setup.options().nodes() / 2);
        ObjectNode postgres = dcs.putObject("postgresql");
        postgres.put("use_pg_rewind", true);
        postgres.put("remove_data_directory_on_rewind_failure", true);
        postgres.put("remove_data_directory_on_diverged_timelines", true);
        put(postgres.putObject("parameters"), setup.options().parameters());
    }

    private void server(ObjectNode postgres) {
        postgres.put("listen", setup.hosts().at(index, SQL));
        postgres.put("connect_address", setup.hosts().at(index, SQL));
        postgres.put("data_dir", node.data().toString());
        postgres.put("bin_dir", setup.programs().postgres().toString());
        postgres.put("pgpass", node.path().resolve("pgpass").toString());
        // Whoever comes has to know the password, wherever from: these addresses are this machine's or nobody's.
        postgres.putArray("pg_hba").add("host all all all scram-sha-256").add("host replication all all scram-sha-256");
        put(postgres.putObject("parameters"), Map.of("unix_socket_directories", ""));
        ObjectNode users = postgres.putObject("authentication");
        credentials(users.putObject("superuser"), PostgresTemplate.SUPERUSER);
        credentials(users.putObject("replication"), PostgresTemplate.SUPERUSER);
    }

    private void credentials(ObjectNode node, String user) {
        node.put("username", user);
        node.put("password", setup.template().password());
    }

    private static void put(ObjectNode node, Map<String, String> values) {
        new TreeMap<>(values).forEach(node::put);
    }
}
