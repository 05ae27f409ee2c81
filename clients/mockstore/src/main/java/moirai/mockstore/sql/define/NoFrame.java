package moirai.mockstore.sql.define;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.SplittableRandom;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.ForeignCall;
import moirai.mockstore.sql.types.SqlNull;

/**
 * A frame for what is evaluated once, when a column is added: its columns are null, and there are no parameters.
 *
 * @param now the time at which the transaction began
 */
record NoFrame(OffsetDateTime now) implements Frame {

    /** Thrown where each row gets another value. */
    static final class EachItsOwn extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    @Override
    public Object column(int levelsUp, int source, int column) {
        return SqlNull.NULL;
    }

    @Override
    public Object parameter(int index) {
        throw Unsupported.refuse("a parameter in a default");
    }

    @Override
    public SplittableRandom random() {
        throw new EachItsOwn();
    }

    @Override
    public Object evaluate(ForeignCall call, List<Object> values) {
        throw new EachItsOwn();
    }

    @Override
    public String relation(String written) {
        throw new EachItsOwn();
    }

    @Override
    public long nextValue(String sequence) {
        throw new EachItsOwn();
    }
}
