package moirai.studies.keyvalue;

import java.util.function.Predicate;

/**
 * An assertion that clients rely on.
 *
 * @param name what is seen if it does not hold, in the words of the paper
 * @param broken whether a run shows that it does not hold; looks at completed calls alone
 */
public record Assertion(String name, Predicate<Execution> broken) {}
