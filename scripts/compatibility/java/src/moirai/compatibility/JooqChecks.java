package moirai.compatibility;

import static moirai.compatibility.Checks.connect;
import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;
import static moirai.compatibility.JooqQueries.query;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.INTEGER;
import static org.jooq.impl.SQLDataType.LOCALDATE;
import static org.jooq.impl.SQLDataType.NUMERIC;
import static org.jooq.impl.SQLDataType.VARCHAR;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.compatibility.JooqQueries.Title;
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

/** The checks of jOOQ: changes, transactions, metadata, generated code. Queries and definitions are beside it. */
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
        JooqDefinitions.define(checks);
        changes(checks);
        updates(checks);
        manyRows(checks);
        JooqQueries.add(checks);
        fetching(checks);
        transactions(checks);
        metadata(checks);
        generation(checks);
        JooqDefinitions.alter(checks);
        checks.run(() -> create = DSL.using(connect(), SQLDialect.POSTGRES));
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
    }

    private static void updates(Checks checks) {
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
    }

    private static void manyRows(Checks checks) {
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

    private static void fetching(Checks checks) {
        query(
                checks,
                "limit_and_offset",
                c -> c.select(NAME)
                        .from(AUTHOR)
                        .orderBy(NAME)
                        .limit(2)
                        .offset(3)
                        .fetch(NAME),
                List.of("n1", "n10"));
        query(
                checks,
                "seek",
                c -> c.select(NAME)
                        .from(AUTHOR)
                        .orderBy(NAME)
                        .seek("n9")
                        .limit(1)
                        .fetch(NAME),
                List.of("x1"));
        query(
                checks,
                "groups_and_maps",
                c -> c.select(BOOK_AUTHOR, TITLE)
                        .from(BOOK)
                        .fetchGroups(BOOK_AUTHOR, TITLE)
                        .size(),
                2);
        query(
                checks,
                "lazy_fetching",
                c -> c.transactionResult(t -> {
                    int rows = 0;
                    try (var cursor = t.dsl().selectFrom(AUTHOR).fetchSize(10).fetchLazy()) {
                        while (cursor.fetchNext() != null) {
                            rows++;
                        }
                    }
                    return rows;
                }),
                54);
        query(
                checks,
                "into_records",
                c -> c.select(TITLE, PRICE).from(BOOK).where(TITLE.eq("b")).fetchInto(Title.class),
                List.of(new Title("b", new BigDecimal("1.00"))));
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
    }

    private static void generation(Checks checks) {
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
