package moirai.exploration;

import java.util.function.Predicate;

/**
 * A property of behaviours that clients rely on.
 *
 * @param name in a few words
 * @param holds decides whether a behaviour has the property
 */
public record Invariant(String name, Predicate<Behaviour> holds) {}
