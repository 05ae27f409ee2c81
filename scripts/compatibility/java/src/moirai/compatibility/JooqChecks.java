package moirai.compatibility;

import static moirai.compatibility.Checks.connect;
import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;
import static org.jooq.impl.DSL.constraint;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.INTEGER;
import static org.jooq.impl.SQLDataType.JSONB;
import static org.jooq.impl.SQLDataType.LOCALDATE;
import static org.jooq.impl.SQLDataType.NUMERIC;
import static org.jooq.impl.SQLDataType.UUID;
import static org.jooq.impl.SQLDataType.VARCHAR;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.codegen.GenerationTool;
import org.jooq.exception.NoDataFoundException;
import org.jooq.impl.DSL;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Target;

/** The checks of jOOQ: definitions, changes, transactions, metadata, generated code. Queries are in a class beside it. */
final class JooqChecks {

    static final Table<Record> AUTHOR = table(name("author"));
    static final Table<Record> BOOK = table(name("book"));
    static final Field<Integer> AUTHOR_ID = field(name("author", "id"), INTEGER);
    static final Field<String> NAME = field(name("author", "name"), VARCHAR);
    static final Field<LocalDate> BORN = field(name("author", "born"), LOCALDATE);
    static final Field<Long> BOOK_ID = field(name("book", "id"), BIGINT);
    static final Field<String> TITLE = field(name("book", "title"), VARCHAR);
    static final Field<BigDecimal> PRICE = field(name("book", "price"), NUMERIC);
    static final Field<Integer> BOOK_AUTHOR = field(name("book", "author_id"), INTEGER);

    static DSLContext create;

    private JooqChecks() {}

    public static void main(String[] arguments) {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        var checks = new Checks();
        definitions(checks);
        changes(checks);
        JooqQueries.add(checks);
        transactions(checks);
        alterations(checks);
        metadata(checks);
        checks.run(() -> create = DSL.using(connect(), SQLDialect.POSTGRES));
    }

    private static void definitions(Checks checks) {
        checks.check("create_tables", () -> {
            create.createTable("author")
                    .column("id", INTEGER.generatedByDefaultAsIdentity())
                    .column("name", VARCHAR(80).notNull())
                    .column("born", LOCALDATE)
                    .constraints(
                            constraint("author_pk").primaryKey("id"),
                            constraint("author_name").unique("name"))
                    .execute();
            create.createTableIfNotExists("book")
                    .column("id", BIGINT.generatedByDefaultAsIdentity())
                    .column("title", VARCHAR.notNull())
                    .column("price", NUMERIC(10, 2).default_(BigDecimal.ZERO))
                    .column("author_id", INTEGER)
                    .constraints(
                            constraint("book_pk").primaryKey("id"),
                            constraint("book_price")
                                    .check(field(name("price"), NUMERIC).ge(BigDecimal.ZERO)),
                            constraint("book_author")
                                    .foreignKey("author_id")
                                    .references("author", "id")
                                    .onDeleteCascade())
                    .execute();
            create.createIndex("book_title").on("book", "title").execute();
        });
        checks.check("create_again", () -> {
            create.createTableIfNotExists("author").column("id", INTEGER).execute();
            create.createIndexIfNotExists("book_title").on("book", "title").execute();
        });
        checks.check("sequence", () -> {
            create.createSequence("tickets").startWith(5).incrementBy(2).execute();
            Number first = create.nextval("tickets");
            same(first.longValue() + create.nextval("tickets").longValue(), 12L);
        });
        checks.check("view", () -> {
            create.createOrReplaceView("cheap")
                    .as(create.select(TITLE).from(BOOK).where(PRICE.lt(BigDecimal.ONE)))
                    .execute();
            same(create.fetchCount(table(name("cheap"))), 0);
        });
        checks.check("enumeration", () -> {
            create.createType("mood").asEnum("sad", "happy").execute();
            create.execute("CREATE TABLE feeling (id serial PRIMARY KEY, mood mood)");
            create.execute("INSERT INTO feeling (mood) VALUES (?::mood)", "happy");
            same(create.fetchValue("SELECT mood::text FROM feeling"), "happy");
        });
    }

