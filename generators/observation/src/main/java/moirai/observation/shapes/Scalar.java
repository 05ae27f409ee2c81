package moirai.observation.shapes;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.observation.txns.Arguments;
import moirai.observation.txns.Parameter;
import moirai.observation.txns.ValueKind;

/**
 * A type of single values, and how an argument becomes one.
 *
 * @param classes primitive ones first
 * @param parameter what an observation is told of one, by its name
 * @param value what the method is called with, by the parameter's name
 */
record Scalar(
        List<Class<?>> classes, Function<String, Parameter> parameter, BiFunction<Arguments, String, Object> value) {

    private static final List<Scalar> ALL = List.of(
            new Scalar(List.of(int.class, Integer.class), Parameter::integer, Arguments::integer),
            new Scalar(List.of(long.class, Long.class), Parameter::longInteger, Arguments::longInteger),
            new Scalar(
                    List.of(short.class, Short.class),
                    name -> Parameter.integer(name).upTo(Short.MAX_VALUE),
                    (arguments, name) -> (short) arguments.integer(name)),
            new Scalar(
                    List.of(double.class, Double.class),
                    Parameter::decimal,
                    (arguments, name) -> arguments.decimal(name).doubleValue()),
            new Scalar(
                    List.of(float.class, Float.class),
                    name -> Parameter.decimal(name).upTo(10_000),
                    (arguments, name) -> arguments.decimal(name).floatValue()),
            new Scalar(List.of(boolean.class, Boolean.class), Parameter::flag, Arguments::flag),
            new Scalar(List.of(BigDecimal.class), Parameter::decimal, Arguments::decimal),
            new Scalar(
                    List.of(BigInteger.class),
                    Parameter::longInteger,
                    (arguments, name) -> arguments.decimal(name).toBigInteger()),
            new Scalar(List.of(String.class), Parameter::text, Arguments::text),
            new Scalar(List.of(LocalDateTime.class), Parameter::time, Arguments::time),
            new Scalar(
                    List.of(Timestamp.class),
                    Parameter::time,
                    (arguments, name) -> Timestamp.valueOf(arguments.time(name))),
            new Scalar(
                    List.of(Date.class), Parameter::time, (arguments, name) -> Timestamp.valueOf(arguments.time(name))),
            new Scalar(
                    List.of(Instant.class),
                    Parameter::time,
                    (arguments, name) -> Timestamp.valueOf(arguments.time(name)).toInstant()),
            new Scalar(
                    List.of(OffsetDateTime.class),
                    Parameter::time,
                    (arguments, name) -> arguments.time(name).atOffset(ZoneOffset.UTC)),
            new Scalar(
                    List.of(ZonedDateTime.class),
                    Parameter::time,
                    (arguments, name) -> arguments.time(name).atZone(ZoneOffset.UTC)),
            new Scalar(List.of(LocalDate.class), name -> new Parameter(name, ValueKind.DATE, 1), Arguments::date),
            new Scalar(List.of(UUID.class), name -> new Parameter(name, ValueKind.UUID, 1), Arguments::uuid));

    Scalar {
        classes = List.copyOf(classes);
    }

    static Optional<Scalar> of(Class<?> type) {
        return ALL.stream().filter(known -> known.classes.contains(type)).findFirst();
    }

    /** Returns all classes that are accepted, as text for people. */
    static String accepted() {
        return ALL.stream().map(type -> type.classes.getFirst().getSimpleName()).collect(Collectors.joining(", "));
    }
}
