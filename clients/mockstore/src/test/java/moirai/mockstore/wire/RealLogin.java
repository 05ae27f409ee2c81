package moirai.mockstore.wire;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import moirai.mockstore.wire.protocol.ScramLogin;

/** Logs in to a real PostgreSQL with a password. */
record RealLogin(WireClient client, String password, Map<String, String> settings) {

    private static final int SASL = 10;

    void run() {
        client.startup(3 << 16, settings).send();
        Answer request = client.next();
        if (request.body().getInt() != SASL) {
            throw new IllegalStateException("the server wants " + request);
        }
        var login = new ScramLogin(password, "moirai");
        client.string(ScramLogin.MECHANISM);
        sasl(login.first(), true);
        sasl(login.last(text(client.next())), false);
        Answer answer = client.next();
        while (!answer.isLast()) {
            answer = client.next();
        }
    }

    /** The text after the number of the request. */
    private static String text(Answer message) {
        var body = message.body();
        body.getInt();
        return StandardCharsets.UTF_8.decode(body).toString();
    }

    private void sasl(String text, boolean withLength) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        if (withLength) {
            client.int32(content.length);
        }
        for (byte each : content) {
            client.int8(each);
        }
        client.end('p').send();
    }
}
