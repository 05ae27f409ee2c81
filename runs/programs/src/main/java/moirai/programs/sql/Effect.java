package moirai.programs.sql;

import java.math.BigDecimal;

/**
 * The effect that a program wants its transaction to have.
 *
 * @param commits whether the transaction is to be committed; a program may decide to roll back, which is no failure
 * @param brought the money that the transaction brings into the system if it commits; negative if it takes money out
 */
public record Effect(boolean commits, BigDecimal brought) {

    /** A commit that moves no money into or out of the system. */
    public static final Effect COMMIT = new Effect(true, BigDecimal.ZERO);

    /** A rollback. */
    public static final Effect ROLLBACK = new Effect(false, BigDecimal.ZERO);

    /** Returns a commit that brings this much money into the system. */
    public static Effect brings(BigDecimal amount) {
        return new Effect(true, amount);
    }
}
