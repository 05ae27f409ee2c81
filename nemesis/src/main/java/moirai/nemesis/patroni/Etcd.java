package moirai.nemesis.patroni;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import moirai.nemesis.ClusterException;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.process.NodeDirectory;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.ServerProcess;
import moirai.nemesis.process.ServerUser;

/** The etcd in which members agree on the primary. It is no node of the cluster and is affected by no fault. */
final class Etcd {

    /** The name of its directory, beside those of the nodes. */
    static final String NAME = "etcd";

    private static final String CLIENTS = "etcd-clients";
    private static final String PEERS = "etcd-peers";

    private static final int START_TIMEOUT_MILLIS = 20_000;
    private static final Duration ANSWER_MAX = Duration.ofSeconds(2);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The key with the name of the member that holds the lock; it vanishes when that member lets the lock run out. */
    private static final String LEADER_KEY = "/service/" + MemberConfiguration.SCOPE + "/leader";

    private final NodeDirectory node;
    private final Hosts hosts;
    private final int host;
    private final MemberApi http;
    private volatile Optional<ServerProcess> process = Optional.empty();

    /** @param host the index of its host */
    Etcd(NodeDirectory node, Hosts hosts, int host, MemberApi http) {
        this.node = node;
        this.hosts = hosts;
        this.host = host;
        this.http = http;
    }

    /** Returns the address for members. */
    String address() {
        return hosts.at(host, CLIENTS);
    }

    private InetSocketAddress direct() {
        return hosts.direct(host, hosts.port(host, CLIENTS));
    }

    /**
     * Starts it if it is dead, and returns when it answers.
     *
     * @throws ClusterException if it does not
     */
    void start(PatroniPrograms programs, ServerUser user) throws IOException {
        if (process.filter(ServerProcess::isAlive).isPresent()) {
            return;
        }
        String peers = "http://" + hosts.at(host, PEERS);
        String clients = "http://" + hosts.at(host, CLIENTS);
        user.give(node.path());
        String[] command = {
            programs.etcd().toString(),
            "--name=" + NAME,
            "--data-dir=" + node.data(),
            "--listen-peer-urls=" + peers,
            "--initial-advertise-peer-urls=" + peers,
            "--initial-cluster=" + NAME + "=" + peers,
            "--listen-client-urls=" + clients,
            "--advertise-client-urls=" + clients
        };
        var program = new Program(hosts.on(host, user.command(command)), Map.of(), "TERM", "KILL");
        ServerProcess started = ServerProcess.start(node, program);
        process = Optional.of(started);
        boolean isUp = Pauses.until(START_TIMEOUT_MILLIS, () -> isHealthy() || !started.isAlive());
        if (!isUp || !started.isAlive()) {
            throw new ClusterException("etcd did not start: " + node.lastWords());
        }
    }

    private boolean isHealthy() {
        return http.get(direct(), "/health", ANSWER_MAX)
                .filter(MemberApi.Answer::isGood)
                .isPresent();
    }

    /** Returns the name of the member that holds the lock; empty if none does, or etcd does not answer. */
    Optional<String> leader() {
        String question = "{\"key\": \"" + encoded(LEADER_KEY) + "\"}";
        return http.post(direct(), "/v3/kv/range", question, new MemberApi.Post(ANSWER_MAX, ""))
                .filter(MemberApi.Answer::isGood)
                .flatMap(answer -> value(answer.text()));
    }

    /** Returns the first value of an answer of etcd; empty if it has none. */
    static Optional<String> value(String answer) {
        try {
            JsonNode value = JSON.readTree(answer).path("kvs").path(0).path("value");
            return value.isTextual()
                    ? Optional.of(new String(Base64.getDecoder().decode(value.textValue()), StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (JsonProcessingException | IllegalArgumentException strange) {
            return Optional.empty();
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    void discard() {
        process.ifPresent(ServerProcess::endAtOnce);
    }
}
