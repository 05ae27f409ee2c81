package moirai.compatibility;

import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.GetGeneratedKeys;
import org.jdbi.v3.sqlobject.statement.SqlBatch;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jdbi.v3.sqlobject.transaction.Transaction;

/** The checks of Jdbi: the fluent interface, SQL objects, and the types of its plugin for PostgreSQL. */
final class JdbiChecks {

    private static Jdbi jdbi;

    private JdbiChecks() {}

    public record Author(int id, String name, LocalDate born) {}

    public record NewAuthor(String name, LocalDate born) {}

    /** The statements of the checks. */
    @RegisterConstructorMapper(Author.class)
    public interface Authors {
        @SqlUpdate("INSERT INTO author (name, born) VALUES (:name, :born)")
        @GetGeneratedKeys
        Author add(@BindMethods NewAuthor author);

        @SqlBatch("INSERT INTO author (name) VALUES (:name)")
        int[] addAll(List<String> name);

        @SqlQuery("SELECT id, name, born FROM author WHERE name IN (<names>) ORDER BY name")
        List<Author> named(@BindList("names") List<String> names);

        @SqlUpdate("DELETE FROM author WHERE name = :name")
        int remove(String name);

        @Transaction
        default void replace(String name, NewAuthor author) {
            remove(name);
            add(author);
        }
    }

    public static void main(String[] arguments) {
        var checks = new Checks();
        objects(checks);
        statements(checks);
        results(checks);
        transactions(checks);
        types(checks);
        checks.run(() -> {
            execute(
                    "CREATE TABLE author (id serial PRIMARY KEY, name text UNIQUE, born date)",
                    "CREATE TABLE book (id serial PRIMARY KEY, title text, author_id integer REFERENCES author)",
                    "CREATE TABLE typed (id serial PRIMARY KEY, words text[], key uuid, made timestamptz, "
                            + "numbers integer[])");
            jdbi = Jdbi.create(Checks.URL, Checks.LOGIN, Checks.PASSWORD)
                    .installPlugin(new PostgresPlugin())
                    .installPlugin(new SqlObjectPlugin());
        });
    }

    private static void objects(Checks checks) {
        checks.check("insert_with_generated_keys", () -> {
            Author ada =
                    jdbi.withExtension(Authors.class, a -> a.add(new NewAuthor("Ada", LocalDate.of(1815, 12, 10))));
            same(List.of(ada.name(), ada.born()), List.of("Ada", LocalDate.of(1815, 12, 10)));
        });
        checks.check(
                "batch",
                () -> same(jdbi.withExtension(Authors.class, a -> a.addAll(List.of("Bob", "Cleo", "Dan"))).length, 3));
        checks.check(
                "list_of_names",
                () -> same(
                        jdbi.withExtension(Authors.class, a -> a.named(List.of("Ada", "Bob", "nobody"))).stream()
                                .map(Author::name)
                                .toList(),
                        List.of("Ada", "Bob")));
        checks.check("transaction_of_an_object", () -> {
            jdbi.useExtension(Authors.class, a -> a.replace("Dan", new NewAuthor("Eve", null)));
            refused("23505", () -> jdbi.useExtension(Authors.class, a -> a.replace("Eve", new NewAuthor("Ada", null))));
            same(
                    jdbi.withExtension(Authors.class, a -> a.named(List.of("Dan", "Eve")))
                            .size(),
                    1);
        });
    }

    private static void statements(Checks checks) {
        checks.check(
                "named_parameters_and_maps",
                () -> jdbi.useHandle(h -> {
                    int id = h.createQuery("SELECT id FROM author WHERE name = :name")
                            .bind("name", "Ada")
                            .mapTo(int.class)
                            .one();
                    h.createUpdate("INSERT INTO book (title, author_id) VALUES (:title, :author)")
                            .bindMap(Map.of("title", "a", "author", id))
                            .execute();
                    same(
                            h.createQuery("SELECT title, author_id FROM book")
                                    .mapToMap()
                                    .one()
                                    .get("title"),
                            "a");
                }));
        checks.check(
                "prepared_batch",
                () -> jdbi.useHandle(h -> {
                    var batch = h.prepareBatch("INSERT INTO book (title) VALUES (:title)");
                    for (int i = 0; i < 40; i++) {
                        batch.bind("title", "b" + i).add();
                    }
                    same(
                            batch.executePreparedBatch("id")
                                    .mapTo(int.class)
                                    .list()
                                    .size(),
                            40);
                }));
    }

