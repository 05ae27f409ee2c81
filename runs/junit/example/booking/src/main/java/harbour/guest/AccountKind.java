package harbour.guest;

/** The purpose of an account. */
public enum AccountKind {
    CURRENT,
    SAVINGS
}
