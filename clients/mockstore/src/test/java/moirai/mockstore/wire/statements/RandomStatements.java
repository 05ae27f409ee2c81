package moirai.mockstore.wire.statements;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.mockstore.wire.statements.Tables.Table;

/** Statements of one session: definitions, changes, queries and transactions. */
final class RandomStatements {

    private final Random random;
    private final boolean withParameters;
    private final Parameters parameters;
    private final Tables tables;
    private final RandomSelects selects;
    private final RandomChanges changes;
    private final RandomDefinitions definitions;
    private final List<List<Table>> savepoints = new ArrayList<>();
    private List<Table> before = List.of();
    private List<Table> atBegin = List.of();
    private String sql = "";

    RandomStatements(Random random, boolean withParameters) {
        this.random = random;
        this.withParameters = withParameters;
        parameters = new Parameters(random);
        tables = new Tables(random);
        var expressions = new RandomExpressions(random, parameters);
        selects = new RandomSelects(random, tables, expressions);
        changes = new RandomChanges(random, tables, expressions, selects);
        definitions = new RandomDefinitions(random, tables, expressions, selects);
    }

    /**
     * Returns the next statement.
     *
     * @param inTransaction whether one is open
     * @param failed whether it accepts nothing but its end
     */
    String next(boolean inTransaction, boolean failed) {
        before = tables.all();
        parameters.begin(false);
        sql = statement(inTransaction, failed);
        return sql;
    }

    /** Returns the parameters of the last statement. */
    Parameters parameters() {
        return parameters;
    }

    /** Takes back what the last statement was to define if it failed, and what was rolled back. */
    void ended(boolean isDone) {
        if (!isDone) {
            tables.restore(before);
        } else if (sql.equals("BEGIN")) {
            atBegin = tables.all();
            savepoints.clear();
        } else if (sql.equals("ROLLBACK")) {
            tables.restore(atBegin);
        } else if (sql.startsWith("ROLLBACK TO s")) {
            tables.restore(savepoints.get(Integer.parseInt(sql.substring("ROLLBACK TO s".length()))));
        }
    }

    private String statement(boolean inTransaction, boolean failed) {
        if (failed && random.nextInt(4) > 0) {
            return !savepoints.isEmpty() && random.nextBoolean()
                    ? "ROLLBACK TO s" + random.nextInt(savepoints.size())
                    : "ROLLBACK";
        }
        if (tables.size() < 2) {
            return definitions.definition();
        }
        int kind = random.nextInt(100);
        if (inTransaction && kind < 14) {
            return transaction();
        }
        if (kind < 5) {
            return "BEGIN";
        }
        if (kind < 7) {
            return switch (random.nextInt(4)) {
                case 0 -> "SET TIME ZONE 'Asia/Tokyo'";
                case 1 -> "SET TIME ZONE 'America/New_York'";
                case 2 -> "SET intervalstyle = iso_8601";
                default -> "SET intervalstyle = postgres";
            };
        }
        if (kind < 20) {
            return definitions.definition();
        }
        parameters.begin(withParameters);
        return kind < 50 ? changes.change() : selects.select();
    }

    private String transaction() {
        int number = random.nextInt(savepoints.size() + 1);
        return switch (random.nextInt(8)) {
            case 0, 1 -> "COMMIT";
            case 2 -> "ROLLBACK";
            case 3, 4 -> {
                savepoints.add(tables.all());
                yield "SAVEPOINT s" + (savepoints.size() - 1);
            }
            case 5 -> "RELEASE s" + number;
            default -> "ROLLBACK TO s" + number;
        };
    }

    /** Returns a query of all rows of each table that there should be. */
    List<String> contents() {
        return tables.all().stream()
                .map(table -> "SELECT * FROM " + table.name())
                .toList();
    }
}
