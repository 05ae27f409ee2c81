package moirai.exploration;

import java.util.function.Predicate;

/**
 * Something that clients rely on.
 *
 * @param name in a few words
 * @param holds whether a behaviour is as they expect
 */
public record Invariant(String name, Predicate<Behaviour> holds) {}
