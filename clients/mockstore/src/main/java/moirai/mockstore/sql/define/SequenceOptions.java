package moirai.mockstore.sql.define;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.Sequence.Numbers;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/** The options of a sequence as a statement gives them; an option that is empty was not given. */
final class SequenceOptions {

    static final String NOBODY = "NONE";

    private static final Map<String, SqlType> TYPES = Map.of(
            "SMALLINT", SqlType.SMALLINT,
            "INT2", SqlType.SMALLINT,
            "INTEGER", SqlType.INTEGER,
            "INT", SqlType.INTEGER,
            "INT4", SqlType.INTEGER,
            "BIGINT", SqlType.BIGINT,
            "INT8", SqlType.BIGINT);

    private static final Bound DEFAULT = new Bound(null);

    private Optional<SqlType> type = Optional.empty();
    private Optional<Long> start = Optional.empty();
    private Optional<Long> increment = Optional.empty();
    private Optional<Bound> min = Optional.empty();
    private Optional<Bound> max = Optional.empty();
    private Optional<Boolean> cycles = Optional.empty();
    private Optional<Bound> restart = Optional.empty();
    private Optional<String> owner = Optional.empty();

    /** A number that may be left to the default. */
    private record Bound(@Nullable Long value) {

        long or(long otherwise) {
            return value == null ? otherwise : value;
        }
    }

    private SequenceOptions() {}

    /**
     * Takes options until the words end.
     *
     * @throws StoreException if there is another word (SQLSTATE 42601)
     */
    static SequenceOptions parse(Words words) {
        var options = new SequenceOptions();
        while (!words.isEmpty()) {
            options.take(words);
        }
        return options;
    }

    private void take(Words words) {
        if (words.take("AS")) {
            type = Optional.of(type(words.take()));
        } else if (words.take("INCREMENT")) {
            words.take("BY");
            increment = Optional.of(number(words));
        } else if (words.take("START")) {
            words.take("WITH");
            start = Optional.of(number(words));
        } else if (words.take("RESTART")) {
            boolean hasNumber = words.take("WITH") || words.peek().matches("[-+]|\\d+");
            restart = Optional.of(new Bound(hasNumber ? number(words) : null));
        } else if (words.take("MINVALUE")) {
            min = Optional.of(new Bound(number(words)));
        } else if (words.take("MAXVALUE")) {
            max = Optional.of(new Bound(number(words)));
        } else if (words.takeAll("NO", "MINVALUE")) {
            min = Optional.of(new Bound(null));
        } else if (words.takeAll("NO", "MAXVALUE")) {
            max = Optional.of(new Bound(null));
        } else if (words.take("CACHE")) {
            // How many numbers a server keeps ready cannot be seen here.
            number(words);
        } else if (words.take("CYCLE")) {
            cycles = Optional.of(true);
        } else if (words.takeAll("NO", "CYCLE")) {
            cycles = Optional.of(false);
        } else if (words.takeAll("OWNED", "BY")) {
            owner = Optional.of(words.takeName());
        } else {
            words.end();
        }
    }

    private static SqlType type(String written) {
        SqlType found = TYPES.get(written.toUpperCase(Locale.ROOT));
        if (found == null) {
            throw new StoreException("22023", "sequence type must be smallint, integer, or bigint, not " + written);
        }
        return found;
    }

    private static long number(Words words) {
        String sign = words.take("-") ? "-" : "";
        if (sign.isEmpty()) {
            words.take("+");
        }
        String written = words.take();
        try {
            return Long.parseLong(sign + written);
        } catch (NumberFormatException none) {
            throw new StoreException("42601", "syntax error: a number expected, not \"" + written + "\", in: " + words);
        }
    }

    /** Returns the numbers of a new sequence. */
    Numbers numbers(SqlType typeDefault) {
        SqlType of = type.orElse(typeDefault);
        long step = increment.orElse(1L);
        long least = min.orElse(DEFAULT).or(step < 0 ? Numbers.least(of) : 1L);
        long greatest = max.orElse(DEFAULT).or(step < 0 ? -1L : Numbers.greatest(of));
        return new Numbers(of, start.orElse(step < 0 ? greatest : least), step, least, greatest, cycles.orElse(false));
    }

    /** Returns a sequence with these options. */
    Sequence applyTo(Sequence sequence) {
        Numbers former = sequence.numbers();
        SqlType of = type.orElse(former.type());
        long step = increment.orElse(former.increment());
        long leastDefault = step < 0 ? Numbers.least(of) : 1L;
        long greatestDefault = step < 0 ? -1L : Numbers.greatest(of);
        // A bound that is that of the former type becomes that of the new one.
        boolean isRetyped = of != former.type();
        long leastFormer = isRetyped && former.min() == Numbers.least(former.type()) ? leastDefault : former.min();
        long greatestFormer =
                isRetyped && former.max() == Numbers.greatest(former.type()) ? greatestDefault : former.max();
        var numbers = new Numbers(
                of,
                start.orElse(former.start()),
                step,
                min.map(bound -> bound.or(leastDefault)).orElse(leastFormer),
                max.map(bound -> bound.or(greatestDefault)).orElse(greatestFormer),
                cycles.orElse(former.cycles()));
        Optional<Long> next = restart.map(bound -> bound.or(numbers.start()));
        return next.isPresent() ? sequence.restarted(numbers, next.get()) : sequence.with(numbers);
    }

    /** Returns the column that owns the sequence as it is written, or {@link #NOBODY}; empty if nothing is said. */
    Optional<String> owner() {
        return owner;
    }
}
