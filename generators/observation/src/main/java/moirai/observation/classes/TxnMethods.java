package moirai.observation.classes;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.observation.txns.ObservationException;

/**
 * The methods of a class that are transactions, as in Java source: the public ones that a connection reaches. A class
 * that was made with a data source reaches it from all its methods; otherwise the source is a parameter. Ordered by
 * name, then parameters, since classes keep no other order.
 *
 * @param type the class
 * @param hasSource whether it was made with a data source
 */
record TxnMethods(Class<?> type, boolean hasSource) {

    private static final List<String> GENERAL = List.of("run", "execute", "call", "apply", "accept");

    /** Returns the methods that are named, or all; throws ObservationException if a name is that of no method. */
    List<Method> chosen(List<String> names) {
        List<Method> all = candidates();
        String known = all.stream()
                .map(method -> type.getSimpleName() + "." + method.getName())
                .distinct()
                .collect(Collectors.joining(", "));
        for (String name : names) {
            if (all.stream().noneMatch(method -> isNamed(method, name))) {
                throw new ObservationException("no method '" + name + "' in class " + type.getName()
                        + "; expected Class.method or method, * for any letters, as one of: " + known);
            }
        }
        if (all.isEmpty()) {
            throw new ObservationException("class " + type.getName() + " has no transaction; expected public methods"
                    + " with a parameter of type java.sql.Connection or javax.sql.DataSource, or a public constructor"
                    + " that takes a DataSource, or moirai.observation.txns.ObservedApplication");
        }
        return all.stream()
                .filter(method -> names.isEmpty() || names.stream().anyMatch(name -> isNamed(method, name)))
                .toList();
    }

    private List<Method> candidates() {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class && !method.isSynthetic())
                .filter(method -> TxnCall.isReached(method) || isReachedByField(method))
                .sorted(Comparator.comparing(Method::getName)
                        .thenComparing(method -> Arrays.toString(method.getParameterTypes())))
                .toList();
    }

    private boolean isReachedByField(Method method) {
        return hasSource && !Modifier.isStatic(method.getModifiers()) && !isOfObject(method);
    }

    /** Returns whether a method is one that all objects have, or {@code close}. */
    private static boolean isOfObject(Method method) {
        return switch (method.getName()) {
            case "toString", "hashCode", "close" -> method.getParameterCount() == 0;
            case "equals" -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class});
            default -> false;
        };
    }

    private boolean isNamed(Method method, String pattern) {
        String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
        return method.getName().matches(regex) || (type.getSimpleName() + "." + method.getName()).matches(regex);
    }

    /** Returns the names of transactions: those of their methods, with a number from the second method of a name on. */
    Map<Method, String> names(List<Method> methods) {
        Map<Method, String> names = new HashMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (Method method : methods) {
            boolean isGeneral = methods.size() == 1 && GENERAL.contains(method.getName());
            String name = isGeneral ? small(type.getSimpleName()) : method.getName();
            int number = numbers.merge(name, 1, Integer::sum);
            names.put(method, number == 1 ? name : name + number);
        }
        return names;
    }

    private static String small(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
