package moirai.mockstore.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.catalog.RelayedSql;
import moirai.mockstore.wire.cursor.CursorSql;

/**
 * A statement on a cursor.
 *
 * @param query of a DECLARE
 */
record CursorStatement(String sql, CursorSql cursor, Optional<WireStatement> query, List<BackendMessage> description)
        implements RelayedSql {

    CursorStatement {
        description = List.copyOf(description);
    }

    /** Makes the declaration of a cursor, which takes the parameters of its query and returns no rows. */
    static CursorStatement declaring(String sql, CursorSql cursor, WireStatement query) {
        var description = new ArrayList<>(query.description());
        description.removeIf(message -> message.type() != 't');
        description.add(BackendMessage.NO_DATA);
        return new CursorStatement(sql, cursor, Optional.of(query), description);
    }

    /** Makes a statement on a cursor that exists, with the columns of the rows that it returns. */
    static CursorStatement using(String sql, CursorSql cursor, BackendMessage columns) {
        return new CursorStatement(sql, cursor, Optional.empty(), List.of(BackendMessage.NO_PARAMETERS, columns));
    }
}
