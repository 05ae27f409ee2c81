package moirai.directed.program;

import java.util.Optional;

/** The choice among the matching rows that a SELECT returns. */
public sealed interface Pick {

    /** The choice of all rows. */
    record All() implements Pick {}

    /** The row with the least value of a field, the least key among equals: MIN, or ORDER BY … LIMIT 1. */
    record Least(String by) implements Pick {}

    /** The row with the greatest value of a field, the least key among equals: MAX, or ORDER BY … DESC LIMIT 1. */
    record Greatest(String by) implements Pick {}

    /** Returns the field whose values decide; empty if all rows are returned. */
    default Optional<String> field() {
        return switch (this) {
            case All all -> Optional.empty();
            case Least least -> Optional.of(least.by);
            case Greatest greatest -> Optional.of(greatest.by);
        };
    }

    /** Returns the choice of all matching rows. */
    static Pick all() {
        return new All();
    }
}
