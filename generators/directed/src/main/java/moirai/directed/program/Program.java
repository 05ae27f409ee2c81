package moirai.directed.program;

import java.util.List;

/**
 * Tables and the transactions on them: what CLOTHO calls an abstract representation.
 *
 * <p>Source: Rahmani, Nagar, Delaware, Jagannathan, CLOTHO: Directed Test Generation for Weakly Consistent Database
 * Systems (2019), section 3; here with deletes, loops, first-row picks and atomic updates.
 */
public record Program(String name, List<Table> tables, List<TxnType> txns) {

    /**
     * Throws IllegalArgumentException, with place, value and what would be accepted, where a name means nothing or two
     * things.
     */
    public Program {
        tables = List.copyOf(tables);
        txns = List.copyOf(txns);
        new ProgramCheck(tables).check(name, txns);
    }

    /** The table of this name, which has to exist. */
    public Table table(String table) {
        return tables.stream()
                .filter(candidate -> candidate.name().equals(table))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no table " + table + " in program " + name));
    }

    /** The transaction of this name, which has to exist. */
    public TxnType txn(String txn) {
        return txns.stream()
                .filter(candidate -> candidate.name().equals(txn))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no transaction " + txn + " in program " + name
                        + "; there are " + txns.stream().map(TxnType::name).toList()));
    }
}
