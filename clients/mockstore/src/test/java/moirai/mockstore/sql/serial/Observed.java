package moirai.mockstore.sql.serial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.mockstore.sql.SqlSession;

/**
 * A transaction that has committed, as its session saw it.
 *
 * @param session its number
 * @param began the step at which it did; the steps of all sessions count
 * @param ended the step at which it committed
 * @param statements what it executed
 * @param answers of those
 */
record Observed(int session, int began, int ended, List<String> statements, List<String> answers) {

    Observed {
        statements = List.copyOf(statements);
        answers = List.copyOf(answers);
    }

    /** Runs the sessions of a program, a statement here and one there; the committed transactions in that order. */
    static List<Observed> interleaved(Program program, Database database, Random random, boolean serial) {
        var running = new ArrayList<Running>();
        for (int session = 0; session < program.sessions().size(); session++) {
            running.add(new Running(
                    session, database.sql.session(), program.sessions().get(session)));
        }
        var committed = new ArrayList<Observed>();
        int step = 0;
        while (!running.isEmpty()) {
            Running next = running.get(random.nextInt(running.size()));
            do {
                next.step(step++, committed);
            } while (serial && next.isInTransaction());
            running.removeIf(Running::isDone);
        }
        return committed;
    }

    private static final class Running {

        private final int number;
        private final SqlSession session;
        private final List<List<String>> transactions;
        private int transaction;
        private int began;
        private final List<String> answers = new ArrayList<>();

        Running(int number, SqlSession session, List<List<String>> transactions) {
            this.number = number;
            this.session = session;
            this.transactions = transactions;
        }

        boolean isDone() {
            return transaction == transactions.size();
        }

        boolean isInTransaction() {
            return session.status() != SqlSession.Status.IDLE;
        }

        void step(int step, List<Observed> committed) {
            List<String> statements = transactions.get(transaction);
            if (!isInTransaction()) {
                Database.execute(session, "BEGIN");
                began = step;
                answers.clear();
            }
            if (answers.size() == statements.size()) {
                if (requireNamed(Database.execute(session, "COMMIT")).startsWith("COMMIT")) {
                    committed.add(new Observed(number, began, step, statements, answers));
                }
                transaction++;
                return;
            }
            String answer = requireNamed(Database.execute(session, statements.get(answers.size())));
            answers.add(answer);
            if (answer.startsWith("error")) {
                Database.execute(session, "ROLLBACK");
                transaction++;
            }
        }

        /** An error says what is wrong, and not that the transaction has gone. */
        private static String requireNamed(String answer) {
            assertThat(answer).isNotEqualTo("error 25P01");
            return answer;
        }
    }
}
