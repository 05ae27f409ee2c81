package moirai.directed.encoding;

/** The reason why one statement has to come before a statement of another transaction in a serial execution. */
public enum Conflict {
    /** The second statement read what the first wrote. */
    WRITE_READ("WR"),
    /** The first statement read what the second overwrote. */
    READ_WRITE("RW"),
    /** The second statement overwrote what the first wrote. */
    WRITE_WRITE("WW");

    private final String sign;

    Conflict(String sign) {
        this.sign = sign;
    }

    /** Returns the two letters that the literature uses. */
    public String sign() {
        return sign;
    }
}
