package moirai.mockstore.jdbc.facade;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Wrapper;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The mapping from the methods of an interface to the parts that implement them, computed once for each combination of
 * parts.
 */
final class Dispatch {

    /** The implementation of a method. */
    sealed interface Answer {

        /** The method is one of {@link Object}. */
        record OfObject() implements Answer {}

        /** The method is one of {@link Wrapper}. */
        record Wrapped() implements Answer {}

        /** A part has a method with the same parameters. */
        record InPart(int part, Method answer) implements Answer {}

        /** A part has a method that takes a column's number in place of its label. */
        record ByLabel(int part, Method answer) implements Answer {}

        /** No part has the method. */
        record Nowhere() implements Answer {}
    }

    private record Key(Class<?> type, List<Class<?>> parts) {}

    private static final Map<Key, Dispatch> KNOWN = new ConcurrentHashMap<>();

    private final Key key;
    private final Map<Method, Answer> targets = new HashMap<>();

    private Dispatch(Key key) {
        this.key = key;
        for (Method method : key.type().getMethods()) {
            targets.put(method, find(method));
        }
        refuseStrangers();
    }

    static Dispatch of(Class<?> type, List<Class<?>> parts) {
        return KNOWN.computeIfAbsent(new Key(type, parts), Dispatch::new);
    }

    /** Returns the simple name of the interface. */
    String name() {
        return key.type().getSimpleName();
    }

    Answer target(Method method) {
        // The methods of Object are not among those of an interface.
        return targets.getOrDefault(method, new Answer.OfObject());
    }

    private Answer find(Method method) {
        if (method.getDeclaringClass() == Wrapper.class) {
            return new Answer.Wrapped();
        }
        Class<?>[] parameters = method.getParameterTypes();
        for (int part = 0; part < key.parts().size(); part++) {
            var answer = method(key.parts().get(part), method.getName(), parameters);
            if (answer.isPresent()) {
                return new Answer.InPart(part, answer.orElseThrow());
            }
        }
        if (parameters.length > 0 && parameters[0] == String.class) {
            return findByLabel(method);
        }
        return new Answer.Nowhere();
    }

    private Answer findByLabel(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        parameters[0] = int.class;
        for (int part = 0; part < key.parts().size(); part++) {
            var answer = method(key.parts().get(part), method.getName(), parameters);
            // The interface has both, or they are different methods.
            if (answer.isPresent()
                    && method(key.type(), method.getName(), parameters).isPresent()) {
                return new Answer.ByLabel(part, answer.orElseThrow());
            }
        }
        return new Answer.Nowhere();
    }

    private static Optional<Method> method(Class<?> type, String name, Class<?>... parameters) {
        try {
            Method found = type.getMethod(name, parameters);
            // Parts are seen by nobody but their package.
            found.setAccessible(!type.isInterface());
            return Optional.of(found);
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    /**
     * Fails if a part has a public method that is not in the interface, so that a misspelt method is found here and not
     * by a user.
     */
    private void refuseStrangers() {
        Set<String> own =
                Arrays.stream(Part.class.getMethods()).map(Method::getName).collect(Collectors.toSet());
        for (Class<?> part : key.parts()) {
            for (Method method : part.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && !own.contains(method.getName())
                        && !method.getName().equals("toString")
                        && method(key.type(), method.getName(), method.getParameterTypes())
                                .isEmpty()) {
                    throw new IllegalStateException(method + " is not a method of " + name());
                }
            }
        }
    }
}
