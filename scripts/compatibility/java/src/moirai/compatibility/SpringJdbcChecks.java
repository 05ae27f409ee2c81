package moirai.compatibility;

import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSourceUtils;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.SimpleJdbcCall;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.incrementer.PostgresSequenceMaxValueIncrementer;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** The checks of Spring's JDBC: templates, the client, simple inserts and calls, transactions, errors. */
final class SpringJdbcChecks {

    private static DataSource source;
    private static JdbcTemplate template;
    private static NamedParameterJdbcTemplate named;
    private static JdbcClient client;

    private SpringJdbcChecks() {}

    record Author(int id, String name, LocalDate born) {}

    public static void main(String[] arguments) {
        var checks = new Checks();
        templates(checks);
        rows(checks);
        batches(checks);
        clients(checks);
        errors(checks);
        transactions(checks);
        scripts(checks);
        checks.run(() -> {
            execute(
                    "CREATE TABLE author (id serial PRIMARY KEY, name varchar(80) NOT NULL UNIQUE, born date)",
                    "CREATE TABLE book (id bigserial PRIMARY KEY, title text NOT NULL, price numeric(8,2) DEFAULT 0, "
                            + "author_id integer REFERENCES author)",
                    "CREATE SEQUENCE tickets");
            source = HikariChecks.pool(config -> {});
            template = new JdbcTemplate(source);
            named = new NamedParameterJdbcTemplate(source);
            client = JdbcClient.create(source);
        });
    }

    private static void templates(Checks checks) {
        checks.check("update_and_query_for_object", () -> {
            same(
                    template.update("INSERT INTO author (name, born) VALUES (?, ?)", "Ada", LocalDate.of(1815, 12, 10)),
                    1);
            same(
                    template.queryForObject(
                            "SELECT count(*) FROM author WHERE born = ?", Integer.class, LocalDate.of(1815, 12, 10)),
                    1);
        });
        checks.check("java_sql_date", () -> {
            String query = "SELECT count(*) FROM author WHERE born < ?";
            same(template.queryForObject(query, Integer.class, Date.valueOf("1900-01-02")), 1);
        });
        checks.check("key_holder", () -> {
            var keys = new GeneratedKeyHolder();
            template.update(
                    c -> {
                        PreparedStatement s =
                                c.prepareStatement("INSERT INTO author (name) VALUES (?)", new String[] {"id"});
                        s.setString(1, "Bob");
                        return s;
                    },
                    keys);
            holds(keys.getKey().intValue() > 1, keys.getKeys());
        });
    }

    private static void rows(Checks checks) {
        checks.check(
                "row_mapper",
                () -> same(
                        template.query(
                                        "SELECT * FROM author WHERE name = ?",
                                        new DataClassRowMapper<>(Author.class),
                                        "Ada")
                                .get(0)
                                .born(),
                        LocalDate.of(1815, 12, 10)));
        checks.check(
                "list_of_maps",
                () -> same(
                        template.queryForList("SELECT name, born IS NULL AS unknown FROM author " + "ORDER BY name")
                                .get(1),
                        Map.of("name", "Bob", "unknown", true)));
        checks.check(
                "named_parameters",
                () -> same(
                        named.queryForList(
                                "SELECT name FROM author WHERE name IN (:names) "
                                        + "AND (born > :after OR :all) ORDER BY 1",
                                new MapSqlParameterSource("names", List.of("Ada", "Bob"))
                                        .addValue("after", LocalDate.of(1800, 1, 1))
                                        .addValue("all", false),
                                String.class),
                        List.of("Ada")));
        checks.check("rows_streamed", () -> {
            template.setFetchSize(10);
            try (var names = template.queryForStream("SELECT name FROM author", (row, i) -> row.getString(1))) {
                same(names.count(), 2L);
            }
        });
        checks.check("incrementer_of_a_sequence", () -> {
            var incrementer = new PostgresSequenceMaxValueIncrementer(source, "tickets");
            same(incrementer.nextLongValue() + incrementer.nextLongValue(), 3L);
        });
    }

