package moirai.clients;

import java.util.List;

/**
 * The state of a database, found by reading alone.
 *
 * @param location the database that was inspected
 * @param user the name of the connected user
 * @param isSuperuser whether that user may do everything
 * @param marks the mark, if there is one; more than one is not a mark
 * @param ownTables tables by whose names Moirai's are known, without the mark's
 * @param otherTables all other tables
 */
public record Inspection(
        Location location,
        String user,
        boolean isSuperuser,
        List<Mark> marks,
        List<String> ownTables,
        List<String> otherTables) {

    public Inspection {
        marks = List.copyOf(marks);
        ownTables = List.copyOf(ownTables);
        otherTables = List.copyOf(otherTables);
    }

    /** Returns the database's name, as its server calls it. */
    public String database() {
        return location.database();
    }
}
