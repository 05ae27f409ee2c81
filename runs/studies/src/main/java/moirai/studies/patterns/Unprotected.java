package moirai.studies.patterns;

import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;

/** Programs without what protects their transactions. */
public final class Unprotected {

    private Unprotected() {}

    /** Returns a program without its locks and rollbacks, whose anomalies show the orders in which these matter. */
    public static Program of(Program program) {
        return program.with(
                program.tables(),
                program.txns().stream()
                        .map(txn -> new TxnType(txn.name(), txn.parameters(), txn.steps(), txn.origins())
                                .withStatements(Unprotected::unlocked))
                        .toList());
    }

    private static Statement unlocked(Statement statement) {
        return statement instanceof Statement.Select select
                ? new Statement.Select(
                        select.label(), select.table(), select.fields(), select.where(), select.pick(), select.guard())
                : statement;
    }
}
