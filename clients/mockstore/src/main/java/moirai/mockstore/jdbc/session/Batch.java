package moirai.mockstore.jdbc.session;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;
import org.jspecify.annotations.Nullable;

/**
 * Statements that are executed together. With autocommit on they are one transaction, as with pgjdbc: all take effect,
 * or none.
 */
final class Batch implements Part {

    /** A single statement of a batch. */
    @FunctionalInterface
    interface Step {

        Answer execute() throws SQLException;
    }

    private final StatementPart statement;
    private final List<Step> steps = new ArrayList<>();

    Batch(StatementPart statement) {
        this.statement = statement;
    }

    void add(Step step) {
        steps.add(step);
    }

    public void clearBatch() {
        steps.clear();
    }

    public int[] executeBatch() throws SQLException {
        return Arrays.stream(executeLargeBatch()).mapToInt(Math::toIntExact).toArray();
    }

    /** Executes and forgets the statements; returns the numbers of rows that they changed. */
    public long[] executeLargeBatch() throws SQLException {
        statement.start();
        List<Step> all = List.copyOf(steps);
        steps.clear();
        if (all.isEmpty()) {
            return new long[0];
        }
        JdbcSession session = statement.session();
        boolean own = session.isAutocommit() && session.begin();
        var answers = new ArrayList<Answer>();
        try {
            for (Step step : all) {
                answers.add(step(step));
            }
            if (own) {
                session.commit();
            }
        } catch (SQLException failure) {
            throw failed(failure, own, answers);
        } catch (StoreException refusal) {
            throw failed(SqlErrors.of(refusal), own, answers);
        }
        statement.keepKeys(answers);
        return counts(answers);
    }

    private static Answer step(Step step) throws SQLException {
        Answer answer = step.execute();
        if (answer.isRows()) {
            throw SqlErrors.of("0100E", "a statement of a batch returned rows");
        }
        return answer;
    }

    private BatchUpdateException failed(SQLException failure, boolean own, List<Answer> answers) {
        if (own) {
            statement.session().rollBack();
        }
        // Of a transaction that was rolled back, nothing was updated.
        long[] counts = own ? new long[0] : counts(answers);
        var failed = new BatchUpdateException(
                message(failure), failure.getSQLState(), failure.getErrorCode(), counts, failure);
        failed.setNextException(failure);
        return failed;
    }

    private static String message(SQLException failure) {
        @Nullable String message = failure.getMessage();
        return "a statement of a batch failed: " + message;
    }

    private static long[] counts(List<Answer> answers) {
        return answers.stream().mapToLong(Answer::updateCount).toArray();
    }
}
