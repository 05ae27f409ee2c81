package moirai.mockstore.wire;

/**
 * A message and what it weighs while it waits.
 *
 * @param size in bytes, as received
 */
record Frame(FrontendMessage message, int size) {}
