package moirai.observation.classes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import moirai.observation.shapes.Shape;
import moirai.observation.shapes.Shapes;
import moirai.observation.shapes.TypeArguments;
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
                .flatMap(parameter -> shape(parameter).parameters().stream())
                .toList();
    }

    private Shape shape(java.lang.reflect.Parameter parameter) {
        var shapes = new Shapes(TypeArguments.of(method.getDeclaringClass()));
        return shapes.of(parameter)
                .orElseThrow(() -> new ObservationException("parameter '" + parameter.getName() + "' of "
                        + method.getDeclaringClass().getName() + "." + method.getName() + " is of type "
                        + parameter.getType().getTypeName() + "; accepted: " + Shapes.accepted()
                        + ", Connection and DataSource; leave the method out with --txn, or name a class that"
                        + " implements moirai.observation.txns.ObservedApplication"));
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
        var values = new ArrayList<@Nullable Object>();
        for (java.lang.reflect.Parameter parameter : method.getParameters()) {
            values.add(
                    parameter.getType() == Connection.class
                            ? connection
                            : parameter.getType() == DataSource.class
                                    ? source
                                    : shape(parameter).maker().make(arguments));
        }
        try {
            method.invoke(target, values.toArray());
        } catch (InvocationTargetException failed) {
            switch (failed.getCause()) {
                case Exception cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw failed;
            }
        }
    }
}
