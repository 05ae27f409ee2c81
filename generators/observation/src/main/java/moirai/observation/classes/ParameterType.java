package moirai.observation.classes;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.observation.txns.Arguments;
import moirai.observation.txns.Parameter;

/**
 * A type that a parameter of a method may have, and how an argument becomes one.
 *
 * @param classes primitive ones first
 * @param parameter what an observation is told of one, by its name
 * @param value what the method is called with, by the parameter's name
 */
record ParameterType(
        List<Class<?>> classes, Function<String, Parameter> parameter, BiFunction<Arguments, String, Object> value) {

    private static final List<ParameterType> ALL = List.of(
            new ParameterType(List.of(int.class, Integer.class), Parameter::integer, Arguments::integer),
            new ParameterType(List.of(long.class, Long.class), Parameter::longInteger, Arguments::longInteger),
            new ParameterType(
                    List.of(double.class, Double.class),
                    Parameter::decimal,
                    (arguments, name) -> arguments.decimal(name).doubleValue()),
            new ParameterType(List.of(BigDecimal.class), Parameter::decimal, Arguments::decimal),
            new ParameterType(List.of(String.class), Parameter::text, Arguments::text),
            new ParameterType(List.of(LocalDateTime.class), Parameter::time, Arguments::time),
            new ParameterType(
                    List.of(Timestamp.class),
                    Parameter::time,
                    (arguments, name) -> Timestamp.valueOf(arguments.time(name))));

    ParameterType {
        classes = List.copyOf(classes);
    }

    static Optional<ParameterType> of(Class<?> type) {
        return ALL.stream().filter(known -> known.classes.contains(type)).findFirst();
    }

    /** Returns all classes that are accepted, as text for people. */
    static String accepted() {
        return ALL.stream().map(type -> type.classes.getFirst().getSimpleName()).collect(Collectors.joining(", "));
    }
}
