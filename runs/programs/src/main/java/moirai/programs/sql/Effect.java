package moirai.programs.sql;

import java.math.BigDecimal;

/**
 * What a transaction's program wants to be remembered of it.
 *
 * @param commits whether it is to be committed; a program may decide to roll back, which is no failure
 * @param brought money that came into the system from outside by this transaction, if it commits; negative if it left
 */
public record Effect(boolean commits, BigDecimal brought) {

    /** To be committed; no money came or went. */
    public static final Effect COMMIT = new Effect(true, BigDecimal.ZERO);

    /** To be rolled back. */
    public static final Effect ROLLBACK = new Effect(false, BigDecimal.ZERO);

    /** To be committed, with this much money from outside. */
    public static Effect brings(BigDecimal amount) {
        return new Effect(true, amount);
    }
}
