package moirai.compatibility;

import static moirai.compatibility.Checks.connect;
import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;
import static moirai.compatibility.Checks.value;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.api.migration.BaseJavaMigration;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/** The checks of Flyway: migrations that are applied, told of, checked, repaired and removed. */
final class FlywayChecks {

    private FlywayChecks() {}

    /** Writes migrations into a new folder; names of files and their texts take turns. */
    private static Path folder(String... namesAndTexts) throws IOException {
        Path folder = Files.createTempDirectory("flyway");
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            Files.writeString(folder.resolve(namesAndTexts[i]), namesAndTexts[i + 1]);
        }
        return folder;
    }

    private static FluentConfiguration configuration(Path folder) {
        return Flyway.configure()
                .dataSource(Checks.URL, Checks.LOGIN, Checks.PASSWORD)
                .locations("filesystem:" + folder)
                .cleanDisabled(false);
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = folder(
                "V1__author.sql",
                """
                CREATE TABLE author (
                    id serial PRIMARY KEY,
                    name varchar(80) NOT NULL UNIQUE
                );
                INSERT INTO author (name) VALUES ('Ada'), ('Bob; or ''Bobby''');
                """,
                "V1_1__book.sql",
                """
                -- A comment; with a semicolon.
                CREATE TABLE book (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text NOT NULL);
                ALTER TABLE book ADD COLUMN author_id integer REFERENCES author (id);
                CREATE INDEX book_author ON book (author_id);
                """,
                "R__names.sql",
                "CREATE OR REPLACE VIEW names AS SELECT name FROM author;");
        var checks = new Checks();
        first(checks, folder);
        later(checks, folder);
        kinds(checks);
        scripts(checks);
        repairs(checks, folder);
        schemas(checks);
        removal(checks, folder);
        checks.run(() -> {});
    }

    private static List<String> states(Flyway flyway) {
        return Stream.of(flyway.info().all())
                .map(m -> m.getScript().split("_")[0] + " " + m.getState().getDisplayName())
                .toList();
    }

    private static void first(Checks checks, Path folder) {
        Flyway flyway = configuration(folder).load();
        checks.check("info_before", () -> same(states(flyway), List.of("V1 Pending", "V1 Pending", "R Pending")));
        checks.check("migrate", () -> same(flyway.migrate().migrationsExecuted, 3));
        checks.check("migrate_again", () -> same(flyway.migrate().migrationsExecuted, 0));
        checks.check("info", () -> {
            same(states(flyway), List.of("V1 Success", "V1 Success", "R Success"));
            same(flyway.info().current().getVersion().getVersion(), "1.1");
        });
        checks.check("validate", () -> {
            flyway.validate();
            same(flyway.validateWithResult().validationSuccessful, true);
        });
        checks.check("history_table", () -> {
            try (Connection c = connect()) {
                same(
                        value(
                                c,
                                "SELECT string_agg(script, ' ' ORDER BY installed_rank) FROM flyway_schema_history "
                                        + "WHERE success"),
                        "V1__author.sql V1_1__book.sql R__names.sql");
                same(value(c, "SELECT count(*) FROM names"), "2");
            }
        });
    }

    private static void later(Checks checks, Path folder) {
        checks.check("new_migration", () -> {
            Files.writeString(folder.resolve("V2__born.sql"), "ALTER TABLE author ADD COLUMN born date;");
            same(configuration(folder).load().migrate().targetSchemaVersion, "2");
        });
        checks.check("repeatable_migration_changed", () -> {
            Files.writeString(
                    folder.resolve("R__names.sql"), "CREATE OR REPLACE VIEW names AS SELECT name, born FROM author;");
            same(configuration(folder).load().migrate().migrationsExecuted, 1);
        });
        checks.check("out_of_order", () -> {
            Files.writeString(
                    folder.resolve("V1_5__rank.sql"), "ALTER TABLE author ADD COLUMN rank integer DEFAULT 0;");
            fails(
                    FlywayValidateException.class,
                    () -> configuration(folder).load().migrate());
            same(configuration(folder).outOfOrder(true).load().migrate().migrationsExecuted, 1);
        });
        checks.check("target", () -> {
            Files.writeString(folder.resolve("V3__a.sql"), "CREATE TABLE a (id integer);");
            Files.writeString(folder.resolve("V4__b.sql"), "CREATE TABLE b (id integer);");
            configuration(folder).outOfOrder(true).target("3").load().migrate();
            same(configuration(folder).outOfOrder(true).load().info().pending().length, 1);
        });
        checks.check("two_at_once", () -> {
            CompletableFuture<?>[] both = Stream.of(1, 2)
                    .map(i -> Checks.start(
                            () -> configuration(folder).outOfOrder(true).load().migrate()))
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(both).join();
            same(configuration(folder).outOfOrder(true).load().info().pending().length, 0);
        });
    }

    /** Returns a Flyway for the migrations of a folder, which has a table of history of its own. */
    private static Flyway other(String name, Path folder) {
        return configuration(folder)
                .table("history_of_" + name)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load();
    }

    public static final class V1__InJava extends BaseJavaMigration {
        @Override
        public void migrate(Context context) throws SQLException {
            execute(context.getConnection(), "CREATE TABLE from_java (id integer)", "INSERT INTO from_java VALUES (1)");
        }
    }

    private static void kinds(Checks checks) {
        checks.check("placeholders", () -> {
            Path folder = folder("V1__p.sql", "CREATE TABLE ${table} (by text DEFAULT '${flyway:user}');");
            configuration(folder)
                    .table("history_of_placeholders")
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .placeholders(Map.of("table", "placed"))
                    .load()
                    .migrate();
            execute("INSERT INTO placed DEFAULT VALUES");
        });
        checks.check("java_migration", () -> {
            var flyway = Flyway.configure()
                    .dataSource(Checks.URL, Checks.LOGIN, Checks.PASSWORD)
                    .locations(new String[0])
                    .javaMigrations(new V1__InJava())
                    .table("history_of_java")
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .load();
            same(flyway.migrate().migrationsExecuted, 1);
        });
        checks.check("outside_of_a_transaction", () -> {
            Path folder = folder("V1__c.sql", "CREATE INDEX CONCURRENTLY author_rank ON author (rank);");
            var configuration = configuration(folder)
                    .table("history_of_concurrently")
                    .baselineOnMigrate(true)
                    .baselineVersion("0");
            configuration
                    .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                    .setTransactionalLock(false);
            same(configuration.load().migrate().migrationsExecuted, 1);
        });
    }

    private static void scripts(Checks checks) {
        checks.check("function_and_trigger", () -> {
            Path folder = folder("V1__f.sql", """
                    CREATE TABLE watched (id integer, changed timestamptz);
                    CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        NEW.changed := now();
                        RETURN NEW;
                    END;
                    $$;
                    CREATE TRIGGER touched BEFORE INSERT ON watched FOR EACH ROW EXECUTE FUNCTION touch();
                    """);
            other("functions", folder).migrate();
            try (Connection c = connect()) {
                same(value(c, "INSERT INTO watched (id) VALUES (1) RETURNING changed IS NOT NULL"), "t");
            }
        });
        checks.check("copy_in_a_migration", () -> {
            Path folder = folder("V1__d.sql", """
                    CREATE TABLE copied (id integer, name text);
                    COPY copied (id, name) FROM STDIN;
                    1\tone
                    2\t\\N
                    \\.
                    """);
            other("copies", folder).migrate();
            try (Connection c = connect()) {
                same(value(c, "SELECT count(*) FROM copied"), "2");
            }
        });
        checks.check("callbacks", () -> {
            Path folder = folder(
                    "V1__e.sql",
                    "CREATE TABLE called (id integer);",
                    "afterEachMigrate.sql",
                    "INSERT INTO called VALUES (7);",
                    "beforeMigrate.sql",
                    "SELECT 1;");
            other("callbacks", folder).migrate();
            try (Connection c = connect()) {
                same(value(c, "SELECT id FROM called"), "7");
            }
        });
        checks.check("all_in_one_transaction", () -> {
            Path folder = folder("V1__g.sql", "CREATE TABLE grouped (id integer);", "V2__h.sql", "SELECT 1 / 0;");
            fails(
                    FlywayException.class,
                    () -> configuration(folder)
                            .table("history_of_group")
                            .baselineOnMigrate(true)
                            .baselineVersion("0")
                            .group(true)
                            .load()
                            .migrate());
            refused("42P01", () -> execute("SELECT * FROM grouped"));
        });
    }

    private static void repairs(Checks checks, Path folder) {
        checks.check("changed_migration_is_found", () -> {
            Files.writeString(folder.resolve("V2__born.sql"), "ALTER TABLE author ADD COLUMN born date; -- Changed.");
            fails(
                    FlywayValidateException.class,
                    () -> configuration(folder).outOfOrder(true).load().validate());
        });
        checks.check("repair", () -> {
            same(configuration(folder).load().repair().migrationsAligned.size(), 1);
            configuration(folder).outOfOrder(true).load().validate();
        });
        checks.check("failed_migration_is_rolled_back", () -> {
            Files.writeString(
                    folder.resolve("V5__wrong.sql"), "CREATE TABLE half (id integer); SELECT nothing FROM half;");
            fails(
                    FlywayException.class,
                    () -> configuration(folder).outOfOrder(true).load().migrate());
            refused("42P01", () -> execute("SELECT * FROM half"));
            Files.delete(folder.resolve("V5__wrong.sql"));
            configuration(folder).outOfOrder(true).load().validate();
        });
        checks.check("missing_migration", () -> {
            Files.delete(folder.resolve("V3__a.sql"));
            fails(
                    FlywayValidateException.class,
                    () -> configuration(folder).outOfOrder(true).load().validate());
            configuration(folder)
                    .ignoreMigrationPatterns("*:missing")
                    .outOfOrder(true)
                    .load()
                    .validate();
        });
    }

    private static void schemas(Checks checks) {
        checks.check("schemas_of_its_own", () -> {
            Path folder = folder("V1__own.sql", "CREATE TABLE mine (id integer); INSERT INTO mine VALUES (1);");
            configuration(folder).schemas("own").load().migrate();
            try (Connection c = connect()) {
                same(value(c, "SELECT count(*) FROM own.mine"), "1");
                same(value(c, "SELECT count(*) FROM own.flyway_schema_history"), "2");
            }
        });
        checks.check("baseline", () -> {
            Path folder = folder("V1__x.sql", "SELECT 1 / 0;", "V2__y.sql", "CREATE TABLE based (id integer);");
            var flyway = configuration(folder)
                    .table("history_of_baseline")
                    .baselineVersion("1")
                    .load();
            flyway.baseline();
            flyway.migrate();
            holds(
                    Arrays.stream(flyway.info().applied())
                            .map(MigrationInfo::getScript)
                            .anyMatch("V2__y.sql"::equals),
                    states(flyway));
        });
        checks.check(
                "tables_without_a_history",
                () -> fails(
                        FlywayException.class,
                        () -> configuration(folder("V1__z.sql", "SELECT 1;"))
                                .table("another_history")
                                .load()
                                .migrate()));
    }

    private static void removal(Checks checks, Path folder) {
        checks.check("clean", () -> {
            configuration(folder).schemas("public").load().clean();
            try (Connection c = connect()) {
                same(value(c, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"), "0");
            }
        });
        checks.check("migrate_after_clean", () -> {
            configuration(folder).load().migrate();
            try (Connection c = connect()) {
                same(value(c, "SELECT count(*) FROM author"), "2");
            }
        });
    }
}
