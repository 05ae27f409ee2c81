package moirai.observation.txns;

/** The Java type of an argument. */
public enum ValueKind {
    INTEGER,
    LONG,
    DECIMAL,
    TEXT,
    TIME
}
