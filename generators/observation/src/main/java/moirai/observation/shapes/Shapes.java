package moirai.observation.shapes;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import moirai.observation.txns.Parameter;

/**
 * Finds the shapes of arguments. Lists have one element, whose name ends in its number, from 1. Pages and orders of
 * Spring Data are always the first and none.
 */
public final class Shapes {

    private static final int DEPTH_MAX = 4;

    /** Packages whose objects are no values. Applications may lie in others of Spring, as Spring's own samples do. */
    private static final List<String> LIBRARIES = List.of(
            "java.",
            "javax.",
            "jakarta.",
            "org.hibernate.",
            "org.springframework.beans.",
            "org.springframework.context.",
            "org.springframework.core.",
            "org.springframework.data.",
            "org.springframework.http.",
            "org.springframework.security.",
            "org.springframework.ui.",
            "org.springframework.validation.",
            "org.springframework.web.");

    private final TypeArguments types;

    /** Finds shapes where type variables stand for these types. */
    public Shapes(TypeArguments types) {
        this.types = types;
    }

    /** Returns the types that are accepted, as text for people. */
    public static String accepted() {
        return Scalar.accepted() + ", enums, and records, beans, Optional and collections of them";
    }

    /**
     * Returns the kinds of arguments with which a method is called, by a name that tells them apart: all entities among
     * them exist, or all are new, or only those are new that others lead to. One kind without a name if there is no
     * entity whose key the database makes.
     */
    public static Map<String, Map<String, Object>> kinds(List<Parameter> parameters) {
        List<String> flags = parameters.stream()
                .map(Parameter::name)
                .filter(name -> name.endsWith(BeanShape.NEW))
                .toList();
        if (flags.isEmpty()) {
            return Map.of("", Map.of());
        }
        // Whether the first object is new is said before that of its parts.
        String first = flags.getFirst();
        String root = first.substring(0, first.length() - BeanShape.NEW.length()) + "_";
        Map<String, Map<String, Object>> kinds = new LinkedHashMap<>();
        kinds.put("", flags(flags, flag -> false));
        kinds.put("New", flags(flags, flag -> true));
        if (flags.stream().anyMatch(flag -> !flag.equals(first) && flag.startsWith(root))) {
            kinds.put("WithNew", flags(flags, flag -> !flag.equals(first)));
        }
        return kinds;
    }

    private static Map<String, Object> flags(List<String> names, Predicate<String> isNew) {
        Map<String, Object> flags = new HashMap<>();
        names.forEach(name -> flags.put(name, isNew.test(name) ? BigDecimal.ONE : BigDecimal.ZERO));
        return flags;
    }

    /** A place that has a value. */
    private record Place(Type type, String path, Constraints constraints, List<Class<?>> outer) {

        Place part(Type other, String name, AnnotatedElement element) {
            return new Place(other, path + "_" + name, Constraints.of(element), outer);
        }

        Place within(Class<?> type) {
            return new Place(
                    this.type,
                    path,
                    constraints,
                    Stream.concat(outer.stream(), Stream.of(type)).toList());
        }

        Place element(Type other) {
            return new Place(other, path + "_1", constraints, outer);
        }
    }

    /** Returns the shape of a parameter of a method; empty if its type is not known. */
    public Optional<Shape> of(java.lang.reflect.Parameter parameter) {
        Class<?> raw = types.raw(parameter.getParameterizedType());
        String name = parameter.isNamePresent() || Scalar.of(raw).isPresent() ? parameter.getName() : small(raw);
        return of(new Place(parameter.getParameterizedType(), name, Constraints.of(parameter), List.of()));
    }

    private static String small(Class<?> type) {
        String name = type.getSimpleName();
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private Optional<Shape> of(Place place) {
        Class<?> raw = types.raw(place.type());
        Optional<Scalar> scalar = Scalar.of(raw);
        if (scalar.isPresent()) {
            Parameter parameter =
                    place.constraints().on(scalar.get().parameter().apply(place.path()));
            return Optional.of(
                    Shape.of(parameter, arguments -> scalar.get().value().apply(arguments, parameter.name())));
        }
        if (raw.isEnum()) {
            List<Object> constants = List.of(raw.getEnumConstants());
            List<String> names =
                    constants.stream().map(one -> ((Enum<?>) one).name()).toList();
            return constants.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Shape.of(
                            Parameter.choice(place.path(), names),
                            arguments -> constants.get(names.indexOf(arguments.text(place.path())))));
        }
        return several(place, raw).or(() -> ofSpring(raw)).or(() -> object(place, raw));
    }

