package moirai.mockstore.wire.protocol;

/**
 * A message with the size that it occupies while it is queued.
 *
 * @param size in bytes, as received
 */
public record Frame(FrontendMessage message, int size) {}
