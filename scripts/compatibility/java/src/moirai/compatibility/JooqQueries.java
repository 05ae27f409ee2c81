package moirai.compatibility;

import static moirai.compatibility.Checks.same;
import static moirai.compatibility.JooqChecks.AUTHOR;
import static moirai.compatibility.JooqChecks.AUTHOR_ID;
import static moirai.compatibility.JooqChecks.BOOK;
import static moirai.compatibility.JooqChecks.BOOK_AUTHOR;
import static moirai.compatibility.JooqChecks.BOOK_ID;
import static moirai.compatibility.JooqChecks.BORN;
import static moirai.compatibility.JooqChecks.NAME;
import static moirai.compatibility.JooqChecks.PRICE;
import static moirai.compatibility.JooqChecks.TITLE;
import static org.jooq.impl.DSL.arrayAgg;
import static org.jooq.impl.DSL.arrayGet;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.extract;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.jsonArrayAgg;
import static org.jooq.impl.DSL.jsonObject;
import static org.jooq.impl.DSL.jsonbGetAttributeAsText;
import static org.jooq.impl.DSL.key;
import static org.jooq.impl.DSL.lateral;
import static org.jooq.impl.DSL.listAgg;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.multiset;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.rowNumber;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectOne;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.unnest;
import static org.jooq.impl.DSL.val;
import static org.jooq.impl.DSL.values;
import static org.jooq.impl.SQLDataType.INTEGER;
import static org.jooq.impl.SQLDataType.VARCHAR;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.DatePart;
import org.jooq.JSONB;
import org.jooq.Records;
import org.jooq.impl.DSL;

/** The checks of jOOQ's queries. */
final class JooqQueries {

    private JooqQueries() {}

    record Title(String title, BigDecimal price) {}

    static void query(Checks checks, String name, Function<DSLContext, Object> query, Object expected) {
        checks.check(name, () -> same(query.apply(JooqChecks.create), expected));
    }

    static void add(Checks checks) {
        joins(checks);
        sets(checks);
        tables(checks);
        windows(checks);
        nested(checks);
        arrays(checks);
        expressions(checks);
    }

    private static void joins(Checks checks) {
        query(
                checks,
                "join_grouped",
                c -> c.select(NAME)
                        .from(AUTHOR)
                        .leftJoin(BOOK)
                        .on(BOOK_AUTHOR.eq(AUTHOR_ID))
                        .groupBy(NAME)
                        .having(count(BOOK_ID).gt(0))
                        .orderBy(max(PRICE).desc().nullsLast())
                        .fetch(NAME),
                List.of("Ada"));
        query(
                checks,
                "semi_and_anti_join",
                c -> c.fetchCount(select(NAME).from(AUTHOR).leftSemiJoin(BOOK).on(BOOK_AUTHOR.eq(AUTHOR_ID))) * 100
                        + c.fetchCount(
                                select(NAME).from(AUTHOR).leftAntiJoin(BOOK).on(BOOK_AUTHOR.eq(AUTHOR_ID))),
                153);
        query(
                checks,
                "exists",
                c -> c.select(NAME)
                        .from(AUTHOR)
                        .where(exists(selectOne()
                                .from(BOOK)
                                .where(BOOK_AUTHOR.eq(AUTHOR_ID))
                                .and(PRICE.gt(BigDecimal.ONE))))
                        .fetch(NAME),
                List.of("Ada"));
        query(
                checks,
                "lateral_join",
                c -> c.select(field(name("best", "title"), VARCHAR))
                        .from(AUTHOR)
                        .crossJoin(lateral(select(TITLE)
                                        .from(BOOK)
                                        .where(BOOK_AUTHOR.eq(AUTHOR_ID))
                                        .orderBy(PRICE.desc())
                                        .limit(1))
                                .as("best"))
                        .fetch(0),
                List.of("a"));
        query(
                checks,
                "row_values",
                c -> c.select(TITLE)
                        .from(BOOK)
                        .where(row(TITLE, PRICE)
                                .in(List.of(row("a", new BigDecimal("3.50")), row("x", BigDecimal.ZERO))))
                        .fetch(TITLE),
                List.of("a"));
    }

