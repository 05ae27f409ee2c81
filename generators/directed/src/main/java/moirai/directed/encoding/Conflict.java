package moirai.directed.encoding;

/** Why one statement has to come before another one of a different transaction in a serial execution. */
public enum Conflict {
    /** The second read what the first wrote. */
    WRITE_READ("WR"),
    /** The first read what the second overwrote. */
    READ_WRITE("RW"),
    /** The second overwrote what the first wrote. */
    WRITE_WRITE("WW");

    private final String sign;

    Conflict(String sign) {
        this.sign = sign;
    }

    /** The literature's two letters. */
    public String sign() {
        return sign;
    }
}
