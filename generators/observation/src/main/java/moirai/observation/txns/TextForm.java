package moirai.observation.txns;

/** What a text looks like, where an application or a column takes some texts only. */
public enum TextForm {
    /** A large letter and small ones. */
    LETTERS,
    /** Digits, of which the first is not 0. */
    DIGITS,
    /** An address of electronic mail. */
    MAIL,
    /** Words such as a password has: a large letter, small ones, a digit and a sign. */
    MIXED
}
