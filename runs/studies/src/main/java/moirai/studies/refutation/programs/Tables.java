package moirai.studies.refutation.programs;

import java.util.ArrayList;
import java.util.List;

/** The definitions of the tables acc and log, with constraints that analyses may get wrong. */
final class Tables {

    private static final String LOG = "CREATE TABLE log (id INT PRIMARY KEY, acc INT NOT NULL, n INT";

    private static final String UNIQUE = " NOT NULL UNIQUE";

    private Tables() {}

    /** Returns definitions with any constraints. */
    static List<String> any(Dice dice) {
        return of(
                (dice.chance(8) ? " CHECK (bal >= 0)" : ""),
                dice.chance(2) ? " UNIQUE" : "",
                "CREATE TABLE log (id INT PRIMARY KEY, acc INT NOT NULL"
                        + (dice.chance(12) ? " REFERENCES acc (id)" : "") + ", n INT"
                        + (dice.chance(2) ? " UNIQUE" : "")
                        + ")");
    }

    /** Returns definitions in which the numbers of the log are UNIQUE. */
    static List<String> unique() {
        return of("", "", LOG + UNIQUE + ")");
    }

    /** Returns definitions of which one in eight has a constraint beyond keys. */
    static List<String> plain(Dice dice) {
        int kind = dice.below(100);
        String unique = kind < 42
                ? UNIQUE
                : kind < 46 ? " NOT NULL, UNIQUE (n, id)" : kind < 50 ? " NOT NULL, UNIQUE (acc, n)" : "";
        List<String> tables = new ArrayList<>(of("", "", LOG + unique + ")"));
        return dice.chance(90)
                ? tables
                : dice.make(
                        () -> of("", "", LOG + " UNIQUE)"),
                        () -> of("", "", LOG + ", UNIQUE (acc, n))"),
                        () -> of("", "", LOG + " NOT NULL, UNIQUE (n, id))"),
                        () -> of("", "", LOG + ", CHECK (n < 3))"),
                        () -> of(" CHECK (bal >= 0)", "", LOG + ")"),
                        () -> of("", " UNIQUE", LOG + ")"),
                        () -> of("", "", LOG.replace("acc INT NOT NULL", "acc INT NOT NULL REFERENCES acc (id)") + ")"),
                        () -> with(tables, "CREATE UNIQUE INDEX log_n ON log (n)"),
                        () -> with(tables, "CREATE UNIQUE INDEX log_some ON log (n) WHERE n > 1"),
                        () -> with(tables, "ALTER TABLE log ADD CONSTRAINT log_one UNIQUE (n)"),
                        () -> with(tables, "CREATE TABLE sub () INHERITS (acc)"),
                        () -> with(tables, "CREATE RULE log_kept AS ON UPDATE TO log DO INSTEAD NOTHING"),
                        () -> with(
                                tables,
                                "CREATE FUNCTION log_also() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                                        + " UPDATE log SET n = n + NEW.bal WHERE id = 1; RETURN NEW; END $$",
                                "CREATE TRIGGER also AFTER UPDATE ON acc FOR EACH ROW EXECUTE FUNCTION log_also()"));
    }

    private static List<String> with(List<String> tables, String... more) {
        var all = new ArrayList<>(tables);
        all.addAll(List.of(more));
        return all;
    }

    private static List<String> of(String balance, String up, String log) {
        return List.of(
                "CREATE TABLE acc (id INT PRIMARY KEY, bal INT NOT NULL" + balance + ", name VARCHAR(9), up INT" + up
                        + ", version INT DEFAULT 0 NOT NULL)",
                log);
    }
}