    private Optional<Shape> several(Place place, Class<?> raw) {
        if (raw == Optional.class) {
            return element(place)
                    .map(one -> new Shape(
                            one.parameters(),
                            arguments -> Optional.ofNullable(one.maker().make(arguments))));
        }
        if (raw == Map.class) {
            return Optional.of(Shape.fixed(arguments -> Map.of()));
        }
        if (raw.isArray()) {
            Class<?> component = raw.getComponentType();
            return of(place.element(component))
                    .map(one -> new Shape(one.parameters(), arguments -> {
                        Object array = Array.newInstance(component, 1);
                        Array.set(array, 0, one.maker().make(arguments));
                        return array;
                    }));
        }
        boolean isSorted = raw == SortedSet.class;
        boolean isSet = isSorted || raw == Set.class;
        if (!isSet && raw != List.class && raw != Collection.class && raw != Iterable.class) {
            return Optional.empty();
        }
        Shape one = element(place).orElse(null);
        return Optional.of(new Shape(one == null ? List.of() : one.parameters(), arguments -> {
            Collection<Object> all = isSorted ? new TreeSet<>() : isSet ? new LinkedHashSet<>() : new ArrayList<>();
            Object element = one == null ? null : one.maker().make(arguments);
            if (element != null) {
                all.add(element);
            }
            return all;
        }));
    }

    private Optional<Shape> element(Place place) {
        return types.arguments(place.type()).stream().findFirst().flatMap(type -> of(place.element(type)));
    }

    /** Returns the first page, or no order, for the types of Spring Data that ask for them. */
    private static Optional<Shape> ofSpring(Class<?> raw) {
        return switch (raw.getName()) {
            case "org.springframework.data.domain.Pageable" ->
                Optional.of(Shape.fixed(arguments -> Class.forName(
                                "org.springframework.data.domain.PageRequest", true, raw.getClassLoader())
                        .getMethod("of", int.class, int.class)
                        .invoke(null, 0, 5)));
            case "org.springframework.data.domain.Sort" ->
                Optional.of(Shape.fixed(arguments -> raw.getMethod("unsorted").invoke(null)));
            default -> Optional.empty();
        };
    }

    private Optional<Shape> object(Place place, Class<?> raw) {
        boolean isMade = !raw.isInterface() && !raw.isPrimitive() && !Modifier.isAbstract(raw.getModifiers());
        if (!isMade
                || LIBRARIES.stream().anyMatch(raw.getName()::startsWith)
                || place.outer().contains(raw)
                || place.outer().size() >= DEPTH_MAX) {
            return Optional.empty();
        }
        boolean isBean = Arrays.stream(raw.getDeclaredConstructors()).anyMatch(one -> one.getParameterCount() == 0);
        return isBean
                ? new BeanShape(this::part, raw).shape(place.path(), place.constraints(), place.outer())
                : constructed(place, raw);
    }

    /** Returns the shape of a property. */
    private Optional<Shape> part(Type type, String path, Constraints constraints, List<Class<?>> outer) {
        return of(new Place(type, path, constraints, outer));
    }

    /** Returns the shape of an object by its longest constructor, which is given null for what has no shape. */
    private Optional<Shape> constructed(Place place, Class<?> raw) {
        var longest = Arrays.stream(raw.getDeclaredConstructors())
                .max((left, right) -> Integer.compare(left.getParameterCount(), right.getParameterCount()))
                .orElse(null);
        if (longest == null) {
            return Optional.empty();
        }
        var parts = new ArrayList<Optional<Shape>>();
        for (var parameter : longest.getParameters()) {
            Place part = place.within(raw).part(parameter.getParameterizedType(), parameter.getName(), parameter);
            parts.add(of(part));
            if (parts.getLast().isEmpty() && parameter.getType().isPrimitive()) {
                return Optional.empty();
            }
        }
        longest.setAccessible(true);
        return Optional.of(new Shape(
                parts.stream()
                        .flatMap(Optional::stream)
                        .flatMap(part -> part.parameters().stream())
                        .toList(),
                arguments -> {
                    var values = new ArrayList<Object>();
                    for (Optional<Shape> part : parts) {
                        values.add(part.isEmpty() ? null : part.get().maker().make(arguments));
                    }
                    return longest.newInstance(values.toArray());
                }));
    }
}
