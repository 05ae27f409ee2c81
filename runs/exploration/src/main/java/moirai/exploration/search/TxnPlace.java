package moirai.exploration.search;

/**
 * Which transaction of a program.
 *
 * @param id from 0 to 62, the bit that stands for it
 * @param session from 0
 * @param position within its session, from 0
 */
public record TxnPlace(int id, int session, int position) {

    /** The paper's oracle order: sessions one after the other. */
    boolean isBefore(TxnPlace other) {
        return session != other.session ? session < other.session : position < other.position;
    }
}
