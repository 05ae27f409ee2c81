package moirai.mockstore.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Speaks the protocol message by message, written from its description and sharing nothing with the server. */
public final class WireClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final ByteArrayOutputStream unsent = new ByteArrayOutputStream();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    public WireClient(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            out = socket.getOutputStream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A session of a user that need not prove anything, after its first ReadyForQuery. */
    public static WireClient session(int port) {
        var client = new WireClient(port);
        client.startup(3 << 16, Map.of("user", "moirai"));
        client.answers();
        return client;
    }

    public WireClient startup(int version, Map<String, String> parameters) {
        int32(version);
        parameters.forEach((name, value) -> string(name).string(value));
        int8(0);
        return end();
    }

    public WireClient query(String sql) {
        return string(sql).end('Q');
    }

    public WireClient parse(String name, String sql, int... types) {
        string(name).string(sql).int16(types.length);
        for (int type : types) {
            int32(type);
        }
        return end('P');
    }

    /** Text parameters, or null as the word {@code null}. */
    public WireClient bind(String portal, String statement, String... parameters) {
        string(portal).string(statement).int16(0).int16(parameters.length);
        for (String parameter : parameters) {
            if (parameter.equals("null")) {
                int32(-1);
            } else {
                bytes(parameter.getBytes(StandardCharsets.UTF_8));
            }
        }
        return int16(0).end('B');
    }

    /** Binary parameters, and binary results. */
    public WireClient bindBinary(String portal, String statement, byte[]... parameters) {
        string(portal).string(statement).int16(1).int16(1).int16(parameters.length);
        for (byte[] parameter : parameters) {
            bytes(parameter);
        }
        return int16(1).int16(1).end('B');
    }

    public WireClient describe(char kind, String name) {
        return int8(kind).string(name).end('D');
    }

    public WireClient execute(String portal, int rowLimit) {
        return string(portal).int32(rowLimit).end('E');
    }

    public WireClient close(char kind, String name) {
        return int8(kind).string(name).end('C');
    }

    public WireClient sync() {
        return end('S');
    }

    public WireClient flush() {
        return end('H');
    }

    public WireClient int8(int value) {
        body.write(value);
        return this;
    }

    public WireClient int16(int value) {
        return int8(value >>> 8).int8(value);
    }

    public WireClient int32(int value) {
        return int16(value >>> 16).int16(value);
    }

    public WireClient string(String value) {
        body.writeBytes(value.getBytes(StandardCharsets.UTF_8));
        return int8(0);
    }

    private WireClient bytes(byte[] value) {
        int32(value.length);
        body.writeBytes(value);
        return this;
    }

    /** Ends a message of a type. */
    public WireClient end(char type) {
        unsent.write(type);
        return end();
    }

    /** Ends a message without a type. */
    public WireClient end() {
        try {
            new DataOutputStream(unsent).writeInt(body.size() + 4);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        unsent.writeBytes(body.toByteArray());
        body.reset();
        return this;
    }

    /** Sends exactly these bytes, whatever they are. */
    public WireClient raw(byte[] content) {
        unsent.writeBytes(content);
        return this;
    }

    /** Returns the bytes that would be sent now. */
    public byte[] unsent() {
        return unsent.toByteArray();
    }

    public WireClient send() {
        try {
            out.write(unsent.toByteArray());
            out.flush();
            unsent.reset();
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Sends, and reads up to the next ReadyForQuery or the end of the connection. */
    public List<Answer> answers() {
        send();
        List<Answer> answers = new ArrayList<>();
        do {
            answers.add(next());
        } while (!answers.getLast().isLast());
        return answers;
    }

    /** Sends, and reads as {@link #answers}; one line for each message. */
    public List<String> lines() {
        return answers().stream().map(Answer::toString).toList();
    }

    /** The next message, or one of type '-' if the server has closed the connection. */
    public Answer next() {
        try {
            int type = in.read();
            if (type < 0) {
                return Answer.END;
            }
            byte[] content = new byte[in.readInt() - 4];
            in.readFully(content);
            return new Answer((char) type, content);
        } catch (EOFException | java.net.SocketException closed) {
            return Answer.END;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns whether something has arrived that was not read. */
    public boolean hasAnswer() {
        try {
            return in.available() > 0;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** One byte that is no message. */
    public int nextByte() {
        try {
            return in.read();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Says that nothing more will be sent. */
    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Closes the socket without a farewell. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
