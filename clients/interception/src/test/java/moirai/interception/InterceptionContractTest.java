package moirai.interception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method of every wrapped interface, called on a wrapper around a driver that writes down what reaches it. */
class InterceptionContractTest {

    /** The methods that a wrapper answers itself, beside those of Object and Wrapper. */
    private static final Map<Class<?>, Set<String>> OVERRIDDEN = Map.of(
            DataSource.class, Set.of("createConnectionBuilder"),
            Connection.class, Set.of(),
            DatabaseMetaData.class, Set.of("getConnection"),
            Statement.class, Set.of("getConnection"),
            PreparedStatement.class, Set.of("getConnection"),
            CallableStatement.class, Set.of("getConnection"),
            ResultSet.class, Set.of("getStatement"));

    private static final Set<Class<?>> WRAPPED = OVERRIDDEN.keySet();

    private record Reached(Object target, Method method, List<@Nullable Object> arguments) {}

    /** A class of the driver, which only unwrap leads to. */
    private interface OfDriver {}

    private final List<Reached> reached = new ArrayList<>();
    private @Nullable Throwable failure;

    static Stream<Class<?>> wrapped() {
        return WRAPPED.stream();
    }

    @SuppressWarnings("ReferenceEquality") // The identity of a proxy is asked for.
    private static boolean isSame(Object self, Object @Nullable [] arguments) {
        return arguments != null && arguments[0] == self;
    }

    /** Answers with another object of the driver where an interface is returned, and with zeros otherwise. */
    private <T> T driver(Class<T> type) {
        InvocationHandler handler = (self, method, arguments) -> {
            return switch (method.getName()) {
                case "equals" -> isSame(self, arguments);
                case "hashCode" -> 7;
                case "toString" -> "driver";
                default -> {
                    reached.add(new Reached(
                            self, method, arguments == null ? List.of() : Arrays.asList(arguments.clone())));
                    if (failure != null) {
                        throw failure;
                    }
                    yield answer(method.getReturnType());
                }
            };
        };
        return type.cast(Proxy.newProxyInstance(
                InterceptionContractTest.class.getClassLoader(), new Class<?>[] {type, OfDriver.class}, handler));
    }

