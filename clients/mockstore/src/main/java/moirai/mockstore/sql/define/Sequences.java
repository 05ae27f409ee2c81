package moirai.mockstore.sql.define;

import java.util.List;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.syntax.Unsupported;
import org.jspecify.annotations.Nullable;

/** Compiles the definitions of sequences. */
final class Sequences {

    private Sequences() {}

    static Sequence of(
            String name, @Nullable List<net.sf.jsqlparser.schema.Sequence.Parameter> parameters, long typeMax) {
        long increment = 1;
        @Nullable Long start = null;
        @Nullable Long min = null;
        @Nullable Long max = null;
        for (var parameter : parameters == null ? List.<net.sf.jsqlparser.schema.Sequence.Parameter>of() : parameters) {
            switch (parameter.getOption()) {
                case INCREMENT_BY, INCREMENT -> increment = parameter.getValue();
                case START_WITH, START -> start = parameter.getValue();
                case MINVALUE -> min = parameter.getValue();
                case MAXVALUE -> max = parameter.getValue();
                case NOMINVALUE, NO_MINVALUE, NOMAXVALUE, NO_MAXVALUE, NOCYCLE, NO_CYCLE, CACHE, NOCACHE -> {
                    // As it is anyway; how many numbers a server keeps ready cannot be seen here.
                }
                case RESTART_WITH, CYCLE, ORDER, NOORDER, KEEP, NOKEEP, SESSION, GLOBAL ->
                    throw Unsupported.refuse(parameter.getOption() + " of a sequence");
            }
        }
        long lowest = min != null ? min : increment > 0 ? 1 : -typeMax;
        long highest = max != null ? max : increment > 0 ? typeMax : -1;
        long first = start != null ? start : increment > 0 ? lowest : highest;
        return new Sequence(name, first, increment, lowest, highest);
    }

    static void restart(Sequence sequence, @Nullable List<net.sf.jsqlparser.schema.Sequence.Parameter> parameters) {
        for (var parameter : parameters == null ? List.<net.sf.jsqlparser.schema.Sequence.Parameter>of() : parameters) {
            if (parameter.getOption() != net.sf.jsqlparser.schema.Sequence.ParameterType.RESTART_WITH) {
                throw Unsupported.refuse("ALTER SEQUENCE ... " + parameter.getOption());
            }
            sequence.restart(parameter.getValue() == null ? sequence.start() : parameter.getValue());
        }
    }
}
