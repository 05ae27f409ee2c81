package moirai.mockstore.sql.plan;

/** Says what FOR UPDATE does about a row that another transaction has locked or changed. */
public enum Waiting {
    /** Waits for the end of the other transaction. */
    WAIT,
    /** Fails, with SQLSTATE 55P03. */
    NO_WAIT,
    /** Leaves the row out. */
    SKIP_LOCKED
}
