package moirai.runs.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Requests to a server on this machine, byte for byte as a test writes them. */
record RawHttp(int port) {

    /** @param raw a char for each byte of the body */
    record Reply(int status, String head, String raw) {
        String body() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }

        byte[] bytes() {
            return raw.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns the header that names the server. */
    String own() {
        return "Host: 127.0.0.1:" + port;
    }

    Reply plain(String path) throws IOException {
        return ask("GET", path, own());
    }

    /** Sends a request through a socket, because HTTP clients normalise paths and do not let tests choose the host. */
    Reply ask(String method, String path, String headers) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write((method + " " + path + " HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            byte[] all = socket.getInputStream().readAllBytes();
            String latin = new String(all, StandardCharsets.ISO_8859_1);
            int end = latin.indexOf("\r\n\r\n");
            String head = latin.substring(0, end);
            String body = latin.substring(end + 4);
            boolean isChunked = head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked");
            return new Reply(
                    Integer.parseInt(head.split(" ", 3)[1]),
                    head.replace("\r\n", "\n"),
                    isChunked ? unchunked(body) : body);
        }
    }

    private static String unchunked(String body) {
        String rest = body;
        var whole = new StringBuilder();
        while (!rest.isEmpty()) {
            int line = rest.indexOf("\r\n");
            int size = Integer.parseInt(rest.substring(0, line), 16);
            whole.append(rest, line + 2, line + 2 + size);
            rest = size == 0 ? "" : rest.substring(line + 2 + size + 2);
        }
        return whole.toString();
    }
}
