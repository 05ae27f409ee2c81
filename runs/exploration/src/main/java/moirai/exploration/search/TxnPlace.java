package moirai.exploration.search;

/**
 * The place of a transaction in a program.
 *
 * @param id from 0 to 62, the number of its bit
 * @param session from 0
 * @param position within its session, from 0
 */
public record TxnPlace(int id, int session, int position) {

    /**
     * Returns whether this place comes before another in the paper's oracle order, which is one session after the
     * other.
     */
    boolean isBefore(TxnPlace other) {
        return session != other.session ? session < other.session : position < other.position;
    }
}
