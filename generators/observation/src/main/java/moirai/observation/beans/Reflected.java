package moirai.observation.beans;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.stream.IntStream;
import moirai.observation.txns.ObservationException;
import org.jspecify.annotations.Nullable;

/** Calls of a framework whose version is not known, by reflection. */
final class Reflected {

    private Reflected() {}

    /** A way to make something of a framework. */
    interface Making<T> {

        T make() throws ReflectiveOperationException;
    }

    /** A method of an interface of a framework. */
    interface Answer {

        @Nullable
        Object answer(@Nullable Object[] arguments) throws ReflectiveOperationException;
    }

    /** Returns a context that was started; throws ObservationException with the innermost cause if it fails. */
    static <T> T started(String name, Making<T> making) {
        return made(
                making,
                "the context of " + name + " does not start: ",
                "; expected an application that starts on an empty database in memory");
    }

    /** Returns what was made of the beans; throws ObservationException with the innermost cause if that fails. */
    static <T> T read(Making<T> making) {
        return made(
                making,
                "the application's beans cannot be made: ",
                "; expected beans that start on an empty database in memory");
    }

    private static <T> T made(Making<T> making, String what, String expected) {
        try {
            return making.make();
        } catch (ReflectiveOperationException | LinkageError | RuntimeException failed) {
            throw new ObservationException(what + reason(failed) + expected, failed);
        }
    }

    /** Returns the first line of the innermost cause. */
    private static String reason(Throwable failed) {
        Throwable cause = failed;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = cause.getClass().getSimpleName() + ": " + cause.getMessage();
        return text.lines().findFirst().orElse(text).strip();
    }

    /** Returns a handler that answers one method, and returns the first argument of others. */
    static InvocationHandler handler(Answer answer, String name) {
        return (self, method, arguments) -> switch (method.getName()) {
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> System.identityHashCode(self) == System.identityHashCode(arguments[0]);
            case "toString" -> name;
            default ->
                method.getName().equals(name) ? answer.answer(arguments) : arguments == null ? null : arguments[0];
        };
    }

    /** Calls the public method of this name that takes these arguments; fails if it returns null. */
    static Object called(@Nullable Object target, String name, Object... arguments)
            throws ReflectiveOperationException {
        return requireNonNull(call(target, name, arguments), name);
    }

    /** Calls the public method of this name that takes these arguments. */
    static @Nullable Object call(@Nullable Object target, String name, Object... arguments)
            throws ReflectiveOperationException {
        Object receiver = requireNonNull(target, name);
        for (Method method : receiver.getClass().getMethods()) {
            if (method.getName().equals(name) && takes(method, arguments)) {
                method.setAccessible(true);
                return method.invoke(receiver, arguments);
            }
        }
        throw new NoSuchMethodException(receiver.getClass().getName() + "." + name);
    }

    private static boolean takes(Method method, Object... arguments) {
        Class<?>[] types = method.getParameterTypes();
        return types.length == arguments.length
                && IntStream.range(0, types.length)
                        .allMatch(i -> types[i].isInstance(arguments[i])
                                || (types[i] == boolean.class && arguments[i] instanceof Boolean));
    }
}
