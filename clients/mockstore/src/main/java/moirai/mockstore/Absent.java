package moirai.mockstore;

/** The value of a key that was deleted. */
enum Absent {
    ABSENT
}