    private static void sets(Checks checks) {
        query(
                checks,
                "union_and_order",
                c -> c.select(TITLE.as("t"))
                        .from(BOOK)
                        .unionAll(select(NAME).from(AUTHOR).where(NAME.eq("Ada")))
                        .except(select(val("c")))
                        .orderBy(field(name("t")).desc())
                        .fetch(0),
                List.of("b", "a", "Ada"));
        query(
                checks,
                "common_table_expression",
                c -> {
                    var dear = name("dear")
                            .fields("title")
                            .as(select(TITLE).from(BOOK).where(PRICE.gt(BigDecimal.ONE)));
                    return c.with(dear).select(count()).from(dear).fetchOne(0);
                },
                2);
        query(
                checks,
                "recursive_query",
                c -> {
                    var n = name("n")
                            .fields("i")
                            .as(select(val(1))
                                    .unionAll(select(field(name("i"), INTEGER).plus(1))
                                            .from(table(name("n")))
                                            .where(field(name("i"), INTEGER).lt(5))));
                    return c.withRecursive(n)
                            .select(sum(field(name("i"), INTEGER)))
                            .from(n)
                            .fetchOne(0, Integer.class);
                },
                15);
    }

    private static void tables(Checks checks) {
        query(
                checks,
                "values_as_a_table",
                c -> c.select()
                        .from(values(row(1, "x"), row(2, "y")).as("v", "n", "s"))
                        .orderBy(1)
                        .fetch("s"),
                List.of("x", "y"));
        query(
                checks,
                "generated_series",
                c -> c.selectFrom(DSL.generateSeries(1, 4)).fetch(0),
                List.of(1, 2, 3, 4));
        query(
                checks,
                "distinct_on",
                c -> c.select(TITLE)
                        .distinctOn(BOOK_AUTHOR)
                        .from(BOOK)
                        .orderBy(BOOK_AUTHOR, PRICE.desc())
                        .fetch(TITLE),
                List.of("a", "c"));
        query(
                checks,
                "grouping_sets",
                c -> c.select(TITLE, sum(PRICE))
                        .from(BOOK)
                        .groupBy(DSL.rollup(TITLE))
                        .fetch()
                        .size(),
                4);
    }

    private static void windows(Checks checks) {
        query(
                checks,
                "row_number",
                c -> c.select(rowNumber().over().partitionBy(BOOK_AUTHOR).orderBy(PRICE.desc()))
                        .from(BOOK)
                        .orderBy(TITLE)
                        .fetch(0),
                List.of(1, 2, 1));
        query(
                checks,
                "running_sum",
                c -> c.select(sum(PRICE).over().orderBy(TITLE).rowsUnboundedPreceding())
                        .from(BOOK)
                        .orderBy(TITLE)
                        .fetch(0, Double.class),
                List.of(3.5, 4.5, 14.5));
        query(
                checks,
                "named_window",
                c -> {
                    var window = name("w").as(DSL.orderBy(PRICE));
                    return c.select(DSL.lag(TITLE).over(window))
                            .from(BOOK)
                            .window(window)
                            .orderBy(PRICE.desc())
                            .limit(2)
                            .fetch(0);
                },
                List.of("a", "b"));
        query(
                checks,
                "filter_and_ordered_aggregate",
                c -> c.select(
                                count().filterWhere(PRICE.gt(BigDecimal.ONE)),
                                listAgg(TITLE, ",").withinGroupOrderBy(TITLE.desc()))
                        .from(BOOK)
                        .fetchOne()
                        .toString()
                        .contains("c,b,a"),
                true);
    }