    private static void changes(Checks checks) {
        checks.check("insert_with_returning", () -> {
            Integer id = create.insertInto(AUTHOR, NAME, BORN)
                    .values("Ada", LocalDate.of(1815, 12, 10))
                    .returningResult(AUTHOR_ID)
                    .fetchOne(AUTHOR_ID);
            same(
                    create.insertInto(BOOK, TITLE, PRICE, BOOK_AUTHOR)
                            .values("a", new BigDecimal("2.50"), id)
                            .values("b", BigDecimal.ZERO, id)
                            .values("c", BigDecimal.TEN, null)
                            .execute(),
                    3);
        });
        checks.check("upsert", () -> {
            same(
                    create.insertInto(AUTHOR, NAME)
                            .values("Ada")
                            .onConflictDoNothing()
                            .execute(),
                    0);
            same(
                    create.insertInto(AUTHOR, NAME)
                            .values("Ada")
                            .onConflict(NAME)
                            .doUpdate()
                            .set(BORN, LocalDate.of(1815, 12, 11))
                            .where(BORN.isNotNull())
                            .returningResult(BORN)
                            .fetchOne(BORN),
                    LocalDate.of(1815, 12, 11));
            same(
                    create.insertInto(AUTHOR, NAME, BORN)
                            .values("Bob", LocalDate.of(2000, 1, 1))
                            .onConflict(NAME)
                            .doUpdate()
                            .set(BORN, DSL.excluded(BORN))
                            .execute(),
                    1);
        });
        checks.check(
                "update_with_returning",
                () -> same(
                        create
                                .update(BOOK)
                                .set(PRICE, PRICE.plus(1))
                                .where(TITLE.in("a", "b"))
                                .returningResult(PRICE)
                                .fetch(PRICE)
                                .stream()
                                .mapToDouble(BigDecimal::doubleValue)
                                .sum(),
                        4.5));
        checks.check(
                "update_from",
                () -> same(
                        create.update(BOOK)
                                .set(TITLE, TITLE.concat(" by ").concat(NAME))
                                .from(AUTHOR)
                                .where(BOOK_AUTHOR.eq(AUTHOR_ID))
                                .and(TITLE.eq("b"))
                                .execute(),
                        1));
        checks.check(
                "update_of_a_row",
                () -> same(
                        create.update(BOOK)
                                .set(DSL.row(TITLE, PRICE), DSL.row(DSL.val("b"), DSL.val(BigDecimal.ONE)))
                                .where(TITLE.like("b by%"))
                                .execute(),
                        1));
        checks.check("merge", () -> {
            var word = field(name("word"), VARCHAR);
            var times = field(name("times"), INTEGER);
            create.createTable("words").column(word).column(times).execute();
            for (int i = 0; i < 2; i++) {
                same(
                        create.mergeInto(table(name("words")))
                                .using(DSL.select(DSL.val("x").as("n")))
                                .on(word.eq(field(name("n"), VARCHAR)))
                                .whenMatchedThenUpdate()
                                .set(times, times.plus(1))
                                .whenNotMatchedThenInsert(word, times)
                                .values(field(name("n"), VARCHAR), DSL.val(1))
                                .execute(),
                        1);
            }
        });
        checks.check(
                "insert_of_a_query",
                () -> same(
                        create.insertInto(AUTHOR, NAME)
                                .select(DSL.select(DSL.concat(DSL.val("copy of "), NAME))
                                        .from(AUTHOR))
                                .execute(),
                        2));
        checks.check(
                "delete_with_returning",
                () -> same(
                        create.deleteFrom(AUTHOR)
                                .where(NAME.startsWith("copy"))
                                .returningResult(NAME)
                                .fetch()
                                .size(),
                        2));
        checks.check("batch", () -> {
            var batch = create.batch(create.insertInto(AUTHOR, NAME).values((String) null));
            for (int i = 0; i < 50; i++) {
                batch.bind("n" + i);
            }
            same(batch.execute().length, 50);
        });
        checks.check("loader", () -> {
            var loaded = create.loadInto(AUTHOR)
                    .bulkAfter(5)
                    .loadCSV("name,born\nx1,2001-01-01\nx2,\n")
                    .fields(NAME, BORN)
                    .execute();
            same(List.of(loaded.stored(), loaded.errors().size()), List.of(2, 0));
        });
        checks.check(
                "constraint_that_is_violated",
                () -> refused(
                        "23505",
                        () -> create.insertInto(AUTHOR, NAME).values("Ada").execute()));
    }

    private static void transactions(Checks checks) {
        checks.check("transaction_rolled_back", () -> {
            fails(
                    IllegalStateException.class,
                    () -> create.transaction(t -> {
                        t.dsl().insertInto(AUTHOR, NAME).values("never").execute();
                        throw new IllegalStateException("no");
                    }));
            holds(!create.fetchExists(AUTHOR, NAME.eq("never")), "a row");
        });
        checks.check("nested_transactions", () -> {
            create.transaction(outer -> {
                outer.dsl().insertInto(AUTHOR, NAME).values("outer").execute();
                try {
                    outer.dsl().transaction(inner -> {
                        inner.dsl().insertInto(AUTHOR, NAME).values("inner").execute();
                        inner.dsl().insertInto(AUTHOR, NAME).values("outer").execute();
                    });
                } catch (org.jooq.exception.DataAccessException expected) {
                    outer.dsl().insertInto(AUTHOR, NAME).values("after").execute();
                }
            });
            same(create.fetchCount(AUTHOR, NAME.in("outer", "inner", "after")), 2);
        });
        checks.check(
                "for_update_of_and_skip_locked",
                () -> create.transaction(t -> {
                    var written = t.dsl().select(TITLE).from(BOOK).join(AUTHOR).on(BOOK_AUTHOR.eq(AUTHOR_ID));
                    same(written.forUpdate().of(BOOK).fetch().size(), 2);
                    try (var other = connect()) {
                        var all = DSL.using(other, SQLDialect.POSTGRES)
                                .select(TITLE)
                                .from(BOOK);
                        same(all.forNoKeyUpdate().skipLocked().fetch().size(), 1);
                    }
                }));
        checks.check(
                "single_row_that_is_missing",
                () -> fails(NoDataFoundException.class, () -> create.fetchSingle(AUTHOR, NAME.eq("nobody"))));
    }

