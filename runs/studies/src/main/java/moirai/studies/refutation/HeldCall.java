package moirai.studies.refutation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import moirai.interception.ConnectionSource;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import moirai.studies.refutation.programs.RandomProgram;
import org.jspecify.annotations.Nullable;

/** One call of a transaction, whose steps a conductor holds, with what it sees of the database. */
final class HeldCall {

    private static final Set<String> SEEN = Set.of("next", "wasNull");

    private final int session;
    private final List<Connection> connections;
    private final Conductor conductor;
    private final List<String> seen = new ArrayList<>();
    private final List<String> open = new ArrayList<>();
    private boolean hasEffect;
    private int given;

    /** @param connections as many as a call may open at once */
    HeldCall(int session, List<Connection> connections, Conductor conductor) {
        this.session = session;
        this.connections = List.copyOf(connections);
        this.conductor = conductor;
    }

    /**
     * Runs the call to its end.
     *
     * @throws SQLException if the connections cannot be prepared
     */
    Ended run(RandomProgram program, Class<?> code, Call call) throws SQLException {
        RandomProgram.Txn txn = program.txns().get(call.txn());
        for (Connection connection : connections) {
            connection.setAutoCommit(txn.hasAutoCommit());
        }
        String failure = "";
        String result = "";
        try {
            result = String.valueOf(invoke(code, txn, call));
            if (!txn.hasAutoCommit()) {
                // Callers begin and commit.
                for (Connection connection : connections) {
                    commit(connection);
                }
            }
        } catch (InvocationTargetException thrown) {
            failure = String.valueOf(thrown.getCause());
        } catch (SQLException refused) {
            failure = String.valueOf(refused);
        } catch (ReflectiveOperationException unusable) {
            throw new IllegalStateException(txn.name() + " cannot be called", unusable);
        } finally {
            for (Connection connection : connections) {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
            }
        }
        open.clear();
        var all = new ArrayList<>(seen);
        all.add("returns " + result);
        return new Ended(failure.isEmpty() && hasEffect, hasEffect, all, conductor.steps(session), failure);
    }

    private Object invoke(Class<?> code, RandomProgram.Txn txn, Call call) throws ReflectiveOperationException {
        var arguments = new ArrayList<Object>();
        for (String parameter : txn.connections().split(", ", -1)) {
            arguments.add(parameter.startsWith("DataSource") ? source() : held(connections.get(given++)));
        }
        arguments.addAll(List.of(call.id(), call.other(), call.amount(), call.text()));
        for (Method method : code.getDeclaredMethods()) {
            if (method.getName().equals(txn.name())) {
                return method.invoke(code.getConstructor().newInstance(), arguments.toArray());
            }
        }
        throw new NoSuchMethodException(txn.name());
    }

    private DataSource source() {
        return (ConnectionSource) () -> {
            Connection connection = connections.get(given++ % connections.size());
            connection.setAutoCommit(true);
            return held(connection);
        };
    }

    private Connection held(Connection connection) {
        return Interception.of(connection, new Holding(connection));
    }

    private void commit(Connection connection) throws SQLException {
        conductor.step(session, "COMMIT");
        connection.commit();
        keep();
    }

    private void keep() {
        hasEffect |= !open.isEmpty();
        seen.addAll(open);
        open.clear();
    }

    /** Holds executions and the ends of transactions, and notes what the call is told. */
    private final class Holding implements Interceptor {

        private final Connection connection;

        Holding(Connection connection) {
            this.connection = connection;
        }

        @Override
        public @Nullable Object onConnection(JdbcCall call) throws SQLException {
            boolean commits = call.name().equals("commit");
            boolean endsAll = call.name().equals("rollback") && call.argumentCount() == 0;
            boolean changesMode = call.name().equals("setAutoCommit")
                    && !call.argument(0).orElseThrow().equals(connection.getAutoCommit());
            if (commits || endsAll || (changesMode && !connection.getAutoCommit())) {
                conductor.step(session, call.name());
            }
            if (call.name().equals("close")) {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                    connection.setAutoCommit(true);
                    open.clear();
                }
                return null;
            }
            Object answer = call.proceed();
            if (endsAll) {
                open.clear();
            } else if (commits || changesMode) {
                keep();
            }
            return answer;
        }

        @Override
        public @Nullable Object onExecution(moirai.interception.Execution execution) throws SQLException {
            conductor.step(session, String.valueOf(execution.statements()));
            try {
                Object answer = execution.proceed();
                open.add(execution.sql() + " -> " + (answer instanceof Number ? answer : ""));
                if (connection.getAutoCommit() || execution.sql().equals("COMMIT")) {
                    keep();
                }
                return answer;
            } catch (SQLException refused) {
                open.add(execution.sql() + " -> " + refused.getSQLState());
                throw refused;
            }
        }

        @Override
        public @Nullable Object onRows(JdbcCall call) throws SQLException {
            Object answer = call.proceed();
            if (SEEN.contains(call.name()) || call.name().startsWith("get")) {
                (connection.getAutoCommit() ? seen : open).add(call.name() + " -> " + answer);
            }
            return answer;
        }
    }
}
