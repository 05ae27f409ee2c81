package moirai.mockstore.wire.protocol;

/** Thrown when bytes are no message of the protocol. */
final class MalformedMessageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedMessageException(String message) {
        super(message);
    }
}
