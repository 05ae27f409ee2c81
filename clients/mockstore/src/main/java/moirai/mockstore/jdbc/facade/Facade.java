package moirai.mockstore.jdbc.facade;

import static java.util.Objects.requireNonNullElse;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * An object that implements one of JDBC's interfaces with {@linkplain Part parts}: the first part that has a method
 * implements it. If no part has a method that takes a column's label, the corresponding method that takes its number is
 * called. All other methods are refused with SQLSTATE 0A000 and their name. {@link Refusals} are told of them, and of
 * arguments that are not supported. A {@link StoreException} becomes an SQLException here, in a single place; the
 * store has told of it already.
 */
public final class Facade implements InvocationHandler {

    private final Dispatch dispatch;
    private final Refusals refusals;
    private final List<Part> parts;

    private Facade(Dispatch dispatch, Refusals refusals, List<Part> parts) {
        this.dispatch = dispatch;
        this.refusals = refusals;
        this.parts = parts;
    }

    /** Returns an object that implements the interface with these parts. */
    public static <T> T of(Class<T> type, Refusals refusals, Part... parts) {
        var classes = Arrays.stream(parts).<Class<?>>map(Part::getClass).toList();
        var handler = new Facade(Dispatch.of(type, classes), refusals, List.of(parts));
        return type.cast(Proxy.newProxyInstance(Facade.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Returns who is told of refused calls to an object that {@link #of} has made. */
    public static Refusals refusals(Object made) {
        return ((Facade) Proxy.getInvocationHandler(made)).refusals;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) throws Throwable {
        try {
            return answer(proxy, method, given == null ? new Object[0] : given);
        } catch (SQLFeatureNotSupportedException refusal) {
            if (!(refusal.getCause() instanceof StoreException)) {
                refusals.refused(
                        call(method),
                        new StoreException(SqlErrors.NOT_SUPPORTED, String.valueOf(refusal.getMessage())));
            }
            throw refusal;
        }
    }

    private @Nullable Object answer(Object proxy, Method method, Object... arguments) throws Throwable {
        try {
            return switch (dispatch.target(method)) {
                case Dispatch.Answer.OfObject of -> ofObject(proxy, method, arguments);
                case Dispatch.Answer.Wrapped of -> unwrap(proxy, method, (Class<?>) arguments[0]);
                case Dispatch.Answer.InPart(int part, Method answer) -> {
                    permit(method);
                    yield answer.invoke(parts.get(part), arguments);
                }
                case Dispatch.Answer.ByLabel(int part, Method answer) -> {
                    permit(method);
                    arguments[0] = parts.get(part).columnOf(label(arguments[0]));
                    yield answer.invoke(parts.get(part), arguments);
                }
                case Dispatch.Answer.Nowhere of -> ofNobody(proxy, method, arguments);
            };
        } catch (StoreException refusal) {
            throw SqlErrors.of(refusal);
        } catch (InvocationTargetException failure) {
            throw failure.getCause() instanceof StoreException refusal
                    ? SqlErrors.of(refusal)
                    : requireNonNullElse(failure.getCause(), failure);
        }
    }

    private static String label(@Nullable Object label) throws SQLException {
        if (label instanceof String text) {
            return text;
        }
        throw SqlErrors.of(SqlErrors.INVALID_PARAMETER, "the label of a column must not be null");
    }

    private void permit(Method method) throws SQLException {
        for (Part part : parts) {
            part.permit(method);
        }
    }

    @SuppressWarnings("ReferenceEquality") // Connections and statements are equal to themselves alone.
    private Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments[0] == proxy;
            case "hashCode" -> System.identityHashCode(proxy);
            default -> dispatch.name() + " of the mock store " + parts.get(0);
        };
    }

    /**
     * Answers a method that no part has: by a constant, or by the interface's default method, many of which merely
     * refuse.
     */
    private @Nullable Object ofNobody(Object proxy, Method method, Object[] arguments) throws Throwable {
        permit(method);
        var constant =
                parts.stream().flatMap(part -> part.constant(method).stream()).findFirst();
        if (constant.isPresent()) {
            return constant.orElseThrow();
        }
        if (!method.isDefault()) {
            throw refused(method);
        }
        try {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        } catch (UnsupportedOperationException | SQLFeatureNotSupportedException e) {
            throw refused(method);
        }
    }

    private Object unwrap(Object proxy, Method method, Class<?> wanted) throws SQLException {
        var found = parts.stream()
                .flatMap(part -> part.wrapped().stream())
                .filter(wanted::isInstance)
                .findFirst();
        boolean wraps = wanted.isInstance(proxy) || found.isPresent();
        if (method.getName().equals("isWrapperFor")) {
            return wraps;
        }
        if (!wraps) {
            throw SqlErrors.of(
                    SqlErrors.INVALID_PARAMETER,
                    dispatch.name() + " of the mock store does not wrap " + wanted.getName());
        }
        return wanted.isInstance(proxy) ? proxy : found.orElseThrow();
    }

    private SQLException refused(Method method) {
        return SqlErrors.notSupported(call(method));
    }

    /** Returns a method's name and parameters, such as {@code Connection.setSchema(String)}. */
    private String call(Method method) {
        return dispatch.name() + "." + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
