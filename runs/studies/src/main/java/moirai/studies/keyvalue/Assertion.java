package moirai.studies.keyvalue;

import java.util.function.Predicate;

/**
 * An assertion that clients rely on.
 *
 * @param name the symptom of its violation, in the words of the paper
 * @param broken decides whether an execution violates it; looks at completed calls only
 */
public record Assertion(String name, Predicate<Execution> broken) {}
