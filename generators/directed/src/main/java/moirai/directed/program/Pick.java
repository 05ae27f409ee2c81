package moirai.directed.program;

/** The choice among the matching rows that a SELECT returns. */
public sealed interface Pick {

    /** The choice of all rows. */
    record All() implements Pick {}

    /** The row with the least value of a field, the least key among equals: MIN, or ORDER BY … LIMIT 1. */
    record Least(String field) implements Pick {}

    /** The row with the greatest value of a field, the least key among equals: MAX, or ORDER BY … DESC LIMIT 1. */
    record Greatest(String field) implements Pick {}

    /** Returns the choice of all matching rows. */
    static Pick all() {
        return new All();
    }
}
