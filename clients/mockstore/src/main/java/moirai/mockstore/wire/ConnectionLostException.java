package moirai.mockstore.wire;

/** Thrown when the client of a connection is gone. */
final class ConnectionLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConnectionLostException() {
        super("the client is gone");
    }
}