    private static void results(Checks checks) {
        checks.check(
                "join_reduced",
                () -> jdbi.useHandle(h -> {
                    h.registerRowMapper(ConstructorMapper.factory(Author.class, "a"));
                    Map<String, Long> books = h.createQuery(
                                    "SELECT a.id AS a_id, a.name AS a_name, a.born AS a_born, b.title "
                                            + "FROM author a LEFT JOIN book b ON b.author_id = a.id")
                            .reduceRows(new java.util.TreeMap<String, Long>(), (sum, row) -> {
                                long more = row.getColumn("title", String.class) == null ? 0 : 1;
                                sum.merge(row.getRow(Author.class).name(), more, Long::sum);
                                return sum;
                            });
                    same(books.get("Ada") + books.size(), 5L);
                }));
        checks.check(
                "stream_with_a_fetch_size",
                () -> jdbi.useTransaction(h -> {
                    try (var titles = h
                            .createQuery("SELECT title FROM book ORDER BY id")
                            .setFetchSize(7)
                            .mapTo(String.class)
                            .stream()) {
                        same(titles.collect(Collectors.toSet()).size(), 41);
                    }
                }));
        checks.check(
                "script", () -> jdbi.useHandle(h -> same(h.createScript("""
                CREATE TABLE scripted (id integer);
                -- A comment.
                INSERT INTO scripted VALUES (1);
                INSERT INTO scripted VALUES (2);
                """).execute().length, 3)));
        checks.check(
                "upsert_with_returning",
                () -> jdbi.useHandle(h -> same(
                        h.createQuery("INSERT INTO author (name) VALUES ('Ada') ON CONFLICT (name) "
                                        + "DO UPDATE SET born = "
                                        + "excluded.born RETURNING (born IS NULL)")
                                .mapTo(boolean.class)
                                .one(),
                        true)));
    }

    private static void transactions(Checks checks) {
        checks.check("rollback", () -> {
            fails(
                    IllegalStateException.class,
                    () -> jdbi.useTransaction(h -> {
                        h.execute("DELETE FROM book");
                        throw new IllegalStateException("no");
                    }));
            same(count("book"), 41);
        });
        checks.check("savepoint", () -> {
            jdbi.useTransaction(h -> {
                h.savepoint("here");
                h.execute("DELETE FROM book");
                h.rollbackToSavepoint("here");
                h.execute("INSERT INTO book (title) VALUES (?)", "after");
            });
            same(count("book"), 42);
        });
        checks.check(
                "isolation_level",
                () -> jdbi.useTransaction(
                        TransactionIsolationLevel.SERIALIZABLE,
                        h -> same(
                                h.select("SHOW transaction_isolation")
                                        .mapTo(String.class)
                                        .one(),
                                "serializable")));
    }

    private static int count(String table) {
        return jdbi.withHandle(
                h -> h.select("SELECT count(*) FROM " + table).mapTo(int.class).one());
    }

    private static void types(Checks checks) {
        checks.check(
                "arrays",
                () -> jdbi.useHandle(h -> {
                    h.createUpdate("INSERT INTO typed (words, numbers) VALUES (:words, :numbers)")
                            .bindArray("words", String.class, "a", "b,c")
                            .bindArray("numbers", Integer.class, 1, 2)
                            .execute();
                    same(
                            h.select("SELECT words FROM typed")
                                    .mapTo(new org.jdbi.v3.core.generic.GenericType<List<String>>() {})
                                    .one(),
                            List.of("a", "b,c"));
                    same(
                            h.select("SELECT numbers FROM typed")
                                    .mapTo(int[].class)
                                    .one(),
                            new int[] {1, 2});
                }));
        checks.check(
                "array_as_a_list_of_names",
                () -> jdbi.useHandle(h -> same(
                        h.createQuery("SELECT count(*) FROM author WHERE name = ANY (:names)")
                                .bindArray("names", String.class, List.of("Ada", "Bob"))
                                .mapTo(int.class)
                                .one(),
                        2)));
        checks.check(
                "uuid_and_instant",
                () -> jdbi.useHandle(h -> {
                    var key = UUID.randomUUID();
                    var made = Instant.parse("2024-05-06T07:08:09Z");
                    h.execute("UPDATE typed SET key = ?, made = ?", key, made);
                    same(h.select("SELECT key FROM typed").mapTo(UUID.class).one(), key);
                    same(h.select("SELECT made FROM typed").mapTo(Instant.class).one(), made);
                }));
        checks.check(
                "interval",
                () -> jdbi.useHandle(h -> same(
                        h.createQuery("SELECT make_interval(secs => 90) + :more")
                                .bind("more", Duration.ofMinutes(1))
                                .mapTo(Duration.class)
                                .one(),
                        Duration.ofSeconds(150))));
        checks.check(
                "hstore_and_enumerations",
                () -> jdbi.useHandle(h -> {
                    h.execute("CREATE TYPE mood AS ENUM ('sad', 'happy')");
                    h.execute("CREATE TABLE feeling (mood mood)");
                    h.execute("INSERT INTO feeling VALUES (?::mood)", "happy");
                    same(
                            h.select("SELECT mood FROM feeling")
                                    .mapTo(String.class)
                                    .one(),
                            "happy");
                }));
    }
}
