package moirai.clients;

/**
 * The consent of a database that exists. Whether it suffices is not decided here.
 *
 * <p>The mark stands in the database itself, so that it is withdrawn by whoever works on it and ends with it.
 */
public interface Consent {

    /** The mark's table, where the tables of a run would be made. */
    String TABLE = "moirai_target";

    /**
     * Looks, and changes nothing: no statement that writes is sent.
     *
     * @throws ClientException if the database cannot be reached, or has a table of that name that holds no mark
     */
    Inspection inspect();

    /**
     * Writes the mark in the place of any other.
     *
     * @throws ClientException if the database cannot be reached or refuses
     */
    void give(Mark mark);

    /**
     * Removes the mark with its table; does nothing if there is none.
     *
     * @throws ClientException if the database cannot be reached or refuses
     */
    void withdraw();
}
