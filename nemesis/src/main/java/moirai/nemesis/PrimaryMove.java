package moirai.nemesis;

/**
 * A change of the primary.
 *
 * @param from the name of the node that was it
 * @param to the name of the node that is it since then
 * @param nanoTime when it was noticed, on the clock of {@link System#nanoTime}
 */
public record PrimaryMove(String from, String to, long nanoTime) {}
