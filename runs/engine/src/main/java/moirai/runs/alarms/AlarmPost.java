package moirai.runs.alarms;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An alarm that sends each notice to a server, by one POST that is never repeated. A user and a password before the
 * host are sent as basic authentication. Messages name the server alone: a path may be as secret as a password.
 */
final class AlarmPost implements Alarm {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int STATUS_GOOD = 2;
    private static final int STATUS_CLASS = 100;

    private final URI url;
    private final Duration limit;

    AlarmPost(URI url) {
        this(url, LIMIT);
    }

    AlarmPost(URI url, Duration limit) {
        this.url = url;
        this.limit = limit;
    }

    @Override
    public String option() {
        return "--on-anomaly-url";
    }

    @Override
    public Optional<String> raise(String notice) throws InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(limit)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        try {
            CompletableFuture<HttpResponse<Void>> answer =
                    client.sendAsync(request(notice), HttpResponse.BodyHandlers.discarding());
            int status = answer.get(limit.toMillis(), TimeUnit.MILLISECONDS).statusCode();
            return status / STATUS_CLASS == STATUS_GOOD
                    ? Optional.empty()
                    : Optional.of(server() + " answered with status " + status);
        } catch (TimeoutException late) {
            return Optional.of(server() + " did not answer within " + limit.toSeconds() + " s");
        } catch (ExecutionException failed) {
            // Only the kind of failure: its message may repeat the address.
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            return Optional.of(
                    server() + " could not be told: " + cause.getClass().getSimpleName());
        } finally {
            client.shutdownNow();
        }
    }

    private HttpRequest request(String notice) {
        HttpRequest.Builder request = HttpRequest.newBuilder(withoutUser())
                .header("Content-Type", "application/json")
                .header("User-Agent", "moirai")
                .POST(HttpRequest.BodyPublishers.ofString(notice));
        String user = url.getUserInfo();
        if (user != null) {
            byte[] credentials = user.getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
        }
        return request.build();
    }

    private URI withoutUser() {
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return URI.create(server() + (url.getRawPath().isEmpty() ? "/" : url.getRawPath()) + query);
    }

    private String server() {
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }
}
