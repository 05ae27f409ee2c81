package moirai.mockstore.wire.catalog;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.ScramLogin;

/** A session at a server, by its protocol: messages go out together and are answered together. For one thread. */
final class BackendConnection implements AutoCloseable {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE_BITS = 144;
    private static final int SENT_SIZE = 1 << 16;
    /** The kinds of requests for authentication. */
    private static final int OK = 0;

    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;
    private static final int SASL_FINAL = 12;

    private final Socket socket;
    private final DataInputStream in;
    private ByteBuf out = Unpooled.buffer();

    private BackendConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /**
     * Connects and logs in.
     *
     * @throws StoreException if the server refuses it, or does not answer (SQLSTATE 58030)
     */
    static BackendConnection open(CatalogServer.Access access, String database) {
        try {
            var connection = new BackendConnection(new Socket(access.host(), access.port()));
            try {
                connection.logIn(access, database);
                return connection;
            } catch (IOException | StoreException failed) {
                connection.close();
                throw failed;
            }
        } catch (IOException unreachable) {
            throw lost(unreachable);
        }
    }

    private static StoreException lost(IOException cause) {
        if (Thread.currentThread().isInterrupted()) {
            return new StoreException("57014", "canceling statement due to user request");
        }
        return new StoreException("58030", "the server of the system catalogs does not answer: " + cause.getMessage());
    }

    private void logIn(CatalogServer.Access access, String database) throws IOException {
        socket.setTcpNoDelay(true);
        int start = out.writerIndex();
        out.writeInt(0).writeInt(3 << 16);
        for (String word : List.of("user", access.user(), "database", database, "client_encoding", "UTF8")) {
            string(word);
        }
        out.writeByte(0).setInt(start, out.writerIndex() - start);
        send();
        var login = new ScramLogin(access.password(), new BigInteger(NONCE_BITS, RANDOM).toString(36));
        for (BackendMessage message = receive(); message.type() != 'Z'; message = receive()) {
            BackendMessage.failure(List.of(message)).ifPresent(failure -> {
                throw failure;
            });
            if (message.type() == 'R') {
                authenticate(ByteBuffer.wrap(message.body()), login);
            }
        }
    }

    private void authenticate(ByteBuffer request, ScramLogin login) throws IOException {
        int kind = request.getInt();
        switch (kind) {
            case OK, SASL_FINAL -> {}
            case SASL ->
                message('p', () -> {
                    string(ScramLogin.MECHANISM);
                    byte[] first = login.first().getBytes(StandardCharsets.UTF_8);
                    out.writeInt(first.length).writeBytes(first);
                });
            case SASL_CONTINUE -> {
                String challenge = StandardCharsets.UTF_8.decode(request).toString();
                message('p', () -> out.writeBytes(login.last(challenge).getBytes(StandardCharsets.UTF_8)));
            }
            default -> throw new IOException("it asks for a login of kind " + kind);
        }
        send();
    }

    /**
     * Executes statements without parameters.
     *
     * @return the rows of all of them; each value is a text or {@link moirai.mockstore.sql.types.SqlNull}
     * @throws StoreException if one of them fails
     */
    List<List<Object>> query(String sql) {
        message('Q', () -> string(sql));
        List<BackendMessage> answers = answers();
        BackendMessage.failure(answers).ifPresent(failure -> {
            throw failure;
        });
        return answers.stream()
                .filter(answer -> answer.type() == 'D')
                .map(BackendMessage::values)
                .toList();
    }

    /**
     * Executes a COPY to the server, of texts that need no formats.
     *
     * @throws StoreException if it fails
     */
    void copy(String sql, String text) {
        begin(sql);
        data(text.getBytes(StandardCharsets.UTF_8));
        done();
        BackendMessage.failure(answers()).ifPresent(failure -> {
            throw failure;
        });
    }

    /**
     * Begins a COPY to the server, which {@link #data} and {@link #done} follow.
     *
     * @return the server's description of what it expects
     * @throws StoreException if it does not accept the statement
     */
    BackendMessage begin(String copy) {
        message('Q', () -> string(copy));
        try {
            send();
            BackendMessage first = receive();
            if (first.type() != 'G') {
                List<BackendMessage> rest = answers();
                throw BackendMessage.failure(List.of(first))
                        .or(() -> BackendMessage.failure(rest))
                        .orElseGet(() -> new StoreException("42601", "no COPY to the server: " + copy));
            }
            return first;
        } catch (IOException gone) {
            close();
            throw lost(gone);
        }
    }

