package moirai.observation.recording;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.function.Predicate;
import javax.sql.DataSource;
import moirai.directed.program.Origin;
import moirai.interception.BoundSql;
import moirai.interception.Execution;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose connections tell a stage what they do, as long as there is a stage. Applications are given
 * {@link #source}. Used by one thread at a time.
 */
public final class RecordedSource {

    private static final Origin UNKNOWN = new Origin("unknown", 1);

    private final DataSource behind;
    private final DataSource source;
    private final Predicate<String> classes;
    private Origin otherwise = UNKNOWN;
    private @Nullable Stage stage;

    /** Records the source of a database that may be emptied again and again. */
    public RecordedSource(DataSource behind) {
        this(behind, Origins::isOfApplication);
    }

    /**
     * Records the source of a database that may be emptied again and again.
     *
     * @param classes those of the application, by full name: a statement's line is in one of them
     */
    public RecordedSource(DataSource behind, Predicate<String> classes) {
        this.behind = behind;
        this.classes = classes;
        this.source = Interception.of(behind, new Recording());
    }

    /** Returns the data source for the application. */
    public DataSource source() {
        return source;
    }

    /** Opens a connection that is not recorded. */
    public Connection plain() throws SQLException {
        return behind.getConnection();
    }

    /**
     * Tells a stage of everything from now on.
     *
     * @param place of statements that no line of the application leads to
     */
    public void follow(Stage other, Origin place) {
        stage = other;
        otherwise = place;
    }

    /** Tells no stage any more. */
    public void leave() {
        stage = null;
    }

    /** Tells the stage of statements, COMMIT and ROLLBACK. */
    private final class Recording implements Interceptor {

        @Override
        public @Nullable Object onConnection(JdbcCall call) throws SQLException {
            Object answer = call.proceed();
            if (stage != null && call.name().equals("commit")) {
                stage.committed();
            } else if (stage != null && call.name().equals("rollback")) {
                if (call.argumentCount() == 0) {
                    stage.rolledBack();
                } else {
                    stage.rolledBackToSavepoint();
                }
            }
            return answer;
        }

        @Override
        public @Nullable Object onExecution(Execution execution) throws SQLException {
            Stage told = stage;
            if (told == null) {
                return execution.proceed();
            }
            Connection connection = execution.connection();
            var calls = new ArrayList<Call>();
            for (BoundSql bound : execution.statements()) {
                calls.add(new Call(bound, Origins.here(classes, otherwise), !calls.isEmpty()));
            }
            for (Call call : calls) {
                told.before(connection, call);
            }
            Object answer = execution.proceed();
            for (int i = 0; i < calls.size(); i++) {
                told.after(connection, calls.get(i), count(answer, execution.statement(), i));
            }
            if (connection.getAutoCommit()) {
                told.committed();
            }
            return answer;
        }

        private static long count(@Nullable Object answer, Statement statement, int index) throws SQLException {
            return switch (answer) {
                case Integer count -> count;
                case Long count -> count;
                case int[] counts -> counts[index];
                case long[] counts -> counts[index];
                case Boolean isQuery -> isQuery ? -1 : statement.getUpdateCount();
                case null, default -> -1;
            };
        }
    }
}
