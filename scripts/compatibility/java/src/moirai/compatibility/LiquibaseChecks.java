package moirai.compatibility;

import static moirai.compatibility.Checks.connect;
import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;
import static moirai.compatibility.Checks.value;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.diff.compare.CompareControl;
import liquibase.diff.output.DiffOutputControl;
import liquibase.diff.output.changelog.DiffToChangeLog;
import liquibase.exception.LiquibaseException;
import liquibase.exception.ValidationFailedException;
import liquibase.resource.DirectoryResourceAccessor;
import liquibase.structure.core.Column;
import liquibase.structure.core.ForeignKey;
import liquibase.structure.core.Index;
import liquibase.structure.core.Table;

/** The checks of Liquibase: update, rollback, status, differences and generated change logs. */
final class LiquibaseChecks {

    private static final Contexts ALL = new Contexts();
    private static final List<String> LOGS = List.of(
            "main.yaml",
            "book.xml",
            "plain.sql",
            "functions.sql",
            "data.yaml",
            "people.csv",
            "alterations.yaml",
            "objects.yaml");
    private static Path folder;

    private LiquibaseChecks() {}

    /** An action on a change log. */
    @FunctionalInterface
    private interface Use {
        void on(Liquibase liquibase) throws Exception;
    }

    private static void with(String log, Use use) throws Exception {
        try (Connection connection = connect()) {
            var database =
                    DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
            use.on(new Liquibase(log, new DirectoryResourceAccessor(folder), database));
        }
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** Returns a change log that is on the class path. */
    private static String log(String name) throws IOException {
        try (var log = LiquibaseChecks.class.getResourceAsStream("/liquibase/" + name)) {
            return new String(log.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String count(String table) throws Exception {
        try (Connection c = connect()) {
            return value(c, "SELECT count(*) FROM " + table);
        }
    }

    public static void main(String[] arguments) {
        // Liquibase prints what it does where the checks print their outcomes.
        PrintStream out = System.out;
        System.setOut(System.err);
        var checks = new Checks(out);
        updates(checks);
        formats(checks);
        rollbacks(checks);
        states(checks);
        differences(checks);
        removal(checks);
        checks.run(() -> {
            folder = Files.createTempDirectory("liquibase");
            for (String name : LOGS) {
                write(name, log(name));
            }
        });
    }

    private static void updates(Checks checks) {
        checks.check(
                "status_before",
                () -> with(
                        "main.yaml",
                        l -> same(
                                l.listUnrunChangeSets(ALL, new LabelExpression())
                                        .size(),
                                4)));
        checks.check(
                "update_as_sql",
                () -> with("main.yaml", l -> {
                    var sql = new StringWriter();
                    l.update(ALL, new LabelExpression(), sql);
                    holds(sql.toString().contains("CREATE TABLE public.author"), sql);
                }));
        checks.check("update", () -> {
            with("main.yaml", l -> l.update(ALL));
            same(count("author"), "1");
        });
        checks.check(
                "update_again",
                () -> with("main.yaml", l -> {
                    l.update(ALL);
                    same(l.listUnrunChangeSets(ALL, new LabelExpression()).size(), 0);
                }));
        checks.check("change_log_table", () -> {
            same(count("databasechangelog WHERE exectype = 'EXECUTED'"), "4");
            same(count("databasechangeloglock WHERE NOT locked"), "1");
        });
        checks.check(
                "two_at_once",
                () -> Stream.of(1, 2)
                        .map(i -> Checks.start(() -> with("book.xml", l -> l.update(ALL))))
                        .toList()
                        .forEach(f -> f.join()));
        checks.check("constraints_of_the_changes", () -> {
            refused("23505", () -> execute("INSERT INTO author (name) VALUES ('Ada')"));
            refused("23503", () -> execute("INSERT INTO book (title, author_id) VALUES ('x', 777)"));
            refused("23502", () -> execute("INSERT INTO book (title) VALUES (NULL)"));
        });
    }

    private static void formats(Checks checks) {
        checks.check("formatted_sql", () -> {
            with("plain.sql", l -> l.update(ALL));
            same(count("plain WHERE done = false"), "2");
        });
        checks.check("functions_and_triggers", () -> {
            with("functions.sql", l -> l.update(ALL));
            execute("INSERT INTO plain (id) VALUES (10)");
        });
        checks.check("data_of_a_file", () -> {
            with("data.yaml", l -> l.update(new Contexts("test")));
            same(count("author WHERE name IN ('Cleo', 'Dan', 'Eve')"), "2");
        });
        checks.check("contexts", () -> {
            with("data.yaml", l -> l.update(new Contexts("production")));
            same(count("author WHERE name = 'Eve'"), "1");
        });
        checks.check(
                "preconditions_and_marks",
                () -> same(count("databasechangelog WHERE id = 'exists already' AND exectype = 'MARK_RAN'"), "1"));
        checks.check("alterations", () -> {
            with("alterations.yaml", l -> l.update(ALL));
            same(count("person WHERE full_name = 'Ada none' AND length(note) = 4"), "1");
        });
        checks.check("sequence_and_view", () -> {
            with("objects.yaml", l -> l.update(ALL));
            try (Connection c = connect()) {
                same(value(c, "SELECT nextval('tickets')"), "100");
                same(value(c, "SELECT count(*) FROM people WHERE name = 'Ada'"), "1");
            }
        });
    }

    private static void rollbacks(Checks checks) {
        checks.check("rollback_by_count", () -> {
            with("objects.yaml", l -> l.rollback(2, ALL, new LabelExpression()));
            refused("42P01", () -> execute("SELECT * FROM people"));
            with("objects.yaml", l -> l.update(ALL));
        });
        checks.check("rollback_to_a_tag", () -> {
            with("plain.sql", l -> l.tag("before"));
            write("later.yaml", log("later.yaml"));
            with("later.yaml", l -> l.update(ALL));
            with("later.yaml", l -> {
                same(l.tagExists("before"), true);
                l.rollback("before", ALL);
            });
            refused("42P01", () -> execute("SELECT * FROM later"));
        });
        checks.check("rollback_to_a_date", () -> {
            Date now = new Date();
            Thread.sleep(1100);
            with("later.yaml", l -> l.update(ALL));
            with("later.yaml", l -> l.rollback(now, ALL, new LabelExpression()));
            refused("42P01", () -> execute("SELECT * FROM later"));
        });
        checks.check(
                "rollback_as_sql",
                () -> with("later.yaml", l -> {
                    var sql = new StringWriter();
                    l.futureRollbackSQL(ALL, new LabelExpression(), sql);
                    holds(sql.toString().contains("DROP TABLE"), sql);
                }));
        checks.check(
                "update_tests_rollback",
                () -> with("later.yaml", l -> l.updateTestingRollback(ALL, new LabelExpression())));
    }

    private static void states(Checks checks) {
        checks.check("validate", () -> with("main.yaml", Liquibase::validate));
        checks.check("changed_change_set_is_found", () -> {
            write("main.yaml", log("main.yaml").replace("varchar(80)", "varchar(90)"));
            fails(ValidationFailedException.class, () -> with("main.yaml", l -> l.update(ALL)));
        });
        checks.check("clear_checksums", () -> {
            with("main.yaml", Liquibase::clearCheckSums);
            with("main.yaml", l -> l.update(ALL));
        });
        checks.check(
                "history_and_status",
                () -> with("main.yaml", l -> {
                    var text = new StringWriter();
                    l.reportStatus(true, ALL, text);
                    holds(text.toString().contains("up to date"), text);
                    same(
                            l.getChangeSetStatuses(ALL, new LabelExpression()).stream()
                                    .allMatch(s -> s.getPreviouslyRan()),
                            true);
                }));
        checks.check(
                "locks_listed_and_released",
                () -> with("main.yaml", l -> {
                    execute("UPDATE databasechangeloglock SET locked = true, lockgranted = now(), "
                            + "lockedby = 'another'");
                    same(l.listLocks().length, 1);
                    l.forceReleaseLocks();
                    same(l.listLocks().length, 0);
                }));
        checks.check("failed_change_set", () -> {
            write(
                    "wrong.sql",
                    "--liquibase formatted sql\n--changeset ada:wrong\nCREATE TABLE half (id integer);\n"
                            + "SELECT nothing FROM half;\n");
            fails(LiquibaseException.class, () -> with("wrong.sql", l -> l.update(ALL)));
            refused("42P01", () -> execute("SELECT * FROM half"));
        });
        checks.check("changes_only_noted", () -> {
            write("noted.yaml", log("later.yaml").replace("later", "noted"));
            execute("CREATE TABLE noted (id integer)");
            with("noted.yaml", l -> l.changeLogSync(ALL, new LabelExpression()));
            with(
                    "noted.yaml",
                    l -> same(l.listUnrunChangeSets(ALL, new LabelExpression()).size(), 0));
        });
    }

    private static void differences(Checks checks) {
        checks.check(
                "generated_change_log",
                () -> with("main.yaml", l -> {
                    var difference = l.diff(l.getDatabase(), null, CompareControl.STANDARD);
                    var text = new ByteArrayOutputStream();
                    new DiffToChangeLog(difference, new DiffOutputControl(true, true, true, null))
                            .print(new PrintStream(text, true, StandardCharsets.UTF_8));
                    String log = text.toString(StandardCharsets.UTF_8);
                    for (String part : List.of(
                            "<createTable",
                            "tableName=\"author\"",
                            "addForeignKeyConstraint",
                            "createIndex",
                            "createView",
                            "createSequence",
                            "addUniqueConstraint")) {
                        holds(log.contains(part), part + " missing in " + log);
                    }
                }));
        checks.check(
                "snapshot_of_a_table",
                () -> with("main.yaml", l -> {
                    var snapshot = liquibase.snapshot.SnapshotGeneratorFactory.getInstance()
                            .createSnapshot(
                                    l.getDatabase().getDefaultSchema(),
                                    l.getDatabase(),
                                    new liquibase.snapshot.SnapshotControl(l.getDatabase()));
                    var names = snapshot.get(Table.class).stream()
                            .map(Table::getName)
                            .toList();
                    holds(names.containsAll(List.of("author", "book", "plain")), names);
                    holds(
                            snapshot.get(Column.class).size() > 8
                                    && snapshot.get(Index.class).size() > 2,
                            names);
                    same(
                            snapshot.get(ForeignKey.class)
                                    .iterator()
                                    .next()
                                    .getPrimaryKeyTable()
                                    .getName(),
                            "author");
                }));
        checks.check("difference_of_two_schemas", () -> {
            execute("CREATE SCHEMA copy", "CREATE TABLE copy.author (id integer PRIMARY KEY, extra text)");
            with("main.yaml", l -> {
                var copy =
                        DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connect()));
                copy.setDefaultSchemaName("copy");
                var difference = l.diff(l.getDatabase(), copy, CompareControl.STANDARD);
                copy.close();
                holds(difference.getMissingObjects(Table.class).size() > 1, difference.getMissingObjects());
                holds(difference.getUnexpectedObjects(Column.class).size() == 1, difference.getUnexpectedObjects());
            });
        });
    }

    private static void removal(Checks checks) {
        checks.check("drop_all", () -> {
            with("main.yaml", Liquibase::dropAll);
            try (Connection c = connect()) {
                same(value(c, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"), "0");
            }
        });
        checks.check("update_after_drop_all", () -> {
            with("main.yaml", l -> l.update(ALL));
            same(count("author"), "1");
        });
    }
}
