package moirai.studies.refutation.programs;

import static moirai.studies.refutation.programs.Scope.block;
import static moirai.studies.refutation.programs.Scope.line;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a program from a seed. Most of a program is safe at its level; one part is not, and stands behind something
 * that an analysis may get wrong.
 */
public final class ProgramGenerator {

    private final Dice dice;
    private final TestedLevel level;
    private boolean isDetoured;

    private ProgramGenerator(Dice dice, TestedLevel level) {
        this.dice = dice;
        this.level = level;
    }

    /** Returns the program of a seed, always the same. */
    public static RandomProgram program(String name, long seed, TestedLevel level) {
        return new ProgramGenerator(new Dice(seed), level).program(name);
    }

    private RandomProgram program(String name) {
        int kind = dice.below(100);
        return kind < 12 ? wild(name) : kind < 24 ? KnownCases.mutated(name, dice) : patterned(name);
    }

    /** Returns a program of everyday transactions, with one thing changed. */
    private RandomProgram patterned(String name) {
        var txns = new ArrayList<RandomProgram.Txn>();
        int count = dice.chance(80) ? 1 : 2;
        for (int i = 0; i < count; i++) {
            var patterns = new Patterns(new Scope(dice, dice.chance(85)));
            boolean isTwisted = i == 0 && dice.chance(90);
            txns.add(Frames.of(
                    "t" + (i + 1), isTwisted ? patterns.twisted(level == TestedLevel.SER) : patterns.safe(), dice));
        }
        boolean looksBeforeInsert = txns.stream().anyMatch(txn -> txn.text().contains("isTaken("));
        List<String> tables = looksBeforeInsert && dice.chance(60) ? Tables.unique() : Tables.plain(dice);
        return new RandomProgram(name, tables, txns, Members.ALL);
    }

    private RandomProgram wild(String name) {
        var txns = new ArrayList<RandomProgram.Txn>();
        int count = dice.chance(75) ? 1 : dice.chance(85) ? 2 : 3;
        for (int i = 0; i < count; i++) {
            txns.add(txn("t" + (i + 1), i == 0));
        }
        return new RandomProgram(name, Tables.any(dice), txns, Members.ALL);
    }

    private RandomProgram.Txn txn(String name, boolean isFirst) {
        var scope = new Scope(dice, false);
        var body = new ArrayList<Snippet>();
        boolean opens = dice.chance(12);
        boolean begins = dice.chance(opens ? 75 : 88);
        boolean isTwoConnections = !opens && dice.chance(3);
        if (begins) {
            body.add(line("c.setAutoCommit(false);"));
        }
        if (dice.chance(8)) {
            body.addAll(new Queries(scope).atomic());
        }
        body.addAll(isFirst || dice.chance(30) ? twisted(scope) : code(scope));
        if (dice.chance(30)) {
            body.addAll(new Queries(scope).atomic());
        }
        if (isTwoConnections) {
            body.add(line("write(d, " + scope.key() + ", " + scope.number() + ");"));
            body.add(line("d.commit();"));
        }
        if (begins || dice.chance(15)) {
            body.add(line("c.commit();"));
        }
        if (opens) {
            var inner = List.copyOf(body);
            body.clear();
            body.add(block("try (Connection c = ds.getConnection())", inner));
        }
        String connections = opens ? "DataSource ds" : isTwoConnections ? "Connection c, Connection d" : "Connection c";
        return new RandomProgram.Txn(name, connections, body);
    }

    /** Returns unsafe code behind one or two things that are easily got wrong. */
    private List<Snippet> twisted(Scope scope) {
        int outside = scope.count();
        isDetoured = dice.chance(level == TestedLevel.SI ? 40 : 25);
        List<Snippet> code = heart(scope);
        scope.leave(outside);
        var wraps = new Wraps(scope);
        int twist = dice.below(100);
        int boundaries = level == TestedLevel.SER ? 70 : 12;
        if (twist < boundaries) {
            return wraps.boundary(code);
        }
        if (twist < boundaries + 18) {
            return wraps.handler(code);
        }
        if (twist < 85 && !(isDetoured && dice.chance(60))) {
            List<Snippet> prefix = dice.chance(20) ? new Queries(scope).about(scope.fresh("n")) : List.of();
            List<Snippet> branch = wraps.branch(code);
            var all = new ArrayList<>(prefix);
            all.addAll(branch);
            scope.leave(outside);
            return all;
        }
        return code;
    }

    /** Returns code that is not safe at the level, or seldom is. */
    private List<Snippet> heart(Scope scope) {
        var queries = new Queries(scope);
        var code = new ArrayList<Snippet>();
        String key = "id";
        if (isDetoured) {
            key = scope.fresh("k");
            code.addAll(
                    new Detours(scope).number(key, dice.pick("id", "id", "other"), dice.pick("other", "amount", "1")));
            scope.add(key);
        }
        String b = scope.fresh("b");
        int kind = dice.below(100);
        boolean isSkew = level != TestedLevel.RC;
        if (kind < 45) {
            code.addAll(queries.read(b, isSkew && !isDetoured ? "other" : key));
            if (dice.chance(25)) {
                code.addAll(new Wraps(scope).branch(queries.write("id", value(scope))));
            } else {
                code.addAll(queries.write("id", value(scope)));
            }
        } else if (kind < 60) {
            code.addAll(queries.about(b));
            code.addAll(dice.chance(50) ? queries.insert() : queries.write(key, value(scope)));
        } else if (kind < 68) {
            code.addAll(queries.read(b, key));
            code.addAll(queries.read(scope.fresh("b"), dice.pick("id", "other")));
        } else if (kind < 78) {
            String row = scope.fresh("i");
            String bal = scope.fresh("v");
            int outside = scope.count();
            scope.add(row);
            scope.add(bal);
            List<Snippet> body = queries.write(dice.pick(row, "id"), value(scope));
            scope.leave(outside);
            code.addAll(queries.each(body, row, bal));
        } else if (kind < 84) {
            code.addAll(queries.many());
        } else {
            code.addAll(code(scope));
        }
        return code;
    }

    private String value(Scope scope) {
        return dice.pick(
                scope.number() + " + " + dice.pick("amount", "1"),
                scope.number() + " - amount",
                scope.number(),
                scope.number() + " * 2",
                String.valueOf(scope.constant()));
    }

    /** Returns some statements, one after the other. */
    private List<Snippet> code(Scope scope) {
        var queries = new Queries(scope);
        var code = new ArrayList<Snippet>();
        int count = dice.chance(60) ? 1 : 2;
        for (int i = 0; i < count; i++) {
            code.addAll(dice.make(
                    () -> queries.read(scope.fresh("b"), scope.key()),
                    () -> queries.about(scope.fresh("b")),
                    () -> queries.write(scope.key(), value(scope)),
                    queries::atomic,
                    queries::insert,
                    () -> dice.chance(30) ? queries.many() : queries.atomic()));
        }
        return code;
    }
}
