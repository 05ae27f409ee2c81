package moirai.directed.program;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * A set of tables and the transactions on them, called an abstract representation by CLOTHO.
 *
 * <p>Source: Rahmani, Nagar, Delaware, Jagannathan, CLOTHO: Directed Test Generation for Weakly Consistent Database
 * Systems (2019), section 3; here with deletes, loops, first-row picks and atomic updates.
 *
 * @param invariants conditions on the first rows
 */
public record Program(
        String name, List<Table> tables, List<TxnType> txns, List<Invariant> invariants, Numbers numbers) {

    /**
     * Throws IllegalArgumentException, with place, value and accepted values, if a name means nothing or two things.
     */
    public Program {
        tables = List.copyOf(tables);
        txns = List.copyOf(txns);
        invariants = List.copyOf(invariants);
        var check = new ProgramCheck(tables);
        check.check(name, txns);
        check.check(invariants);
    }

    /** Creates a program of natural numbers that may start with any rows. */
    public Program(String name, List<Table> tables, List<TxnType> txns) {
        this(name, tables, txns, List.of(), Numbers.NATURAL);
    }

    /** Returns the same program with other tables and transactions. */
    public Program with(List<Table> otherTables, List<TxnType> otherTxns) {
        return new Program(name, otherTables, otherTxns, invariants, numbers);
    }

    /** Returns the same program with conditions on the first rows. */
    public Program starting(List<Invariant> conditions) {
        return new Program(name, tables, txns, conditions, numbers);
    }

    /** Returns the same program with other numbers. */
    public Program computing(Numbers others) {
        return new Program(name, tables, txns, invariants, others);
    }

    /** Returns the same program with only these of its transactions. */
    public Program only(Collection<String> names) {
        return with(
                tables, txns.stream().filter(txn -> names.contains(txn.name())).toList());
    }

    /** Returns the table of this name, which has to exist. */
    public Table table(String table) {
        return tables.stream()
                .filter(candidate -> candidate.name().equals(table))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no table " + table + " in program " + name));
    }

    /** Returns the statements on a table, with loops repeated up to a bound. */
    public Stream<Statement> statements(Table table, int loopMax) {
        return txns.stream()
                .flatMap(txn -> txn.statements(loopMax).stream())
                .filter(statement -> statement.table().equals(table.name()));
    }

    /** Returns whether a statement removes rows of a table. */
    public boolean removes(Table table, int loopMax) {
        return statements(table, loopMax).anyMatch(Statement.Delete.class::isInstance);
    }

    /** Returns whether no statement removes rows of a table or changes these fields: they stay as they are made. */
    public boolean keeps(Table table, List<String> fields, int loopMax) {
        return !removes(table, loopMax)
                && statements(table, loopMax)
                        .filter(Statement.Update.class::isInstance)
                        .flatMap(update -> update.assignments().stream())
                        .map(Assignment::field)
                        .noneMatch(fields::contains);
    }

    /** Returns the transaction of this name, which has to exist. */
    public TxnType txn(String txn) {
        return txns.stream()
                .filter(candidate -> candidate.name().equals(txn))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no transaction " + txn + " in program " + name
                        + "; there are " + txns.stream().map(TxnType::name).toList()));
    }
}
