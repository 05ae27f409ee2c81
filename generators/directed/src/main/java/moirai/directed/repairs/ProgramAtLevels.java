package moirai.directed.repairs;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.search.Levels;

/** A program with the levels of its transactions. */
public record ProgramAtLevels(Program program, Levels levels) {

    /** Returns the same program with other transactions, in the order of the list. */
    ProgramAtLevels with(List<TxnType> txns) {
        return new ProgramAtLevels(program.with(program.tables(), txns), levels);
    }

    /** Returns the names of the transactions whose executions may differ from those in another program. */
    Set<String> changed(ProgramAtLevels before, int loopMax) {
        var changed = new TreeSet<String>();
        for (TxnType txn : program.txns()) {
            boolean isSame = txn.equals(before.program.txn(txn.name()))
                    && levels.instance(txn).equals(before.levels.instance(txn))
                    && txn.statements(loopMax).stream()
                            .allMatch(statement ->
                                    program.table(statement.table()).equals(before.program.table(statement.table())));
            if (!isSame) {
                changed.add(txn.name());
            }
        }
        return changed;
    }
}
