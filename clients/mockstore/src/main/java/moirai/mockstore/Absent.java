package moirai.mockstore;

import java.util.Optional;

/** The value of a key that was deleted. */
enum Absent {
    ABSENT;

    /** Returns a value; empty if it stands for the absence of one. */
    static Optional<Object> present(Object value) {
        return value == ABSENT ? Optional.empty() : Optional.of(value);
    }
}
