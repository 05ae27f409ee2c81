package moirai.mockstore.jdbc.facade;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.sql.Wrapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

        /** A part has a method that takes the same arguments. */
        record InPart(int part, Method answer) implements Answer {}

        /** A part has a method that takes a column's number in place of its label. */
        record ByLabel(int part, Method answer) implements Answer {}

        /** No part has the method. */
        record Nowhere() implements Answer {}
    }

    private record Key(Class<?> type, List<Class<?>> parts) {}

    private static final Map<Key, Dispatch> KNOWN = new ConcurrentHashMap<>();

    private final Key key;
    private final Map<String, List<Method>> declared;
    /** The methods of each part by all names that they answer to. Reflection copies its answers, so ask it once. */
    private final List<Map<String, List<Method>>> answers;

    private final Map<Method, Answer> targets = new HashMap<>();

    private Dispatch(Key key) {
        this.key = key;
        Method[] methods = key.type().getMethods();
        this.declared = Arrays.stream(methods).collect(Collectors.groupingBy(Method::getName));
        this.answers = key.parts().stream().map(Dispatch::byName).toList();
        for (Method method : methods) {
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
            var answer = method(answers.get(part), method.getName(), parameters);
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
            var answer = method(answers.get(part), method.getName(), parameters);
            // The interface has both, or they are different methods.
            if (answer.isPresent() && isDeclared(method.getName(), parameters)) {
                return new Answer.ByLabel(part, answer.orElseThrow());
            }
        }
        return new Answer.Nowhere();
    }

    private boolean isDeclared(String name, Class<?>... parameters) {
        return declared.getOrDefault(name, List.of()).stream()
                .anyMatch(method -> Arrays.equals(method.getParameterTypes(), parameters));
    }

    /** Returns the part's method that implements a method: one of the same parameters, or else one that takes them. */
    private static Optional<Method> method(Map<String, List<Method>> part, String name, Class<?>... parameters) {
        List<Method> candidates = part.getOrDefault(name, List.of()).stream()
                .filter(candidate -> takes(candidate, parameters))
                .toList();
        Optional<Method> found = candidates.stream()
                .filter(candidate -> Arrays.equals(candidate.getParameterTypes(), parameters))
                .findFirst()
                .or(() -> candidates.stream().findFirst());
        // Parts are seen by nobody but their package.
        found.ifPresent(method -> method.setAccessible(true));
        return found;
    }

    private static Map<String, List<Method>> byName(Class<?> part) {
        var found = new HashMap<String, List<Method>>();
        for (Method method : part.getMethods()) {
            names(method)
                    .forEach(name -> found.computeIfAbsent(name, first -> new ArrayList<>())
                            .add(method));
        }
        return found;
    }

    private static Set<String> names(Method candidate) {
        Also also = candidate.getAnnotation(Also.class);
        return Set.of((candidate.getName() + (also == null ? "" : " " + also.value())).split(" "));
    }

    private static boolean takes(Method candidate, Class<?>... arguments) {
        Class<?>[] own = candidate.getParameterTypes();
        return own.length == arguments.length
                && IntStream.range(0, own.length).allMatch(index -> takes(own[index], arguments[index]));
    }

    private static boolean takes(Class<?> parameter, Class<?> argument) {
        return parameter == argument
                || (parameter == long.class && argument == int.class)
                || parameter.isAssignableFrom(
                        MethodType.methodType(argument).wrap().returnType());
    }

    /**
     * Fails if a part has a public method that implements none of the interface, so that a misspelt method is found
     * here and not by a user.
     */
    private void refuseStrangers() {
        Set<String> own = Stream.of(Part.class, Record.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .map(Method::getName)
                .collect(Collectors.toSet());
        for (Class<?> part : key.parts()) {
            Set<String> components = part.isRecord()
                    ? Arrays.stream(part.getRecordComponents())
                            .map(RecordComponent::getName)
                            .collect(Collectors.toSet())
                    : Set.of();
            for (Method method : part.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && !own.contains(method.getName())
                        && !components.contains(method.getName())
                        && !names(method).stream().allMatch(name -> isInterfaces(name, method))) {
                    throw new IllegalStateException(method + " is not a method of " + name());
                }
            }
        }
    }

    private boolean isInterfaces(String name, Method answer) {
        return declared.getOrDefault(name, List.of()).stream()
                .anyMatch(method -> takes(answer, method.getParameterTypes()));
    }
}
