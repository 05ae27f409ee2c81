package moirai.observation.shapes;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.observation.txns.Arguments;
import moirai.observation.txns.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * The shape of an object with a constructor without parameters, whose fields are filled. An entity whose key the
 * database makes has one more parameter, which says whether it is new: then it has no key and no version yet. What a
 * relation leads to is not new if it would not be saved with the object.
 */
record BeanShape(Parts parts, Class<?> type) {

    /** The end of the name of a parameter that says whether an entity is new. */
    static final String NEW = "_new";

    /** A source of the shapes of properties. */
    @FunctionalInterface
    interface Parts {

        Optional<Shape> of(Type type, String path, Constraints constraints, List<Class<?>> outer);
    }

    /** A field and its values. */
    private record Filled(Field field, Shape shape, boolean isMissingIfNew) {}

    Optional<Shape> shape(String path, Constraints place, List<Class<?>> outer) {
        Constructor<?> constructor;
        try {
            constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
        } catch (NoSuchMethodException none) {
            return Optional.empty();
        }
        List<Class<?>> within = Stream.concat(outer.stream(), Stream.of(type)).toList();
        var filled = new ArrayList<Filled>();
        boolean isGenerated = false;
        for (Field field : fields()) {
            Constraints constraints = Constraints.of(field);
            boolean isKey = constraints.has("Id") && constraints.has("GeneratedValue");
            isGenerated |= isKey;
            parts.of(field.getGenericType(), path + "_" + field.getName(), constraints, within)
                    .ifPresent(shape -> filled.add(new Filled(field, shape, isKey || constraints.has("Version"))));
        }
        if (filled.isEmpty()) {
            return Optional.empty(); // It holds no values, so it is something else than one.
        }
        boolean isRelation = place.has("ManyToOne", "OneToOne", "ManyToMany", "OneToMany");
        boolean mayBeNew = isGenerated && (!isRelation || place.isCascading());
        Stream<Parameter> own = mayBeNew ? Stream.of(Parameter.flag(path + NEW)) : Stream.of();
        return Optional.of(new Shape(
                Stream.concat(own, filled.stream().flatMap(part -> part.shape().parameters().stream()))
                        .toList(),
                arguments -> made(constructor, filled, arguments, mayBeNew && arguments.flag(path + NEW))));
    }

    private List<Field> fields() {
        var fields = new ArrayList<Field>();
        for (Class<?> from = type; from != null && from != Object.class; from = from.getSuperclass()) {
            for (Field field : from.getDeclaredFields()) {
                boolean isKept = !Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())
                        && !field.isSynthetic()
                        && !Constraints.of(field).has("Transient", "Formula", "CreationTimestamp", "UpdateTimestamp");
                if (isKept) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static Object made(Constructor<?> constructor, List<Filled> filled, Arguments arguments, boolean isNew)
            throws ReflectiveOperationException {
        Object made = constructor.newInstance();
        for (Filled part : filled) {
            if (!isNew || !part.isMissingIfNew()) {
                fill(made, part.field(), part.shape().maker().make(arguments));
            }
        }
        return made;
    }

    @SuppressWarnings("unchecked") // The elements have the type of the field's own collection.
    private static void fill(Object made, Field field, @Nullable Object value) throws ReflectiveOperationException {
        field.setAccessible(true);
        if (value instanceof Collection<?> more && field.get(made) instanceof Collection<?> own) {
            ((Collection<Object>) own).addAll(more);
        } else if (!Modifier.isFinal(field.getModifiers())) {
            field.set(made, value);
        }
    }
}
