package moirai.nemesis.patroni;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/** Sends requests over HTTP, each with a time limit, to Patroni's members and etcd. Thread-safe. */
final class MemberApi implements AutoCloseable {

    /** The user that may give commands to members; everybody may ask. */
    static final String USER = "moirai";

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    /** The status and text of an answer. */
    record Answer(int status, String text) {
        boolean isGood() {
            return status == 200;
        }
    }

    /** Gets a resource; empty if there is no answer in time. */
    Optional<Answer> get(InetSocketAddress server, String path, Duration timeout) {
        return ask(request(server, path, timeout).GET());
    }

    /** Posts JSON, as {@link #USER} where there is a password; empty if there is no answer in time. */
    Optional<Answer> post(InetSocketAddress server, String path, String json, Post how) {
        HttpRequest.Builder request = request(server, path, how.timeout())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
        if (!how.password().isEmpty()) {
            byte[] credentials = (USER + ":" + how.password()).getBytes(StandardCharsets.UTF_8);
            // etcd would take any such header for a token of its own, and refuse it.
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
        }
        return ask(request);
    }

    /**
     * The time limit and the password of a request.
     *
     * @param password empty for none
     */
    record Post(Duration timeout, String password) {}

    private static HttpRequest.Builder request(InetSocketAddress server, String path, Duration timeout) {
        String host = server.getAddress().getHostAddress();
        return HttpRequest.newBuilder(URI.create("http://" + host + ":" + server.getPort() + path))
                .timeout(timeout);
    }

    private Optional<Answer> ask(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            return Optional.of(new Answer(response.statusCode(), response.body().strip()));
        } catch (IOException noAnswer) {
            return Optional.empty();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
