package moirai.observation.classes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import moirai.observation.txns.Arguments;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Parameter;
import moirai.observation.txns.TxnBody;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method. If the method takes a connection, this is the caller who commits, or rolls back after an
 * exception. Other methods begin and commit themselves.
 *
 * @param target the application; null calls a static method
 */
record TxnCall(@Nullable Object target, Method method, DataSource source) implements TxnBody {

    /** Returns whether a method takes a connection, or a source of connections. */
    static boolean isReached(Method method) {
        return Arrays.stream(method.getParameterTypes()).anyMatch(TxnCall::isDatabase);
    }

    private static boolean isDatabase(Class<?> type) {
        return type == Connection.class || type == DataSource.class;
    }

    /** Returns the call as a transaction, with parameters as large as types allow. */
    ObservedTxn txn(String name) {
        return new ObservedTxn(name, parameters(), this);
    }

    private List<Parameter> parameters() {
        return Arrays.stream(method.getParameters())
                .filter(parameter -> !isDatabase(parameter.getType()))
                .map(parameter -> type(parameter).parameter().apply(parameter.getName()))
                .toList();
    }

    private ParameterType type(java.lang.reflect.Parameter parameter) {
        Optional<ParameterType> type = ParameterType.of(parameter.getType());
        return type.orElseThrow(() -> new ObservationException("parameter '" + parameter.getName() + "' of "
                + method.getDeclaringClass().getName() + "." + method.getName() + " is of type "
                + parameter.getType().getTypeName() + "; accepted: " + ParameterType.accepted()
                + ", Connection and DataSource; leave the method out with --txn, or name a class that implements"
                + " moirai.observation.txns.ObservedApplication"));
    }

    @Override
    public void run(Arguments arguments) throws Exception {
        boolean isOurs = Arrays.asList(method.getParameterTypes()).contains(Connection.class);
        if (!isOurs) {
            call(arguments, null);
            return;
        }
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                call(arguments, connection);
                connection.commit();
            } catch (Exception failed) {
                rollBack(connection, failed);
                throw failed;
            }
        }
    }

    private static void rollBack(Connection connection, Exception failed) {
        try {
            connection.rollback();
        } catch (SQLException worse) {
            failed.addSuppressed(worse);
        }
    }

    private void call(Arguments arguments, @Nullable Connection connection) throws Exception {
        @Nullable
        Object[] values = Arrays.stream(method.getParameters())
                .map(parameter -> parameter.getType() == Connection.class
                        ? connection
                        : parameter.getType() == DataSource.class
                                ? source
                                : type(parameter).value().apply(arguments, parameter.getName()))
                .toArray();
        try {
            method.invoke(target, values);
        } catch (InvocationTargetException failed) {
            switch (failed.getCause()) {
                case Exception cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw failed;
            }
        }
    }
}