    private @Nullable Object answer(Class<?> type) {
        if (type == boolean.class) {
            return true;
        }
        if (type.isPrimitive()) {
            return type == void.class ? null : zero(type);
        }
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 1);
        }
        return type.isInterface() ? driver(type) : type == String.class ? "answer" : null;
    }

    private static @Nullable Object zero(Class<?> type) {
        return Array.get(Array.newInstance(type, 1), 0);
    }

    /** Returns a wrapper of the interface, led to from a connection or a data source. */
    private Object wrapper(Class<?> type) throws SQLException {
        var source = Interception.of(driver(DataSource.class), new Interceptor() {});
        if (type == DataSource.class) {
            reached.clear();
            return source;
        }
        Connection connection = source.getConnection();
        Object made = switch (type.getSimpleName()) {
            case "Connection" -> connection;
            case "DatabaseMetaData" -> connection.getMetaData();
            case "Statement" -> connection.createStatement();
            case "PreparedStatement" -> connection.prepareStatement("SQL");
            case "CallableStatement" -> connection.prepareCall("SQL");
            case "ResultSet" -> connection.createStatement().executeQuery("SQL");
            default -> throw new AssertionError(type + " is not wrapped");
        };
        reached.clear();
        return made;
    }

    private static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getDeclaringClass() != Wrapper.class)
                .toList();
    }

    private @Nullable Object[] arguments(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> type.isPrimitive() ? zero(type) : answer(type))
                .toArray();
    }

    private static @Nullable Object call(Object target, Method method, @Nullable Object... arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    private static boolean isOverridden(Class<?> type, Method method) {
        return OVERRIDDEN.getOrDefault(type, Set.of()).contains(method.getName());
    }

    @ParameterizedTest
    @MethodSource("wrapped")
    void eachMethodIsOverriddenOrReachesTheDriverOnceWithItsArguments(Class<?> type) throws Throwable {
        for (Method method : methods(type)) {
            Object wrapper = wrapper(type);
            @Nullable Object[] arguments = arguments(method);
            if (isOverridden(type, method)) {
                assertThat(catchThrowable(() -> call(wrapper, method, arguments)))
                        .satisfiesAnyOf(
                                none -> assertThat(none).isNull(),
                                refused -> assertThat(refused).isInstanceOf(SQLFeatureNotSupportedException.class));
                assertThat(reached).as(method.toString()).isEmpty();
                continue;
            }
            Object answer = call(wrapper, method, arguments);
            assertThat(reached).as(method.toString()).hasSize(1);
            assertThat(reached.getFirst().method().getName()).isEqualTo(method.getName());
            assertThat(reached.getFirst().method().getParameterTypes()).isEqualTo(method.getParameterTypes());
            assertThat(reached.getFirst().arguments()).as(method.toString()).isEqualTo(Arrays.asList(arguments));
            if (answer != null && method.getReturnType().isPrimitive()) {
                assertThat(answer).isEqualTo(answer(method.getReturnType()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("wrapped")
    void whatTheDriverThrowsIsThrown(Class<?> type) throws SQLException {
        for (Throwable thrown : List.of(
                new SQLException("refused", "40001"), new IllegalStateException("closed"), new AssertionError())) {
            for (Method method : methods(type)) {
                boolean isDeclared = thrown instanceof SQLException
                        && Arrays.stream(method.getExceptionTypes()).noneMatch(SQLException.class::equals);
                if (!isDeclared && !isOverridden(type, method)) {
                    failure = null;
                    Object wrapper = wrapper(type);
                    failure = thrown;
                    assertThatThrownBy(() -> call(wrapper, method, arguments(method)))
                            .isSameAs(thrown);
                }
            }
        }
    }

    /** Each object of a wrapped interface that a wrapper returns is a wrapper itself, but for rows of meta data. */
    @ParameterizedTest
    @MethodSource("wrapped")
    void noMethodLeadsAroundTheInterceptor(Class<?> type) throws Throwable {
        for (Method method : methods(type)) {
            boolean isOfMetaData = type == DatabaseMetaData.class && method.getReturnType() == ResultSet.class;
            if (WRAPPED.contains(method.getReturnType()) && !isOfMetaData) {
                Object answer = call(wrapper(type), method, arguments(method));
                assertThat(answer).as(method.toString()).isInstanceOf(method.getReturnType());
                assertThat(answer).as(method.toString()).isNotInstanceOf(OfDriver.class);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("wrapped")
    void aWrapperIsEqualToItselfAlone(Class<?> type) throws SQLException {
        Object wrapper = wrapper(type);
        Object driver = ((Wrapper) wrapper).unwrap(OfDriver.class);

        assertThat(wrapper.equals(wrapper)).isTrue();
        assertThat(wrapper.hashCode()).isEqualTo(wrapper.hashCode());
        for (Object other : List.of(driver, wrapper(type), "text")) {
            assertThat(wrapper.equals(other)).isFalse();
            assertThat(other.equals(wrapper)).isFalse();
        }
        assertThat(wrapper.equals(null)).isFalse();
        assertThat(wrapper).hasToString("intercepted driver");
    }

    @ParameterizedTest
    @MethodSource("wrapped")
    void unwrapReachesTheObjectOfTheDriver(Class<?> type) throws SQLException {
        var wrapper = (Wrapper) wrapper(type);

        assertThat(wrapper.isWrapperFor(OfDriver.class)).isTrue();
        assertThat(wrapper.isWrapperFor(type)).isTrue();
        assertThat((Object) wrapper.unwrap(OfDriver.class)).isNotSameAs(wrapper);
        assertThat((Object) wrapper.unwrap(type)).isSameAs(wrapper);
        assertThat(reached).isEmpty();

        // A class that neither has is for the driver to find.
        assertThat(wrapper.isWrapperFor(Integer.class)).isTrue();
        assertThat(wrapper.unwrap(Integer.class)).isNull();
        assertThat(reached).extracting(call -> call.method().getName()).containsExactly("isWrapperFor", "unwrap");
    }

    @Test
    void aBuilderOfConnectionsIsRefused() {
        DataSource source = Interception.of(driver(DataSource.class), new Interceptor() {});

        assertThatThrownBy(source::createConnectionBuilder).isInstanceOf(SQLFeatureNotSupportedException.class);
    }
}
