package moirai.mockstore.sql.define;

import java.time.OffsetDateTime;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.SqlNull;

/**
 * A frame for what is evaluated once, when a column is added: its columns are null, and there are no parameters and no
 * time.
 */
record NoFrame() implements Frame {

    @Override
    public Object column(int levelsUp, int source, int column) {
        return SqlNull.NULL;
    }

    @Override
    public Object parameter(int index) {
        throw Unsupported.refuse("a parameter in a default");
    }

    @Override
    public OffsetDateTime now() {
        throw Unsupported.refuse("adding a column with the time as its default to a table that had rows");
    }

    @Override
    public long nextValue(String sequence) {
        throw Unsupported.refuse("adding a column with nextval as its default to a table that had rows");
    }
}
