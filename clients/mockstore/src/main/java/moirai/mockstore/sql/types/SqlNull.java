package moirai.mockstore.sql.types;

/** The null of SQL, as a value; Java's null is never one. */
public enum SqlNull {
    NULL
}
