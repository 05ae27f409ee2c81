package moirai.mockstore.wire.protocol;

/**
 * A message and what it weighs while it waits.
 *
 * @param size in bytes, as received
 */
public record Frame(FrontendMessage message, int size) {}
