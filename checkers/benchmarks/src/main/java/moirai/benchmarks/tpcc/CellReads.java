package moirai.benchmarks.tpcc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import moirai.directed.program.Assignment;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.TxnType;

/**
 * A program as a store without row locks runs it: {@code SET n = n + 1} reads {@code n} and then writes it, and each
 * cell that an update needs is a read of its own. So it is on the mock store, where each cell is a key (Biswas and
 * others 2021, section 5), and on Cassandra, where an application has to read before it writes.
 */
final class CellReads {

    private CellReads() {}

    /** The name of the read of a field for an update. */
    static String label(String update, String field) {
        return update + "." + field;
    }

    /** The same program with atomic updates taken apart. Loops have to be unrolled. */
    static Program of(Program program) {
        List<TxnType> txns = program.txns().stream()
                .map(txn -> new TxnType(
                        txn.name(),
                        txn.parameters(),
                        txn.steps().stream().flatMap(CellReads::apart).toList(),
                        txn.origins()))
                .toList();
        return new Program(program.name(), program.tables(), txns, program.invariants());
    }

    private static Stream<Step> apart(Step step) {
        if (!(step instanceof Statement.Update update) || !update.atomic()) {
            return Stream.of(step);
        }
        var reads = new LinkedHashMap<String, Step>();
        for (Assignment assignment : update.set()) {
            assignment.value().parts().forEach(part -> {
                if (part instanceof Expression.Field(String field)) {
                    reads.putIfAbsent(field, read(update, field));
                }
            });
        }
        List<Assignment> set = update.set().stream()
                .map(assignment ->
                        new Assignment(assignment.field(), assignment.value().withLeaves(leaf -> value(update, leaf))))
                .toList();
        var write = new Statement.Update(update.label(), update.table(), set, update.where(), update.guard(), false);
        return Stream.concat(reads.values().stream(), Stream.of(write));
    }

    private static Step read(Statement.Update update, String field) {
        return new Statement.Select(
                label(update.label(), field),
                update.table(),
                List.of(field),
                update.where(),
                Pick.all(),
                update.guard());
    }

    private static Expression value(Statement.Update update, Expression leaf) {
        return leaf instanceof Expression.Field(String field)
                ? new Expression.Result(label(update.label(), field), field, 0)
                : leaf;
    }
}