    private static void nested(Checks checks) {
        query(
                checks,
                "multiset",
                c -> c.select(
                                NAME,
                                multiset(select(TITLE, PRICE)
                                                .from(BOOK)
                                                .where(BOOK_AUTHOR.eq(AUTHOR_ID))
                                                .orderBy(TITLE))
                                        .convertFrom(r -> r.map(Records.mapping(Title::new))))
                        .from(AUTHOR)
                        .where(NAME.eq("Ada"))
                        .fetchOne()
                        .value2(),
                List.of(new Title("a", new BigDecimal("3.50")), new Title("b", new BigDecimal("1.00"))));
        query(
                checks,
                "row_nested",
                c -> c.select(row(TITLE, PRICE).mapping(Title::new))
                        .from(BOOK)
                        .where(TITLE.eq("c"))
                        .fetchOne()
                        .value1(),
                new Title("c", new BigDecimal("10.00")));
        query(
                checks,
                "json_gathered",
                c -> c.select(jsonArrayAgg(jsonObject(key("t").value(TITLE))).orderBy(TITLE))
                        .from(BOOK)
                        .where(BOOK_AUTHOR.isNotNull())
                        .fetchOne()
                        .value1()
                        .data()
                        .replace(" ", ""),
                "[{\"t\":\"a\"},{\"t\":\"b\"}]");
        query(
                checks,
                "json_parts",
                c -> c.select(jsonbGetAttributeAsText(val(JSONB.valueOf("{\"a\": 5}")), inline("a")))
                        .fetchOne(0),
                "5");
    }

    private static void arrays(Checks checks) {
        query(
                checks,
                "arrays",
                c -> c.select(arrayGet(arrayAgg(TITLE).orderBy(TITLE), 2))
                        .from(BOOK)
                        .fetchOne(0),
                "b");
        query(
                checks,
                "unnested_array",
                c -> c.select().from(unnest(new Integer[] {3, 4})).fetch(0),
                List.of(3, 4));
        query(
                checks,
                "any_of_an_array",
                c -> c.select(count())
                        .from(BOOK)
                        .where(TITLE.eq(DSL.any("a", "c", "x")))
                        .fetchOne(0),
                2);
    }

    private static void expressions(Checks checks) {
        query(
                checks,
                "texts",
                c -> c.select(DSL.upper(TITLE)
                                .concat(DSL.lpad(TITLE, 3, "-"))
                                .concat(DSL.repeat(TITLE, 2))
                                .concat(DSL.position(NAME, "d").cast(VARCHAR)))
                        .from(BOOK)
                        .join(AUTHOR)
                        .on(BOOK_AUTHOR.eq(AUTHOR_ID))
                        .where(TITLE.eq("a"))
                        .fetchOne(0),
                "A--aaa2");
        query(
                checks,
                "dates",
                c -> c.select(extract(BORN, DatePart.YEAR).plus(extract(BORN, DatePart.MONTH)))
                        .from(AUTHOR)
                        .where(BORN.lt(DSL.localDateAdd(DSL.currentLocalDate(), -100)))
                        .and(NAME.eq("Ada"))
                        .fetchOne(0),
                1827);
        query(
                checks,
                "conditions",
                c -> c.select(DSL.when(PRICE.between(BigDecimal.ONE, BigDecimal.TWO), "cheap")
                                .when(PRICE.isDistinctFrom(BigDecimal.TEN), "fair")
                                .otherwise(DSL.coalesce(NAME, "none")))
                        .from(BOOK)
                        .leftJoin(AUTHOR)
                        .on(BOOK_AUTHOR.eq(AUTHOR_ID))
                        .orderBy(TITLE)
                        .fetch(0),
                List.of("fair", "cheap", "none"));
        query(
                checks,
                "like_and_regex",
                c -> c.fetchCount(AUTHOR, NAME.likeIgnoreCase("N1%").or(NAME.likeRegex("^n2.?$"))),
                22);
        query(
                checks,
                "statistics",
                c -> c.select(DSL.median(PRICE).plus(DSL.round(DSL.stddevPop(PRICE), 1)))
                        .from(BOOK)
                        .fetchOne(0, Double.class),
                7.3);
    }
}
