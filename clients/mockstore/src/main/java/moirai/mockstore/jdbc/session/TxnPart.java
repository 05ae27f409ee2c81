package moirai.mockstore.jdbc.session;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.concurrent.Executor;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;

/** The methods of a connection for transactions and savepoints, and for closing it. */
final class TxnPart implements Part {

    private static final String NO_TXN = "25P01";

    private final JdbcSession session;
    private int savepointCount;

    TxnPart(JdbcSession session) {
        this.session = session;
    }

    public boolean getAutoCommit() {
        return session.isAutocommit();
    }

    public void setAutoCommit(boolean wanted) throws SQLException {
        session.setAutocommit(wanted);
    }

    public void commit() throws SQLException {
        refuseAutocommit("commit");
        session.commit();
    }

    public void rollback() throws SQLException {
        refuseAutocommit("roll back");
        session.rollBack();
    }

    private void refuseAutocommit(String what) throws SQLException {
        if (session.isAutocommit()) {
            throw SqlErrors.of(NO_TXN, "cannot " + what + " while autocommit is on");
        }
    }

    public Savepoint setSavepoint() throws SQLException {
        // Numbered within its transaction, so that a connection of a pool says the same as a new one.
        savepointCount = session.isInTxn() ? savepointCount + 1 : 1;
        return set(TxnSavepoint.numbered(savepointCount));
    }

    public Savepoint setSavepoint(String name) throws SQLException {
        return set(TxnSavepoint.named(name));
    }

    private Savepoint set(TxnSavepoint savepoint) throws SQLException {
        refuseAutocommit("set a savepoint");
        session.execute("SAVEPOINT " + savepoint.sql());
        return savepoint;
    }

    public void rollback(Savepoint savepoint) throws SQLException {
        refuseAutocommit("roll back to a savepoint");
        session.execute("ROLLBACK TO SAVEPOINT " + own(savepoint).sql());
    }

    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        refuseAutocommit("release a savepoint");
        session.execute("RELEASE SAVEPOINT " + own(savepoint).sql());
    }

    private static TxnSavepoint own(Savepoint savepoint) throws SQLException {
        if (savepoint instanceof TxnSavepoint own) {
            return own;
        }
        throw SqlErrors.of("3B001", "a savepoint of another driver: " + savepoint);
    }

    public void close() {
        session.close();
    }

    public void abort(Executor executor) {
        executor.execute(session::close);
    }

    public boolean isClosed() {
        return session.isClosed();
    }

    public boolean isValid(int timeoutSeconds) throws SQLException {
        if (timeoutSeconds < 0) {
            throw SqlErrors.of(
                    SqlErrors.INVALID_PARAMETER, "the timeout must be at least 0 s, not " + timeoutSeconds + " s");
        }
        return !session.isClosed();
    }
}
