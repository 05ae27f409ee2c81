package moirai.studies.refutation.programs;

import static moirai.studies.refutation.programs.Scope.block;
import static moirai.studies.refutation.programs.Scope.line;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Statements of SQL with the code of JDBC around them, on the tables acc and log. */
final class Queries {

    private final Scope scope;
    private final Dice dice;
    private final Guards guards;

    Queries(Scope scope) {
        this.scope = scope;
        this.dice = scope.dice();
        this.guards = new Guards(scope);
    }

    /** Returns code that reads the column of a row by its key into a new variable. */
    List<Snippet> read(String variable, String key) {
        String column = dice.chance(75) ? "bal" : dice.pick("up", "version");
        scope.add(variable);
        if (column.equals("bal") && dice.chance(55)) {
            return List.of(line("int " + variable + " = "
                    + dice.pick("read(c, " + key + ")", "new Reader(c).read(" + key + ")", "readOr(c, " + key + ", 0)")
                    + ";"));
        }
        String lock = dice.chance(3) ? dice.pick(" FOR UPDATE", " FOR SHARE", " FOR UPDATE SKIP LOCKED") : "";
        String more = dice.chance(20) ? " AND " + guards.sql() : "";
        return one(variable, "SELECT " + column + " FROM acc WHERE id = ?" + more + lock, List.of(key));
    }

    /** Returns code that reads one number. */
    private List<Snippet> one(String variable, String sql, List<String> binds) {
        String s = scope.fresh("s");
        String r = scope.fresh("r");
        String missing = dice.pick(
                        "if (!%r.next()) { throw new SQLException(\"none\"); }",
                        "if (!%r.next()) { c.rollback(); return -1; }", "%r.next();")
                .replace("%r", r);
        var inner = new ArrayList<>(bound(s, binds));
        inner.add(line("ResultSet " + r + " = " + s + ".executeQuery();"));
        if (dice.chance(35)) {
            inner.add(line("if (" + r + ".next()) { " + variable + " = " + r + ".getInt(1); }"));
        } else if (dice.chance(4)) {
            inner.add(line("while (" + r + ".next()) { " + variable + " = " + r + ".getInt(1); }"));
        } else {
            inner.add(line(missing));
            inner.add(line(variable + " = " + r + ".getInt(1);"));
            if (dice.chance(5)) {
                inner.add(line("if (" + r + ".wasNull()) { " + variable + " = " + dice.pick(-1, 7, 0) + "; }"));
            }
        }
        return List.of(
                line("int " + variable + " = " + dice.pick(0, 0, -1) + ";"),
                block("try (PreparedStatement " + s + " = c.prepareStatement(\"" + sql + "\"))", inner));
    }

    private static List<Snippet> bound(String s, List<String> binds) {
        return Stream.iterate(0, i -> i < binds.size(), i -> i + 1)
                .<Snippet>map(i -> line(s + ".setInt(" + (i + 1) + ", " + binds.get(i) + ");"))
                .toList();
    }

    /** Returns code that reads a number about several rows. */
    List<Snippet> about(String variable) {
        String sql = dice.pick(
                "SELECT COUNT(*) FROM log",
                "SELECT COUNT(*) FROM log WHERE n = 1",
                "SELECT COUNT(*) FROM acc WHERE " + guards.sql(),
                "SELECT COUNT(up) FROM acc",
                "SELECT SUM(bal) FROM acc",
                "SELECT SUM(n) FROM log WHERE acc = " + (1 + dice.below(2)),
                "SELECT MAX(id) FROM log",
                "SELECT MIN(up) FROM acc",
                "SELECT MAX(bal) FROM acc WHERE " + guards.sql(),
                "SELECT COALESCE(MAX(n), 0) FROM log",
                "SELECT COUNT(DISTINCT n) FROM log",
                "SELECT bal FROM acc WHERE " + guards.sql() + " ORDER BY id LIMIT 1",
                "SELECT id FROM acc ORDER BY bal, id LIMIT 1",
                "SELECT id FROM acc ORDER BY name, id LIMIT 1",
                "SELECT LENGTH(MIN(name)) FROM acc",
                "SELECT l.n FROM log l JOIN acc a ON a.id = l.acc WHERE " + guards.sql() + " ORDER BY l.id",
                "SELECT COUNT(*) FROM acc a WHERE EXISTS (SELECT 1 FROM log l WHERE l.acc = a.id)");
        List<Snippet> code = one(variable, sql, List.of());
        scope.add(variable);
        return code;
    }

