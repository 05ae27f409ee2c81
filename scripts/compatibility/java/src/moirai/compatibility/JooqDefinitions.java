package moirai.compatibility;

import static moirai.compatibility.Checks.same;
import static moirai.compatibility.JooqChecks.BOOK;
import static moirai.compatibility.JooqChecks.PRICE;
import static moirai.compatibility.JooqChecks.TITLE;
import static moirai.compatibility.JooqChecks.create;
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
import org.jooq.impl.DSL;

/** The checks of jOOQ's definitions: tables, sequences, views, types, and their alterations. */
final class JooqDefinitions {

    private JooqDefinitions() {}

    static void define(Checks checks) {
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

    static void alter(Checks checks) {
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
}
