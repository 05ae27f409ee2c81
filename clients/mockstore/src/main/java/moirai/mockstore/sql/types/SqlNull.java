package moirai.mockstore.sql.types;

/** The value of SQL's null; Java's null never represents an SQL value. */
public enum SqlNull {
    NULL
}
