package moirai.observation.txns;

/** The Java type of an argument. A date is one of days alone, and a choice one of a few texts, as for an enum. */
public enum ValueKind {
    INTEGER,
    LONG,
    DECIMAL,
    TEXT,
    TIME,
    DATE,
    FLAG,
    UUID,
    CHOICE
}
