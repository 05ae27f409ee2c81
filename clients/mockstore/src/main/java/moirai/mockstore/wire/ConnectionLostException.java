package moirai.mockstore.wire;

/** Nobody listens any more. */
final class ConnectionLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConnectionLostException() {
        super("the client is gone");
    }
}
