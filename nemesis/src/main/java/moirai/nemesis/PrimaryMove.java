package moirai.nemesis;

/**
 * A change of the primary.
 *
 * @param from the name of the old primary
 * @param to the name of the new primary
 * @param nanoTime when the change was noticed, on the clock of {@link System#nanoTime}
 */
public record PrimaryMove(String from, String to, long nanoTime) {}
