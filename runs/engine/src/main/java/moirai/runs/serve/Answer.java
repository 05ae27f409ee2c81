package moirai.runs.serve;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import moirai.runs.serve.pages.PageAnswer;

/**
 * A response.
 *
 * @param size in bytes; 0 or less if it is not known beforehand
 */
record Answer(int status, String type, long size, Map<String, String> headers, Body body) {

    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";

    /**
     * The content security policy of reports: they carry their style and script, and load nothing from any address,
     * this server included.
     */
    private static final String OF_REPORT = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
            + " img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    /** The policy of pages of the store itself, which have no script. */
    private static final String OF_STORE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
            + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final String OF_FILE = "default-src 'none'; sandbox; frame-ancestors 'none'";

    /** A writer of the content. */
    interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    static Answer text(int status, String text) {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        return new Answer(status, PLAIN, bytes.length, policy(OF_FILE), out -> out.write(bytes));
    }

    static Answer page(PageAnswer page) {
        byte[] bytes = page.html().getBytes(StandardCharsets.UTF_8);
        return new Answer(page.status(), HTML, bytes.length, policy(OF_STORE), out -> out.write(bytes));
    }

    static Answer redirect(String path) {
        return new Answer(302, PLAIN, 0, Map.of("Location", path), out -> {});
    }

    /** Returns an answer with a report from a file. */
    static Answer htmlFile(long size, Body body) {
        return new Answer(200, HTML, size, policy(OF_REPORT), body);
    }

    /** Returns an answer with any other file; a browser displays text files and runs nothing in them. */
    static Answer file(boolean isText, long size, Body body) {
        return new Answer(200, isText ? PLAIN : "application/octet-stream", size, policy(OF_FILE), body);
    }

    /** Returns an answer to be saved under a name, which has no character that would have to be quoted. */
    static Answer download(String name, Body body) {
        return new Answer(
                200,
                "application/zip",
                0,
                Map.of("Content-Disposition", "attachment; filename=\"" + name + "\""),
                body);
    }

    private static Map<String, String> policy(String policy) {
        return Map.of("Content-Security-Policy", policy);
    }

    void send(HttpExchange exchange) throws IOException {
        var response = exchange.getResponseHeaders();
        response.set("Content-Type", type);
        response.set("X-Content-Type-Options", "nosniff");
        response.set("Referrer-Policy", "no-referrer");
        response.set("Cross-Origin-Resource-Policy", "same-origin");
        response.set("Cache-Control", "no-store");
        headers.forEach(response::set);
        if (exchange.getRequestMethod().equals("HEAD")) {
            if (size > 0) {
                response.set("Content-Length", String.valueOf(size));
            }
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        // For this server 0 means chunks, and -1 that there is no content.
        exchange.sendResponseHeaders(status, status == 302 ? -1 : Math.max(0, size));
        if (status != 302) {
            try (OutputStream out = exchange.getResponseBody()) {
                body.writeTo(out);
            }
        }
    }
}
