package moirai.runs.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import moirai.analysis.Checker;
import moirai.runs.serve.pages.PageAnswer;
import moirai.runs.serve.pages.Pages;
import moirai.runs.store.RunStore;

/**
 * A server of one store on the loopback address, with a virtual thread for each request. It runs until it is closed.
 */
public final class StoreServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService executor;
    private final Pages pages;
    private final RunFiles files;

    private StoreServer(HttpServer server, RunStore store, Checker checker) {
        this.server = server;
        this.executor = Executors.newVirtualThreadPerTaskExecutor();
        this.pages = new Pages(store);
        this.files = new RunFiles(store, new MissingReports(checker));
    }

    /**
     * Starts a server.
     *
     * @param port 0 for any that is free
     * @param checker judges runs that have no report yet
     * @throws IOException if the port is taken
     */
    public static StoreServer start(RunStore store, int port, Checker checker) throws IOException {
        // Not "localhost", which may be another address than the one that browsers are told.
        var loopback = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        var serving = new StoreServer(HttpServer.create(loopback, 0), store, checker);
        serving.server.setExecutor(serving.executor);
        serving.server.createContext("/", serving::handle);
        serving.server.start();
        // A first look at hundreds of runs takes longer than the next: best before anybody asks.
        serving.executor.execute(serving.pages::prepare);
        return serving;
    }

    /** Returns the port on which it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var refusal = Admission.refusal(exchange, port());
            if (refusal.isPresent()) {
                Answer.text(refusal.get().status(), refusal.get().why()).send(exchange);
                return;
            }
            try {
                answer(exchange).send(exchange);
            } catch (RuntimeException broken) {
                System.getLogger(StoreServer.class.getName()).log(System.Logger.Level.WARNING, "request", broken);
                Answer.text(500, "this could not be read: " + broken.getMessage())
                        .send(exchange);
            }
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        String query = exchange.getRequestURI().getRawQuery();
        if (path.equals("/")) {
            return Answer.page(pages.all(query));
        }
        List<String> names = RequestPath.segments(path);
        Optional<PageAnswer> page = pages.answer(names, query);
        return page.isPresent() ? Answer.page(page.get()) : files.answer(names);
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
