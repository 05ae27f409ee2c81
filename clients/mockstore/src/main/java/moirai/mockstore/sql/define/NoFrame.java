package moirai.mockstore.sql.define;

import java.time.OffsetDateTime;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.syntax.Unsupported;

/** A frame for a default that is evaluated once, when the column is added: it has no rows, parameters or time. */
record NoFrame() implements Frame {

    @Override
    public Object column(int levelsUp, int source, int column) {
        throw new IllegalStateException("a default has no columns");
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
