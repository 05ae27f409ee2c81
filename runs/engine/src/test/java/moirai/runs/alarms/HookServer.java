package moirai.runs.alarms;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * A server on 127.0.0.1 that keeps the requests. At {@code /302} it redirects, and at {@code /silent} it never answers.
 */
final class HookServer implements AutoCloseable {

    private final HttpServer server;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    /** A request, with the headers that matter as one text. */
    record Request(String line, String headers, String body) {}

    HookServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            requests.add(new Request(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                    exchange.getRequestHeaders().getFirst("Content-Type") + ", "
                            + exchange.getRequestHeaders().getFirst("Authorization"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            if (path.equals("/silent")) {
                closed.await();
            }
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(path.matches("/\\d{3}") ? Integer.parseInt(path.substring(1)) : 204, -1);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    List<String> bodies() {
        return requests.stream().map(Request::body).toList();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
