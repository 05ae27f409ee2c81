package moirai.reenactment.code;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import moirai.scheduling.ScheduledDataSource;
import moirai.sources.CodeParameter;
import org.jspecify.annotations.Nullable;

/**
 * A factory of a call's objects from the model's arguments, whose names are paths as the front-end has them: {@code
 * seat_flight} is component flight of parameter seat, {@code items_1} the first element of items.
 */
final class CodeArguments {

    /** The value of a parameter that the model does not need, as some code refuses 0. */
    private static final int UNUSED = 1;

    private final CodeValues values;
    private final Map<String, Integer> arguments;
    private final ScheduledDataSource source;

    CodeArguments(CodeValues values, Map<String, Integer> arguments, ScheduledDataSource source) {
        this.values = values;
        this.arguments = Map.copyOf(arguments);
        this.source = source;
    }

    /** Returns the arguments of a method or constructor. Throws CodeException if one cannot be made. */
    Object[] of(Type[] types, List<CodeParameter> parameters) throws ReflectiveOperationException {
        var made = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            made[i] = of(types[i], parameters.get(i).name());
        }
        return made;
    }

    /** Returns the object that the method is called on. */
    Object instance(Class<?> type, List<List<CodeParameter>> constructors) throws ReflectiveOperationException {
        if (type.isRecord()) {
            return record(type, "");
        }
        for (List<CodeParameter> parameters : constructors) {
            Optional<Constructor<?>> found = Arrays.stream(type.getDeclaredConstructors())
                    .filter(constructor -> isDeclared(constructor.getParameterTypes(), parameters))
                    .filter(constructor ->
                            Arrays.stream(constructor.getParameterTypes()).allMatch(CodeArguments::isMade))
                    .findFirst();
            if (found.isPresent()) {
                found.get().setAccessible(true);
                return found.get().newInstance(of(found.get().getGenericParameterTypes(), parameters));
            }
        }
        return withFields(type, "");
    }

    /** Returns whether types of a class are those that stand in its source. */
    static boolean isDeclared(Class<?>[] types, List<CodeParameter> parameters) {
        if (types.length != parameters.size()) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            if (!types[i].getSimpleName().equals(parameters.get(i).simpleType())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isMade(Class<?> type) {
        return isDatabase(type) || CodeValues.isScalar(type) || type.isRecord();
    }

    private static boolean isDatabase(Class<?> type) {
        return type == Connection.class || type == DataSource.class;
    }

    private Object of(Type generic, String path) throws ReflectiveOperationException {
        Class<?> type = raw(generic);
        if (type == DataSource.class) {
            return source;
        }
        if (type == Connection.class) {
            return source.handedOver();
        }
        if (CodeValues.isScalar(type)) {
            return values.of(type, arguments.getOrDefault(path, UNUSED));
        }
        if (type.isRecord()) {
            return record(type, path);
        }
        if (type.isArray()) {
            List<Object> elements = elements(type.getComponentType(), path);
            Object array = Array.newInstance(type.getComponentType(), elements.size());
            for (int i = 0; i < elements.size(); i++) {
                Array.set(array, i, elements.get(i));
            }
            return array;
        }
        if (Collection.class.isAssignableFrom(type) || type == Iterable.class) {
            List<Object> elements = elements(inner(generic), path);
            return Set.class.isAssignableFrom(type) ? new LinkedHashSet<>(elements) : elements;
        }
        if (type == Optional.class) {
            return Optional.of(of(inner(generic), path));
        }
        if (type.isSealed()) {
            Class<?>[] kinds = type.getPermittedSubclasses();
            int kind = arguments.getOrDefault(join(path, "kind"), 0);
            Class<?> chosen = kinds[Math.min(kind, kinds.length - 1)];
            return of(chosen, path);
        }
        return withFields(type, path);
    }

    private static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
            default -> Object.class;
        };
    }

    private static Type inner(Type type) {
        return type instanceof ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[0]
                : Object.class;
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "_" + name;
    }

    private List<Object> elements(Type type, String path) throws ReflectiveOperationException {
        int named = 0;
        while (isNamed(join(path, String.valueOf(named + 1)))) {
            named++;
        }
        // The model repeats a loop up to its bound, however long the list is.
        int modelled = Math.max(named, 1);
        int size = Math.min(arguments.getOrDefault(join(path, "size"), modelled), modelled);
        var elements = new ArrayList<Object>();
        for (int element = 1; element <= size; element++) {
            elements.add(of(type, join(path, String.valueOf(element))));
        }
        return elements;
    }

    private boolean isNamed(String path) {
        return arguments.keySet().stream().anyMatch(name -> name.equals(path) || name.startsWith(path + "_"));
    }

    private Object record(Class<?> type, String path) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        var types = new Class<?>[components.length];
        var made = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            made[i] = of(components[i].getGenericType(), join(path, components[i].getName()));
        }
        Constructor<?> canonical = type.getDeclaredConstructor(types);
        canonical.setAccessible(true);
        return canonical.newInstance(made);
    }

    private Object withFields(Class<?> type, String path) throws ReflectiveOperationException {
        Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
                .filter(candidate -> candidate.getParameterCount() == 0)
                .filter(candidate -> !Modifier.isAbstract(type.getModifiers()) && !type.isInterface())
                .findFirst()
                .orElseThrow(() -> new CodeException.OfCall(cannot(type, path)));
        constructor.setAccessible(true);
        Object made = constructor.newInstance();
        for (@Nullable Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                String name = join(path, field.getName());
                boolean isSet = isDatabase(field.getType())
                        || (arguments.containsKey(name) && CodeValues.isScalar(field.getType()));
                if (isSet && !Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers())) {
                    field.setAccessible(true);
                    field.set(made, of(field.getGenericType(), name));
                }
            }
        }
        return made;
    }

    private static String cannot(Class<?> type, String path) {
        return "cannot make a " + type.getTypeName() + (path.isEmpty() ? "" : " for " + path)
                + ": it has no constructor that fits; accepted: records, classes with a constructor without parameters"
                + " or with Connection, DataSource, numbers, texts, dates, enums, records, and lists and arrays of"
                + " these";
    }
}
