package moirai.mockstore.wire;

import java.util.List;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.cursor.CursorSql;
import moirai.mockstore.wire.protocol.MessageWriter;

/** A statement with its parameters, and the part of its result that has been sent. */
interface Portal {

    StatementKind kind();

    /** Writes the columns of the rows. */
    void describe(MessageWriter out);

    /**
     * Runs the statement if it has not been run, and sends its next rows.
     *
     * @param rowLimit 0 if there is none
     */
    void execute(StatementRunner runner, int rowLimit, RowSink sink);

    /** Returns the description of the columns, or that there are none. */
    BackendMessage columns();

    /**
     * Moves as FETCH or MOVE says, and returns the rows as texts; runs the statement if it has not been run. A portal
     * goes only forward.
     */
    List<BackendMessage> move(StatementRunner runner, CursorSql.Fetch fetch);

    /** Runs the statement and returns its columns and all its rows. */
    List<BackendMessage> all(StatementRunner runner);
}
