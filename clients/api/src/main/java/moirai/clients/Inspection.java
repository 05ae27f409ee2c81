package moirai.clients;

import java.util.List;

/**
 * What was found in a database by reading alone.
 *
 * @param location which it is
 * @param user as whom we are there
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

    /** Its name, as its server calls it. */
    public String database() {
        return location.database();
    }
}