    private static void batches(Checks checks) {
        checks.check("batch_update", () -> {
            List<Object[]> rows = IntStream.range(0, 60)
                    .mapToObj(i -> new Object[] {"b" + i, i})
                    .toList();
            same(template.batchUpdate("INSERT INTO book (title, price) VALUES (?, ?)", rows).length, 60);
        });
        checks.check(
                "batch_of_named_parameters",
                () -> same(
                        named.batchUpdate(
                                "UPDATE book SET price = :price WHERE title = :title",
                                SqlParameterSourceUtils.createBatch(
                                        List.of(Map.of("price", 5, "title", "b1"), Map.of("price", 6, "title", "b2")))),
                        new int[] {1, 1}));
        checks.check("simple_insert", () -> {
            var insert = new SimpleJdbcInsert(source).withTableName("author").usingGeneratedKeyColumns("id");
            holds(
                    insert.executeAndReturnKey(Map.of("name", "Cleo", "born", LocalDate.of(2001, 2, 3)))
                                    .intValue()
                            > 0,
                    "0");
            same(
                    template.queryForObject("SELECT born FROM author WHERE name = 'Cleo'", LocalDate.class),
                    LocalDate.of(2001, 2, 3));
        });
        checks.check("simple_call", () -> {
            execute("CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql AS 'SELECT n * 2'");
            same(new SimpleJdbcCall(source).withFunctionName("twice").executeFunction(Integer.class, 21), 42);
        });
    }

    private static void clients(Checks checks) {
        checks.check(
                "client_query",
                () -> same(
                        client.sql("SELECT id, name, born FROM author WHERE name = :name")
                                .param("name", "Bob")
                                .query(Author.class)
                                .single()
                                .name(),
                        "Bob"));
        checks.check("client_update_with_keys", () -> {
            var keys = new GeneratedKeyHolder();
            client.sql("INSERT INTO author (name) VALUES (?)").param("Dan").update(keys, "id");
            holds(keys.getKey().intValue() > 0, keys.getKeys());
        });
        checks.check(
                "client_with_a_list",
                () -> same(
                        client.sql("SELECT count(*) FROM author WHERE name IN (:names)")
                                .param("names", List.of("Ada", "Bob", "x"))
                                .query(Long.class)
                                .single(),
                        2L));
        checks.check(
                "client_optional",
                () -> same(
                        client.sql("SELECT * FROM author WHERE name = 'nobody'")
                                .query()
                                .listOfRows()
                                .size(),
                        0));
        checks.check(
                "upsert_with_returning",
                () -> same(
                        client.sql("INSERT INTO author (name, born) VALUES (:name, :born) "
                                        + "ON CONFLICT (name) DO UPDATE SET born = excluded.born RETURNING born")
                                .param("name", "Dan")
                                .param("born", LocalDate.of(1999, 9, 9))
                                .query(LocalDate.class)
                                .single(),
                        LocalDate.of(1999, 9, 9)));
    }

    private static void errors(Checks checks) {
        checks.check(
                "duplicate_key",
                () -> fails(
                        DuplicateKeyException.class,
                        () -> template.update("INSERT INTO author (name) VALUES ('Ada')")));
        checks.check(
                "violated_constraint",
                () -> fails(
                        DataIntegrityViolationException.class,
                        () -> template.update("INSERT INTO book (title, author_id) VALUES ('x', 999)")));
        checks.check("bad_grammar", () -> {
            fails(BadSqlGrammarException.class, () -> template.queryForList("SELECT nothing FROM author"));
            fails(BadSqlGrammarException.class, () -> template.queryForList("SELEC 1"));
        });
        checks.check(
                "empty_result",
                () -> fails(
                        EmptyResultDataAccessException.class,
                        () -> template.queryForObject("SELECT id FROM author WHERE name = 'nobody'", Integer.class)));
        checks.check("query_timeout", () -> {
            var hasty = new JdbcTemplate(source);
            hasty.setQueryTimeout(1);
            fails(QueryTimeoutException.class, () -> hasty.execute("SELECT pg_sleep(20)"));
        });
    }