    private static void alterations(Checks checks) {
        checks.check("alter_table", () -> {
            create.alterTable("author")
                    .add("rank", INTEGER.notNull().default_(3))
                    .execute();
            create.alterTable("author").alter("rank").set(BIGINT).execute();
            create.alterTable("author").renameColumn("rank").to("place").execute();
            create.alterTable("author").alter("place").dropNotNull().execute();
            same(create.fetchValue("SELECT max(place) FROM author"), 3L);
            create.alterTable("author").drop("place").execute();
        });
        checks.check("comments_and_renames", () -> {
            create.commentOnTable("author").is("who writes").execute();
            create.alterIndex("book_title").renameTo("book_title_index").execute();
            create.alterTable("feeling").renameTo("feelings").execute();
            create.dropTable("feelings").cascade().execute();
            create.dropTableIfExists("feelings").execute();
        });
        checks.check("truncate", () -> {
            create.createTable("scratch")
                    .column("id", INTEGER.generatedByDefaultAsIdentity())
                    .column("doc", JSONB)
                    .column("key", UUID.default_(DSL.uuid()))
                    .execute();
            create.insertInto(table(name("scratch"))).defaultValues().execute();
            create.truncate("scratch").restartIdentity().execute();
            same(create.fetchCount(table(name("scratch"))), 0);
        });
        checks.check("schema", () -> {
            create.createSchemaIfNotExists("archive").execute();
            var old = create.createTableIfNotExists(name("archive", "old"));
            old.column("id", INTEGER).execute();
            create.dropSchemaIfExists("archive").cascade().execute();
        });
    }

    private static void metadata(Checks checks) {
        checks.check("meta", () -> {
            Table<?> book = create.meta().getTables(name("public", "book")).get(0);
            same(
                    List.of(
                            book.getPrimaryKey().getName(),
                            book.getReferences().get(0).getName(),
                            book.fields().length),
                    List.of("book_pk", "book_author", 4));
            same(book.field("price").getDataType().precision(), 10);
            same(
                    create.meta()
                            .getTables(name("public", "author"))
                            .get(0)
                            .getUniqueKeys()
                            .size(),
                    1);
        });
        checks.check("meta_as_definitions", () -> {
            String ddl = create.meta()
                    .filterSchemas(s -> s.getName().equals("public"))
                    .ddl()
                    .toString();
            holds(ddl.contains("create table \"public\".\"book\"") && ddl.contains("references"), ddl);
        });
        checks.check("tables_that_differ", () -> {
            var now = create.meta()
                    .filterSchemas(s -> s.getName().equals("public"))
                    .snapshot();
            var then = now.apply(create.alterTable(name("public", "author")).add("email", VARCHAR(100)));
            var difference = now.migrateTo(then);
            difference.executeBatch();
            same(create.fetchCount(AUTHOR, field(name("email"), VARCHAR).isNotNull()), 0);
        });
        checks.check("generated_code", () -> {
            Path folder = Files.createTempDirectory("jooq");
            GenerationTool.generate(new Configuration()
                    .withJdbc(new Jdbc()
                            .withDriver("org.postgresql.Driver")
                            .withUrl(Checks.URL)
                            .withUser(Checks.LOGIN)
                            .withPassword(Checks.PASSWORD))
                    .withGenerator(new Generator()
                            .withDatabase(new Database()
                                    .withName("org.jooq.meta.postgres.PostgresDatabase")
                                    .withIncludes(".*")
                                    .withInputSchema("public"))
                            .withGenerate(new Generate().withPojos(true).withDaos(true))
                            .withTarget(new Target().withPackageName("made").withDirectory(folder.toString()))));
            String book = Files.readString(folder.resolve("made/tables/Book.java"));
            holds(book.contains("BOOK_PK") && book.contains("SQLDataType.NUMERIC(10, 2)"), book.length());
            holds(Files.exists(folder.resolve("made/enums/Mood.java")), "no enumeration");
            holds(Files.readString(folder.resolve("made/Sequences.java")).contains("TICKETS"), "no sequence");
        });
        checks.check("execute_listener_and_plain_sql", () -> {
            var seen = new AtomicInteger();
            var heard = create.configuration()
                    .deriveAppending(org.jooq.ExecuteListener.onStart(context -> seen.incrementAndGet()));
            same(
                    DSL.using(heard)
                            .fetchOne("SELECT {0} + {1}", DSL.val(1), DSL.val(2))
                            .get(0),
                    3);
            same(seen.get(), 1);
        });
    }
}
