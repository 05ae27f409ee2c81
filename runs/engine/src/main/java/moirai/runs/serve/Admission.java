package moirai.runs.serve;

import com.sun.net.httpserver.HttpExchange;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rule that decides which requests are answered. A page of another site can make a browser on this machine send
 * requests to this server; through a name that resolves to 127.0.0.1 (DNS rebinding) it could read the answers as well.
 * A request therefore has to name this machine as its host and, if it names the site that it comes from, this server.
 */
public final class Admission {

    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private Admission() {}

    /** The reason why a request is not answered. */
    public record Refused(int status, String why) {}

    /** Returns the refusal of a request; empty if it may be answered. */
    public static Optional<Refused> refusal(HttpExchange exchange, int port) {
        Set<String> hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        List<String> host = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        if (host.size() != 1 || !hosts.contains(host.getFirst())) {
            return Optional.of(new Refused(403, "refused: expected the host 127.0.0.1:" + port));
        }
        if (exchange.getRequestURI().getRawAuthority() != null) {
            return Optional.of(new Refused(400, "refused: this is no proxy; expected a path"));
        }
        List<String> origins = exchange.getRequestHeaders().getOrDefault("Origin", List.of());
        if (!origins.stream().allMatch(origin -> hosts.stream().anyMatch(own -> origin.equals("http://" + own)))) {
            return Optional.of(new Refused(403, "refused: another site may not ask"));
        }
        if (!METHODS.contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            return Optional.of(new Refused(405, "refused: nothing can be changed here; expected GET or HEAD"));
        }
        return Optional.empty();
    }
}
