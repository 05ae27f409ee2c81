package moirai.mockstore.sql.conformance;

import java.util.List;
import java.util.Random;

/** Statements on four tables: queries, changes and transactions, mostly right, with nulls and violations. */
final class RandomStatements {

    static final List<String> TABLES = List.of(
            "CREATE TABLE branch (id int PRIMARY KEY, name varchar(12) UNIQUE NOT NULL, city text)",
            "CREATE TABLE account (id int PRIMARY KEY, owner text NOT NULL, balance numeric(10,2) DEFAULT 0, "
                    + "branch_id int REFERENCES branch (id), active boolean DEFAULT true, opened date, score bigint)",
            "CREATE TABLE item (id serial PRIMARY KEY, account_id int NOT NULL REFERENCES account (id), qty smallint, "
                    + "price numeric(8,2), note varchar(8), tag char(3), made timestamp)",
            "CREATE TABLE pair (a int, b int, c text, d double precision, PRIMARY KEY (a, b))",
            "CREATE INDEX item_account ON item (account_id)");

    private final Random random;
    private final RandomQueries queries;
    private boolean inTransaction;
    private int savepoints;

    RandomStatements(Random random) {
        this.random = random;
        this.queries = new RandomQueries(random);
    }

    /** The next statement; a transaction that failed is ended soon. */
    String next(boolean failed) {
        int kind = random.nextInt(100);
        if (kind < (failed ? 40 : 6)) {
            return transaction();
        }
        if (kind < (failed ? 60 : 12) && inTransaction) {
            return savepoint();
        }
        if (kind < 34) {
            return insert();
        }
        if (kind < 46) {
            return update();
        }
        if (kind < 52) {
            return delete();
        }
        return queries.select();
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String transaction() {
        inTransaction = !inTransaction;
        savepoints = 0;
        return inTransaction
                ? pick(List.of("BEGIN", "START TRANSACTION"))
                : pick(List.of("COMMIT", "COMMIT", "ROLLBACK"));
    }

    private String savepoint() {
        if (savepoints == 0 || random.nextInt(3) == 0) {
            savepoints++;
            return "SAVEPOINT s" + savepoints;
        }
        String name = "s" + (1 + random.nextInt(savepoints));
        return random.nextInt(3) == 0 ? "RELEASE SAVEPOINT " + name : "ROLLBACK TO SAVEPOINT " + name;
    }

    private String insert() {
        return switch (random.nextInt(6)) {
            case 0 -> insertBranch();
            case 1, 2 -> insertAccount();
            case 3, 4 -> insertItem();
            default -> insertPair();
        };
    }

    private String insertBranch() {
        String values = branch() + (random.nextInt(3) == 0 ? ", " + branch() : "");
        String conflict = pick(List.of(
                "",
                "",
                " ON CONFLICT DO NOTHING",
                " ON CONFLICT (id) DO UPDATE SET city = excluded.city",
                " ON CONFLICT (name) DO UPDATE SET city = branch.city || '+'"));
        return "INSERT INTO branch (id, name, city) VALUES " + values + conflict + returning("id, name, upper(city)");
    }

    private String branch() {
        int id = random.nextInt(12);
        String name = random.nextInt(20) == 0
                ? pick(List.of("NULL", "'a name that is long'"))
                : "'B" + random.nextInt(14) + "'";
        return "(" + id + ", " + name + ", " + queries.text() + ")";
    }

    private String insertAccount() {
        String values = account();
        for (int more = random.nextInt(3); more > 0; more--) {
            values += ", " + account();
        }
        String conflict = pick(List.of(
                "",
                "",
                " ON CONFLICT (id) DO NOTHING",
                " ON CONFLICT (id) DO UPDATE SET balance = account.balance + excluded.balance, owner = excluded.owner",
                " ON CONFLICT (id) DO UPDATE SET score = 1 WHERE account.active"));
        return "INSERT INTO account (id, owner, balance, branch_id, active, opened, score) VALUES " + values + conflict
                + returning("*");
    }

    private String account() {
        return "(" + random.nextInt(30) + ", "
                + (random.nextInt(25) == 0 ? "NULL" : "'" + pick(RandomQueries.WORDS) + "'") + ", "
                + pick(List.of(
                        "100",
                        "12.345",
                        "-3.5",
                        "NULL",
                        "DEFAULT",
                        "'7.1'",
                        random.nextInt(1000) + ".50",
                        "99999999.999"))
                + ", "
                + pick(List.of("NULL", "" + random.nextInt(14), "1", "2")) + ", "
                + pick(List.of("true", "false", "NULL", "'t'"))
                + ", "
                + pick(List.of(
                        "NULL",
                        "'2024-02-29'",
                        "DATE '2023-01-15'",
                        "'2024-13-01'",
                        "'2022-07-0" + (1 + random.nextInt(9)) + "'"))
                + ", " + pick(List.of("NULL", "1", "5000000000", "" + random.nextInt(10))) + ")";
    }

    private String insertItem() {
        if (random.nextInt(6) == 0) {
            return "INSERT INTO item (account_id, qty, price, note) SELECT id, 3, balance, substr(owner, 1, "
                    + "8) FROM account WHERE "
                    + queries.condition("account", 1) + " AND balance < 100000 ORDER BY id" + returning("qty, price");
        }
        return "INSERT INTO item (account_id, qty, price, note, tag, made) VALUES ("
                + pick(List.of("" + random.nextInt(32), "" + random.nextInt(32), "NULL")) + ", "
                + pick(List.of("1", "2", "NULL", "40000", "" + random.nextInt(100))) + ", "
                + pick(List.of("9.99", "0.005", "NULL", "1e3", "10 / 4", "10 / 4.0")) + ", "
                + pick(List.of("'x'", "'note'", "'too long a note'", "NULL", "'pad        '")) + ", "
                + pick(List.of("'ab'", "'abc'", "NULL", "'toolong'", "'z'")) + ", "
                + pick(List.of("NULL", "'2024-01-01 10:00:00'", "TIMESTAMP '2024-05-06 07:08:09.5'")) + ")"
                + returning("account_id, qty, price, note, tag");
    }

    private String insertPair() {
        return "INSERT INTO pair VALUES (" + random.nextInt(8) + ", " + random.nextInt(8) + ", " + queries.text() + ", "
                + pick(List.of("1.5", "NULL", "0.1", "-2", "1e10")) + ")"
                + pick(List.of(
                        "",
                        "",
                        " ON CONFLICT DO NOTHING",
                        " ON CONFLICT (a, b) DO UPDATE SET c = excluded.c, d = pair.d + 1"))
                + returning("a + b AS total, c");
    }

    private String returning(String columns) {
        return random.nextInt(3) == 0 ? " RETURNING " + columns : "";
    }

    private String update() {
        return switch (random.nextInt(9)) {
            case 0 ->
                "UPDATE account SET balance = balance + " + random.nextInt(-50, 100) + " WHERE "
                        + queries.condition("account", 2) + returning("id, balance");
            case 1 -> "UPDATE account SET owner = upper(owner), active = NOT active WHERE id = " + random.nextInt(30);
            case 2 ->
                "UPDATE item SET qty = qty + 1, price = price * 1.1 WHERE account_id = " + random.nextInt(30)
                        + returning("qty, price");
            case 3 ->
                "UPDATE account SET branch_id = " + pick(List.of("NULL", "99", "" + random.nextInt(12)))
                        + " WHERE id = " + random.nextInt(30);
            case 4 -> "UPDATE branch SET id = " + random.nextInt(12) + " WHERE id = " + random.nextInt(12);
            case 5 ->
                "UPDATE account SET score = (SELECT count(*) FROM item WHERE item.account_id = account.id) WHERE "
                        + queries.condition("account", 1);
            case 6 ->
                "UPDATE pair SET c = CASE WHEN a > b THEN 'more' ELSE coalesce(c, 'none') END, d = d / 2 WHERE "
                        + queries.condition("pair", 2) + returning("a, b, c");
            case 7 ->
                "UPDATE account SET balance = account.balance + branch.id FROM branch WHERE branch.id = "
                        + "account.branch_id AND "
                        + "branch.city = " + queries.text();
            default -> "UPDATE item SET note = note || 'abc' WHERE id = " + random.nextInt(40);
        };
    }

    private String delete() {
        return switch (random.nextInt(5)) {
            case 0 -> "DELETE FROM item WHERE " + queries.condition("item", 2) + returning("account_id, qty");
            case 1 -> "DELETE FROM account WHERE id = " + random.nextInt(30) + returning("owner");
            case 2 -> "DELETE FROM branch WHERE id = " + random.nextInt(12);
            case 3 ->
                "DELETE FROM item WHERE account_id IN (SELECT id FROM account WHERE " + queries.condition("account", 1)
                        + ")";
            default -> "DELETE FROM pair WHERE " + queries.condition("pair", 2) + returning("a, b, d");
        };
    }
}
