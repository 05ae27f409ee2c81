package moirai.clients;

/**
 * The consent of an existing database to be tested. Whether it suffices is not decided here.
 *
 * <p>The mark stands in the database itself, so everybody who works on the database can withdraw it, and it ends with
 * the database.
 */
public interface Consent {

    /** The name of the mark's table, which is in the schema of a run's tables. */
    String TABLE = "moirai_target";

    /**
     * Inspects the database by reading alone: no statement that writes is sent.
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
