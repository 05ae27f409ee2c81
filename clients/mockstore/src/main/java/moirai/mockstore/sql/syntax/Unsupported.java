package moirai.mockstore.sql.syntax;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;

/**
 * Refuses clauses of a syntax tree that no code handles. The parser understands many dialects, and ignoring a clause
 * would give a wrong answer. So code that handles a node names the properties that it handles, and every other property
 * must be as in a blank node. A property that a later version of the parser adds is refused, too.
 */
public final class Unsupported {

    /**
     * The names of properties that are ignored: views of other properties, positions in the text, and links upwards.
     */
    private static final Set<String> NEUTRAL =
            Set.of("ASTNode class empty features parent plainSelect selectBody setOperationList values".split(" "));

    private static final Map<Class<?>, List<Property>> PROPERTIES = new ConcurrentHashMap<>();

    private Unsupported() {}

    /**
     * A property of a node.
     *
     * @param neutral the value in a blank node; false if there is none
     */
    private record Property(String name, Method method, Object neutral) {

        /** Returns whether the node may leave it open, so that false says something. */
        boolean isOpen() {
            return method.getReturnType() == Boolean.class;
        }
    }

    /** Returns a refusal with the construct's name. */
    public static StoreException refuse(Object construct) {
        return new StoreException("0A000", construct + " is not supported");
    }

    /** Refuses a node that has any property; exceptions are those of {@link #besides(Object, String)}. */
    public static void besides(Object node) {
        besides(node, "");
    }

    /**
     * Refuses a node that has other properties than those handled.
     *
     * @param handled names of properties, separated by spaces: {@code where} for {@code getWhere}, {@code ifExists} for
     *     {@code isIfExists}
     * @throws StoreException if there are others (SQLSTATE 0A000)
     */
    public static void besides(Object node, String handled) {
        Set<String> names = Set.of(handled.split(" "));
        for (Property property : PROPERTIES.computeIfAbsent(node.getClass(), Unsupported::properties)) {
            if (!names.contains(property.name)) {
                Object value = value(property.method, node).orElse(property.neutral);
                if ((says(value) || property.isOpen()) && !value.equals(property.neutral)) {
                    throw refuse("%s %s in: %s".formatted(property.name, value, node));
                }
            }
        }
    }

    private static boolean says(Object value) {
        return !value.equals(false) && !(value instanceof Collection<?> list && list.isEmpty()) && !value.equals("");
    }

    private static List<Property> properties(Class<?> type) {
        Optional<Object> blank = blank(type);
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getParameterCount() == 0 && method.getDeclaringClass() != Object.class)
                .filter(method -> method.getDeclaringClass().getName().startsWith("net.sf.jsqlparser"))
                .sorted(Comparator.comparing(Method::getName))
                .flatMap(method -> property(method, blank))
                .filter(property -> !NEUTRAL.contains(property.name))
                .toList();
    }

    private static Stream<Property> property(Method method, Optional<Object> blank) {
        for (String prefix : List.of("get", "is")) {
            String name = method.getName();
            if (name.startsWith(prefix)
                    && name.length() > prefix.length()
                    && Character.isUpperCase(name.charAt(prefix.length()))) {
                String property = name.substring(prefix.length());
                boolean acronym = property.length() > 1 && Character.isUpperCase(property.charAt(1));
                String decapitalized =
                        acronym ? property : Character.toLowerCase(property.charAt(0)) + property.substring(1);
                Object neutral = blank.flatMap(node -> value(method, node))
                        .orElse(method.getReturnType() == Boolean.class ? "open" : false);
                return Stream.of(new Property(decapitalized, method, neutral));
            }
        }
        return Stream.empty();
    }

    private static Optional<Object> blank(Class<?> type) {
        try {
            return Optional.of(type.getConstructor().newInstance());
        } catch (ReflectiveOperationException noBlank) {
            return Optional.empty();
        }
    }

    /** Returns the value of a property; empty also if the property makes no sense for this kind of node. */
    private static Optional<Object> value(Method method, Object node) {
        try {
            return Optional.ofNullable(method.invoke(node));
        } catch (InvocationTargetException meaningless) {
            return Optional.empty();
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        }
    }
}
