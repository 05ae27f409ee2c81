package harbour.guest;

/** What an account is for. */
public enum AccountKind {
    CURRENT,
    SAVINGS
}
