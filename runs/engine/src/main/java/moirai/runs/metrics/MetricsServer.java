package moirai.runs.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import moirai.runs.serve.Admission;

/** A server that answers {@code GET /metrics} on 127.0.0.1 with the current figures until it is closed. */
final class MetricsServer implements Publication {

    static final String PATH = "/metrics";

    private static final String PLAIN = "text/plain; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("metrics").factory());
    private final AtomicReference<Optional<RunMetrics>> metrics = new AtomicReference<>(Optional.empty());

    private MetricsServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts a server.
     *
     * @param port 0 for any that is free
     */
    static MetricsServer start(int port, PrintWriter err) throws IOException {
        var loopback = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        var serving = new MetricsServer(HttpServer.create(loopback, 0));
        serving.server.setExecutor(serving.executor);
        serving.server.createContext("/", serving::handle);
        serving.server.start();
        err.println("metrics: http://127.0.0.1:" + serving.port() + PATH);
        return serving;
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void begin(RunMetrics ofRun) {
        metrics.set(Optional.of(ofRun));
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var refusal = Admission.refusal(exchange, port());
            if (refusal.isPresent()) {
                answer(exchange, refusal.get().status(), PLAIN, refusal.get().why() + "\n");
            } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
                answer(exchange, 404, PLAIN, "nothing is here; expected " + PATH + "\n");
            } else {
                answer(
                        exchange,
                        200,
                        PrometheusTextFormatWriter.CONTENT_TYPE,
                        metrics.get().map(RunMetrics::text).orElse(""));
            }
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean hasBody = !exchange.getRequestMethod().equals("HEAD") && bytes.length > 0;
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.sendResponseHeaders(status, hasBody ? bytes.length : -1);
        if (hasBody) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
