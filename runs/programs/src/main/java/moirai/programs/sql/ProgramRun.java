package moirai.programs.sql;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import moirai.history.Seed;

/** A single run: creates the schema, loads it, runs the sessions and checks the assertions. */
final class ProgramRun {

    private final SqlProgram program;
    private final ProgramOptions options;
    private final Seed seed;

    ProgramRun(SqlProgram program, ProgramOptions options, Seed seed) {
        this.program = program;
        this.options = options;
        this.seed = seed;
    }

    RunResult on(SqlTarget.Database database) throws SQLException {
        load(database);
        var sessions = new ArrayList<ProgramSession>();
        try {
            for (int number = 0; number < options.sessions(); number++) {
                sessions.add(new ProgramSession(program, database.session(), seed, number));
            }
            long start = System.nanoTime();
            long deadline = start + options.timeLimit().toNanos();
            switch (options.interleaving()) {
                case SERIAL -> runSerially(sessions, deadline);
                case THREADS -> runInThreads(sessions, deadline);
            }
            long nanos = System.nanoTime() - start;
            database.ended();
            TxnCounts counts = sessions.stream().map(ProgramSession::counts).reduce(TxnCounts.NONE, TxnCounts::plus);
            return new RunResult(seed, counts, nanos, judge(database, brought(sessions)));
        } finally {
            for (ProgramSession session : sessions) {
                session.close();
            }
        }
    }

    private void load(SqlTarget.Database database) throws SQLException {
        try (var connection = database.session()) {
            for (String statement : program.schema()) {
                try (var create = connection.createStatement()) {
                    create.execute(statement);
                }
            }
            connection.commit();
            program.load(connection);
            connection.commit();
        }
        database.loaded();
    }

    private void runSerially(List<ProgramSession> sessions, long deadline) throws SQLException {
        var random = seed.part(-1).generator();
        int[] left = new int[sessions.size()];
        var open = new ArrayList<Integer>();
        for (int number = 0; number < left.length; number++) {
            left[number] = options.txnsPerSession();
            open.add(number);
        }
        while (!open.isEmpty() && System.nanoTime() < deadline) {
            int number = open.get(random.nextInt(open.size()));
            sessions.get(number).step();
            if (--left[number] == 0) {
                open.remove(Integer.valueOf(number));
            }
        }
    }

    private void runInThreads(List<ProgramSession> sessions, long deadline) throws SQLException {
        try (var threads = Executors.newFixedThreadPool(sessions.size())) {
            List<Callable<Boolean>> loops = sessions.stream()
                    .map(session -> (Callable<Boolean>) () -> loop(session, deadline))
                    .toList();
            for (Future<Boolean> end : threads.invokeAll(loops)) {
                end.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IllegalStateException("a session of " + program.name() + " ended with seed " + seed, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while " + program.name() + " ran", e);
        }
    }

    private boolean loop(ProgramSession session, long deadline) throws SQLException {
        for (int txn = 0; txn < options.txnsPerSession() && System.nanoTime() < deadline; txn++) {
            session.step();
        }
        return true;
    }

    private static BigDecimal brought(List<ProgramSession> sessions) {
        return sessions.stream().map(ProgramSession::brought).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private Map<String, String> judge(SqlTarget.Database database, BigDecimal brought) throws SQLException {
        var broken = new TreeMap<String, String>();
        try (var connection = database.observer()) {
            for (SqlAssertion assertion : program.assertions()) {
                assertion
                        .check()
                        .counterexample(connection, brought)
                        .ifPresent(example -> broken.put(assertion.id(), example));
            }
            connection.commit();
        }
        return broken;
    }
}
