package moirai.observation.txns;

/** What an argument is in Java. */
public enum ValueKind {
    INTEGER,
    LONG,
    DECIMAL,
    TEXT,
    TIME
}
