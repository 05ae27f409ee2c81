package moirai.observation.shapes;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.observation.txns.Parameter;
import moirai.observation.txns.TextForm;

/**
 * What annotations say of the values of a property, by the simple names that Jakarta Validation, Jakarta Persistence
 * and Hibernate use. The annotations are those of the application's class path.
 */
record Constraints(List<Annotation> annotations) {

    private static final List<String> LENGTHS = List.of("Size", "Length", "Column");

    /** The texts of each form on which a pattern is tried, by their length. */
    private static final int LENGTH_MAX = 40;

    Constraints {
        annotations = List.copyOf(annotations);
    }

    static Constraints of(AnnotatedElement place) {
        return new Constraints(Arrays.asList(place.getAnnotations()));
    }

    boolean has(String... names) {
        return annotations.stream()
                .anyMatch(annotation ->
                        List.of(names).contains(annotation.annotationType().getSimpleName()));
    }

    /** Returns whether saving an object also saves what this relation leads to. */
    boolean isCascading() {
        return annotations.stream()
                .flatMap(annotation -> value(annotation, "cascade").stream())
                .flatMap(cascade -> cascade instanceof Object[] all ? Arrays.stream(all) : Stream.of())
                .anyMatch(kind -> List.of("ALL", "PERSIST", "MERGE").contains(kind.toString()));
    }

    /** Returns a parameter with the bounds and the form that the annotations ask for. */
    Parameter on(Parameter parameter) {
        return switch (parameter.kind()) {
            case TEXT -> text(parameter);
            case INTEGER, LONG, DECIMAL ->
                number("Max", "value")
                        .or(() -> number("DecimalMax", "value"))
                        .filter(max -> max > 0 && max < parameter.sizeMax())
                        .map(parameter::upTo)
                        .orElse(parameter);
            case TIME, DATE, FLAG, UUID, CHOICE -> parameter;
        };
    }

    private Parameter text(Parameter parameter) {
        Parameter found = parameter;
        for (String name : LENGTHS) {
            String part = name.equals("Column") ? "length" : "max";
            long max = number(name, part).orElse(found.sizeMax());
            long min = name.equals("Column") ? 1 : number(name, "min").orElse(1L);
            found = found.upTo(Math.max(1, Math.max(Math.min(found.sizeMax(), max), min)));
        }
        if (has("Email")) {
            return found.like(TextForm.MAIL);
        }
        Optional<String> pattern =
                annotation("Pattern").flatMap(one -> value(one, "regexp")).map(Object::toString);
        return pattern.isPresent() ? like(found, pattern.get()) : found;
    }

    /** Returns the parameter with the first form and length whose texts match; as it is if none does. */
    private static Parameter like(Parameter parameter, String pattern) {
        List<Integer> lengths = Stream.concat(
                        Stream.of((int) parameter.sizeMax()),
                        IntStream.rangeClosed(1, LENGTH_MAX).boxed())
                .toList();
        for (TextForm form : TextForm.values()) {
            for (int length : lengths) {
                if (sample(form, length).matches(pattern)) {
                    return parameter.upTo(length).like(form);
                }
            }
        }
        return parameter;
    }

    private static String sample(TextForm form, int length) {
        return switch (form) {
            case LETTERS -> "A" + "b".repeat(length - 1);
            case DIGITS -> "1" + "2".repeat(length - 1);
            case MAIL -> "A" + "b".repeat(Math.max(0, length - 7)) + "@x.org";
            case MIXED -> "A" + "b".repeat(Math.max(0, length - 3)) + "1!";
        };
    }

    private Optional<Annotation> annotation(String name) {
        return annotations.stream()
                .filter(one -> one.annotationType().getSimpleName().equals(name))
                .findFirst();
    }

    private Optional<Long> number(String name, String part) {
        return annotation(name)
                .flatMap(one -> value(one, part))
                .map(Object::toString)
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::valueOf);
    }

    private static Optional<Object> value(Annotation annotation, String part) {
        try {
            Method method = annotation.annotationType().getMethod(part);
            return Optional.ofNullable(method.invoke(annotation));
        } catch (ReflectiveOperationException none) {
            return Optional.empty();
        }
    }
}
