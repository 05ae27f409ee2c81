package moirai.directed.program;

/** Which of the matching rows a SELECT returns. */
public sealed interface Pick {

    /** All of them. */
    record All() implements Pick {}

    /** The one with the least value of a field, the least key among equals: MIN, or ORDER BY … LIMIT 1. */
    record Least(String field) implements Pick {}

    /** The one with the greatest value of a field, the least key among equals: MAX, or ORDER BY … DESC LIMIT 1. */
    record Greatest(String field) implements Pick {}

    /** All matching rows. */
    static Pick all() {
        return new All();
    }
}
