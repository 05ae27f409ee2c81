package moirai.mockstore.jdbc.session;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.jdbc.facade.Part;

/** The methods of a statement that execute SQL given as text. */
record TextPart(StatementPart statement, Batch batch) implements Part {

    private void run(String sql, GeneratedKeys keys) throws SQLException {
        statement.start();
        JdbcSession session = statement.session();
        List<String> parts = session.split(sql);
        // As PostgreSQL's simple query: several statements at once are one transaction.
        boolean own = parts.size() > 1 && session.isAutocommit() && session.begin();
        var answers = new ArrayList<Answer>();
        boolean done = false;
        try {
            for (String part : parts) {
                answers.add(keys.answer(session.execute(keys.addTo(part))));
            }
            if (own) {
                session.commit();
            }
            done = true;
        } finally {
            if (own && !done) {
                session.rollBack();
            }
        }
        statement.finish(answers);
    }

    public boolean execute(String sql) throws SQLException {
        run(sql, GeneratedKeys.none());
        return statement.isRows();
    }

    public boolean execute(String sql, Object keys) throws SQLException {
        run(sql, GeneratedKeys.of(keys));
        return statement.isRows();
    }

    public ResultSet executeQuery(String sql) throws SQLException {
        run(sql, GeneratedKeys.none());
        return statement.requireRows();
    }

    public int executeUpdate(String sql) throws SQLException {
        return Math.toIntExact(executeLargeUpdate(sql));
    }

    public int executeUpdate(String sql, Object keys) throws SQLException {
        return Math.toIntExact(executeLargeUpdate(sql, keys));
    }

    public long executeLargeUpdate(String sql) throws SQLException {
        run(sql, GeneratedKeys.none());
        return statement.requireCount();
    }

    public long executeLargeUpdate(String sql, Object keys) throws SQLException {
        run(sql, GeneratedKeys.of(keys));
        return statement.requireCount();
    }

    public void addBatch(String sql) {
        batch.add(() -> new Answer(statement.session().execute(sql), false));
    }
}