    private static TransactionTemplate within(int propagation) {
        var within = new TransactionTemplate(new JdbcTransactionManager(source));
        within.setPropagationBehavior(propagation);
        return within;
    }

    private static int titled(String pattern) {
        return template.queryForObject("SELECT count(*) FROM book WHERE title LIKE ?", Integer.class, pattern);
    }

    private static void transactions(Checks checks) {
        checks.check("transaction_rolled_back", () -> {
            within(TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(status -> {
                template.update("INSERT INTO book (title) VALUES ('never')");
                status.setRollbackOnly();
            });
            same(titled("never"), 0);
        });
        checks.check("nested_transaction", () -> {
            within(TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(status -> {
                template.update("INSERT INTO book (title) VALUES ('outer')");
                within(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult(inner -> {
                    template.update("INSERT INTO book (title) VALUES ('outer inner')");
                    inner.setRollbackOnly();
                });
            });
            same(titled("outer%"), 1);
        });
        checks.check("new_transaction_within", () -> {
            within(TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(status -> {
                within(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                        .executeWithoutResult(inner -> template.update("INSERT INTO book (title) VALUES ('new')"));
                status.setRollbackOnly();
            });
            same(titled("new"), 1);
        });
        checks.check("read_only_and_level", () -> {
            var within = within(TransactionDefinition.PROPAGATION_REQUIRED);
            within.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
            within.setReadOnly(true);
            within.executeWithoutResult(status ->
                    same(template.queryForObject("SHOW transaction_isolation", String.class), "serializable"));
            refused("25006", () -> within.executeWithoutResult(status -> template.update("DELETE FROM book")));
        });
        checks.check("transactional_methods", () -> {
            try (var context = new AnnotationConfigApplicationContext(Services.class)) {
                var service = context.getBean(Service.class);
                service.add("declared");
                fails(IllegalStateException.class, () -> service.addAndFail("declared twice"));
                same(titled("declared%"), 1);
            }
        });
        checks.check(
                "isolated_from_others",
                () -> within(TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(status -> {
                    template.update("INSERT INTO book (title) VALUES ('pending')");
                    var counts = new ArrayList<Integer>();
                    Checks.start(() -> counts.add(titled("pending"))).join();
                    same(counts, List.of(0));
                }));
    }

    private static void scripts(Checks checks) {
        checks.check("script_of_statements", () -> {
            var populator = new ResourceDatabasePopulator(new ByteArrayResource("""
                    -- Tables.
                    CREATE TABLE scripted (id integer, note text);
                    INSERT INTO scripted VALUES (1, 'a; b');
                    INSERT INTO scripted VALUES (2, NULL);
                    """.getBytes(StandardCharsets.UTF_8)));
            DatabasePopulatorUtils.execute(populator, source);
            same(template.queryForObject("SELECT count(*) FROM scripted", Integer.class), 2);
        });
    }

    /** A service whose methods are transactions. */
    public static class Service {
        private final JdbcTemplate template;

        Service(JdbcTemplate template) {
            this.template = template;
        }

        @Transactional
        public void add(String title) {
            template.update("INSERT INTO book (title) VALUES (?)", title);
        }

        @Transactional
        public void addAndFail(String title) {
            add(title);
            throw new IllegalStateException("no");
        }
    }

    /** The beans of a small program. */
    @Configuration
    @EnableTransactionManagement(proxyTargetClass = true)
    public static class Services {
        @Bean(destroyMethod = "close")
        public HikariDataSource source() {
            return HikariChecks.pool(config -> {});
        }

        @Bean
        public PlatformTransactionManager transactionManager(DataSource source) {
            return new JdbcTransactionManager(source);
        }

        @Bean
        public Service service(DataSource source) {
            return new Service(new JdbcTemplate(source));
        }
    }
}
