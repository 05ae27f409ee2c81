package moirai.directed.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Environment;
import moirai.directed.encoding.Granularity;
import moirai.directed.encoding.Setting;
import moirai.directed.levels.Axiom;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Levels;

/**
 * A claim that a program is serializable at its levels, in executions of any length.
 *
 * @param bounds rows, numbers and loops bound the claim; transactions bound the search for a refutation, and the length
 *    that of paths that a proof looks at
 * @param setting a crowd in it is replaced by one of this program at these levels
 */
public record Claim(Program program, Levels levels, Bounds bounds, Setting setting) {

    /** Throws IllegalArgumentException if a level is given to a transaction that does not exist. */
    public Claim {
        levels.requireTxnsOf(program);
        if (setting.environment() instanceof Environment.Crowd) {
            setting = setting.among(new Environment.Crowd(levels.of(program)));
        }
    }

    /**
     * Returns the claim in the setting in which nothing is assumed: any number of other transactions, and whole
     * transactions only if all levels promise them.
     */
    public static Claim of(Program program, Levels levels, Bounds bounds) {
        boolean hasWholes = levels.of(program).stream().allMatch(Promises::hasWholeTxns);
        boolean hasRows = levels.of(program).stream().anyMatch(level -> !level.has(Axiom.ATOMIC_STATEMENTS));
        Granularity parts = hasRows ? Granularity.ROWS : Granularity.STATEMENTS;
        Setting setting = Setting.USUAL
                .at(hasWholes ? Granularity.TRANSACTIONS : parts)
                .among(new Environment.Crowd(levels.of(program)))
                .reaching(Setting.Reach.POSSIBLE);
        return new Claim(program, levels, bounds, setting);
    }

    /** Returns the same claim in another setting. */
    public Claim in(Setting other) {
        return new Claim(program, levels, bounds, other);
    }

    /** Returns the same claim at other levels, in the same setting. */
    public Claim at(Levels other) {
        return new Claim(program, other, bounds, setting);
    }

    /**
     * Returns the same claim on the assumption that all named transactions find the same rows that others have left.
     */
    public Claim alone() {
        return in(setting.among(new Environment.Alone()));
    }

    /** Returns the same claim of a program with these transactions only. */
    Claim only(List<String> txns) {
        return new Claim(program.only(txns), new Levels(levels.usual(), levelsOf(txns), pairs(txns)), bounds, setting);
    }

    private Map<String, Promises> levelsOf(List<String> txns) {
        var kept = new TreeMap<>(levels.special());
        kept.keySet().retainAll(txns);
        return kept;
    }

    private Set<Levels.Pair> pairs(List<String> txns) {
        var kept = new TreeSet<>(levels.pairs());
        kept.removeIf(pair -> !txns.contains(pair.first()) || !txns.contains(pair.second()));
        return kept;
    }

    /** Returns the executions of these transactions, in the setting of the claim. */
    Encoding encoding(List<String> txns) {
        return new Encoding(
                program,
                txns.stream().map(txn -> levels.instance(program.txn(txn))).toList(),
                bounds,
                setting);
    }

    /** Returns the assumptions of a proof in this setting, a sentence each; may be empty. */
    public List<String> assumptions() {
        var assumptions = new ArrayList<String>();
        boolean hasWholes = levels.of(program).stream().allMatch(Promises::hasWholeTxns);
        if (setting.granularity() == Granularity.TRANSACTIONS && !hasWholes) {
            assumptions.add("Transactions are seen and ordered as wholes, which their levels do not promise.");
        }
        if (setting.environment() instanceof Environment.Alone) {
            assumptions.add("What other transactions leave in the rows is the same for all of those looked at.");
        }
        if (levels.of(program).stream().anyMatch(Claim::seesRowsAtOnce)
                && program.tables().stream()
                        .anyMatch(table -> program.statements(table, bounds.loopMax())
                                .anyMatch(statement -> statement.takesRows(table)))) {
            assumptions.add("A statement that changes several rows finds all as they are at one time. Read committed of"
                    + " PostgreSQL and MySQL does not promise it: see postgres-rc and mysql-rc.");
        }
        program.invariants().forEach(invariant -> assumptions.add("At first: " + invariant.name() + "."));
        return assumptions;
    }

    private static boolean seesRowsAtOnce(Promises level) {
        boolean hasSnapshots = level.has(Axiom.STABLE_READS) || level.has(Axiom.STABLE_SELECTS);
        return level.has(Axiom.ATOMIC_STATEMENTS) && !hasSnapshots;
    }

    /** Returns program, levels and bounds in words, a line each. */
    public String text() {
        return "program " + program.name() + " at " + levels.text() + "\nwithin: " + bounds.dataText(program.numbers())
                + "; " + setting.text() + "\n";
    }
}