    /** Returns code that sets the column of a row by its key. */
    List<Snippet> write(String key, String value) {
        if (dice.chance(50)) {
            return List.of(line(dice.pick(
                    "write(c, " + key + ", " + value + ");", "new Writer(c, " + key + ").write(" + value + ");")));
        }
        String more = dice.chance(12) ? " AND " + guards.sql() : "";
        List<String> binds = List.of(value, key);
        return update("UPDATE acc SET " + dice.pick("bal", "bal", "up") + " = ? WHERE id = ?" + more, binds);
    }

    private List<Snippet> update(String sql, List<String> binds) {
        String s = scope.fresh("s");
        var inner = new ArrayList<>(bound(s, binds));
        String run = dice.chance(85)
                ? s + ".executeUpdate()"
                : dice.pick("%s.execute()", "Arrays.stream(%s.executeBatch()).sum()", "%s.executeLargeUpdate()")
                        .replace("%s", s);
        if (run.contains("Batch")) {
            inner.add(line(s + ".addBatch();"));
        }
        inner.add(line(
                dice.chance(80) || run.contains("Batch") || run.contains("execute()")
                        ? run + ";"
                        : dice.pick(
                                "if (" + run + " == 0) { throw new SQLException(\"gone\"); }",
                                "if (" + run + " != 1) { c.rollback(); return -2; }",
                                "result += (int) " + run + ";")));
        return List.of(block("try (PreparedStatement " + s + " = c.prepareStatement(\"" + sql + "\"))", inner));
    }

    /** Returns code that changes one row, which reads only what it changes. */
    List<Snippet> atomic() {
        return dice.make(
                () -> update("UPDATE acc SET bal = bal + ? WHERE id = ?", List.of(scope.number(), scope.key())),
                () -> update(
                        "UPDATE acc SET bal = bal - ? WHERE id = ? AND bal - ? >= 0",
                        List.of("amount", scope.key(), "amount")),
                () -> update("UPDATE acc SET up = ? WHERE id = ?", List.of(scope.number(), scope.key())),
                () -> update("UPDATE acc SET up = NULL WHERE id = ?", List.of(scope.key())),
                () -> update("DELETE FROM log WHERE id = ?", List.of(scope.key())),
                this::insert,
                this::insert,
                () -> dice.chance(80)
                        ? insert()
                        : update(
                                "INSERT INTO log (id, acc, n) VALUES (?, 1, ?)"
                                        + " ON CONFLICT (id) DO UPDATE SET n = log.n + 1",
                                List.of(scope.key(), scope.number())));
    }

    /** Returns code that inserts a row. */
    List<Snippet> insert() {
        if (dice.chance(40)) {
            return List.of(line("log(c, " + scope.key() + ", " + scope.number() + ");"));
        }
        return update(
                "INSERT INTO log (id, acc, n) VALUES (?, " + dice.pick(1, 2) + ", ?)"
                        + (dice.chance(6) ? " ON CONFLICT DO NOTHING" : ""),
                List.of(dice.chance(75) ? scope.key() : scope.number() + " + 10", scope.number()));
    }

    /** Returns code that changes several rows at once. */
    List<Snippet> many() {
        return dice.make(
                () -> update("UPDATE acc SET bal = bal + ? WHERE " + guards.sql(), List.of(scope.number())),
                () -> update("UPDATE acc SET up = " + scope.constant() + " WHERE " + guards.sql(), List.of()),
                () -> update("DELETE FROM log WHERE n > ?", List.of(scope.number())),
                () -> update("UPDATE log SET n = n + 1 WHERE acc = ?", List.of(scope.key())));
    }

    /** Returns code that does something for each row of a query. */
    List<Snippet> each(List<Snippet> body, String key, String value) {
        String s = scope.fresh("s");
        String r = scope.fresh("r");
        var inner = new ArrayList<Snippet>();
        inner.add(line("ResultSet " + r + " = " + s + ".executeQuery();"));
        var loop = new ArrayList<Snippet>(List.of(
                line("int " + key + " = " + r + ".getInt(1);"),
                line("int " + value + " = " + r + ".getInt(\"bal\");")));
        if (dice.chance(20)) {
            loop.add(line("if (" + guards.java() + ") { " + dice.pick("continue", "break") + "; }"));
        }
        loop.addAll(body);
        inner.add(block("while (" + r + ".next())", loop));
        return List.of(block(
                "try (PreparedStatement " + s + " = c.prepareStatement(\"SELECT id, bal FROM acc WHERE " + guards.sql()
                        + " ORDER BY id" + (dice.chance(30) ? " LIMIT 2" : "") + "\"))",
                inner));
    }
}