    /** Adds a part of what is copied; large parts are sent at once. */
    void data(byte[] part) {
        message('d', () -> out.writeBytes(part));
        if (out.readableBytes() > SENT_SIZE) {
            try {
                send();
            } catch (IOException gone) {
                close();
                throw lost(gone);
            }
        }
    }

    /** Adds the end of what is copied. */
    void done() {
        message('c', () -> {});
    }

    /** Executes statements of which one is a COPY, and returns all answers. */
    List<BackendMessage> relay(String sql) {
        message('Q', () -> string(sql));
        return answers();
    }

    /** Adds a request to prepare the statement without a name. */
    BackendConnection parse(String sql, List<Integer> types) {
        return parse("", sql, types);
    }

    /** Adds a request to prepare a statement. */
    BackendConnection parse(String name, String sql, List<Integer> types) {
        message('P', () -> {
            string(name);
            string(sql);
            out.writeShort(types.size());
            types.forEach(out::writeInt);
        });
        return this;
    }

    /** Adds a request for the types of the parameters and the columns of the statement without a name. */
    BackendConnection describeStatement() {
        message('D', () -> {
            out.writeByte('S');
            string("");
        });
        return this;
    }

    /** Adds requests to bind the parameters of the statement without a name, to describe its columns and to run it. */
    BackendConnection run(FrontendMessage.Bind bind) {
        bind("", bind.parameterFormats(), bind.parameters(), bind.resultFormats());
        message('D', () -> {
            out.writeByte('P');
            string("");
        });
        return execute();
    }

    /** Adds requests to bind the parameters of a statement, each bytes of a text or NULL, and to run it. */
    BackendConnection execute(String name, List<Object> parameters) {
        bind(name, List.of(), parameters, List.of());
        return execute();
    }

    private void bind(String name, List<Integer> formats, List<Object> parameters, List<Integer> resultFormats) {
        message('B', () -> {
            string("");
            string(name);
            shorts(formats);
            out.writeShort(parameters.size());
            for (Object parameter : parameters) {
                if (parameter instanceof Bytes bytes) {
                    byte[] content = bytes.toArray();
                    out.writeInt(content.length).writeBytes(content);
                } else {
                    out.writeInt(-1);
                }
            }
            shorts(resultFormats);
        });
    }

    private BackendConnection execute() {
        message('E', () -> {
            string("");
            out.writeInt(0);
        });
        return this;
    }

    private void shorts(List<Integer> numbers) {
        out.writeShort(numbers.size());
        numbers.forEach(out::writeShort);
    }

    /** Sends the requests and returns the answers; after an error none comes. */
    List<BackendMessage> sync() {
        message('S', () -> {});
        return answers();
    }

    /** Sends what was added and returns the answers. */
    List<BackendMessage> answers() {
        try {
            send();
            var answers = new ArrayList<BackendMessage>();
            for (BackendMessage next = receive(); next.type() != 'Z'; next = receive()) {
                answers.add(next);
            }
            return answers;
        } catch (IOException gone) {
            close();
            throw lost(gone);
        }
    }

    private void message(char type, Runnable content) {
        out.writeByte(type);
        int start = out.writerIndex();
        out.writeInt(0);
        content.run();
        out.setInt(start, out.writerIndex() - start);
    }

    private void string(String text) {
        out.writeCharSequence(text, StandardCharsets.UTF_8);
        out.writeByte(0);
    }

    private void send() throws IOException {
        ByteBuf sent = out;
        out = Unpooled.buffer();
        sent.readBytes(socket.getOutputStream(), sent.readableBytes());
    }

    private BackendMessage receive() throws IOException {
        char type = (char) in.readUnsignedByte();
        byte[] body = new byte[in.readInt() - Integer.BYTES];
        in.readFully(body);
        return new BackendMessage(type, body);
    }

    boolean isOpen() {
        return !socket.isClosed();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            // There is nothing left to be lost.
        }
    }
}
