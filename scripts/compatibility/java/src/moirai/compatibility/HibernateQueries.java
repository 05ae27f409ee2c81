package moirai.compatibility;

import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.same;
import static moirai.compatibility.HibernateChecks.author;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import moirai.compatibility.HibernateEntities.Animal;
import moirai.compatibility.HibernateEntities.Author;
import moirai.compatibility.HibernateEntities.Book;
import moirai.compatibility.HibernateEntities.CardPayment;
import moirai.compatibility.HibernateEntities.CashPayment;
import moirai.compatibility.HibernateEntities.Cat;
import moirai.compatibility.HibernateEntities.Dog;
import moirai.compatibility.HibernateEntities.Payment;
import org.hibernate.ScrollMode;
import org.hibernate.Session;
import org.hibernate.query.Order;
import org.hibernate.query.Page;

/** The checks of Hibernate's queries: HQL, criteria, inheritance and native SQL. */
final class HibernateQueries {

    private HibernateQueries() {}

    static void add(Checks checks) {
        joins(checks);
        pages(checks);
        streams(checks);
        expressions(checks);
        aggregates(checks);
        criteria(checks);
        inheritance(checks);
        natives(checks);
    }

    static void query(Checks checks, String name, Function<Session, Object> query, Object expected) {
        checks.check(name, () -> HibernateChecks.factory.inTransaction(s -> same(query.apply(s), expected)));
    }

    /** Adds a check that HQL returns these rows of one column. */
    private static void hql(Checks checks, String name, String query, Object... expected) {
        query(checks, name, s -> s.createQuery(query, Object.class).list(), List.of(expected));
    }

    private static void joins(Checks checks) {
        query(
                checks,
                "join_fetch",
                s -> s.createQuery(
                                "select distinct a from Author a join fetch a.books b where b.price >= 0 order by a.id",
                                Author.class)
                        .list()
                        .get(0)
                        .books
                        .size(),
                2);
        hql(
                checks,
                "left_join_grouped",
                "select a.name || ' ' || count(b) from Author a left join a.books b where a.name in ('Ada', 'Bob') "
                        + "group by a.id, a.name having count(b) >= 0 order by count(b) desc",
                "Ada 2",
                "Bob 0");
        hql(
                checks,
                "exists_and_all",
                "select a.name from Author a where exists (select 1 from Book b where b.author = a) "
                        + "and 100 > all (select b.price from Book b where b.author = a)",
                "Ada");
        hql(
                checks,
                "size_and_member",
                "select a.name from Author a where size(a.books) > 1 and a.books is not empty",
                "Ada");
        hql(
                checks,
                "subquery_in_from",
                "select c.n from (select a.name as name, count(*) as n from Author a join a.books b group by a.name) c",
                2L);
        hql(
                checks,
                "lateral_join",
                "select l.title from Author a join lateral (select b.title as title from a.books b "
                        + "order by b.title desc limit 1) l where a.name = 'Ada'",
                "b");
    }

    private static void pages(Checks checks) {
        query(
                checks,
                "pagination",
                s -> s
                        .createQuery("from Author order by name", Author.class)
                        .setFirstResult(3)
                        .setMaxResults(2)
                        .list()
                        .stream()
                        .map(a -> a.name)
                        .toList(),
                List.of("many 1", "many 10"));
        query(
                checks,
                "pages_and_their_count",
                s -> {
                    var query =
                            s.createSelectionQuery("from Author where name like 'many%' order by name", Author.class);
                    return query.getResultCount() + " "
                            + query.setPage(Page.page(7, 14)).list().size();
                },
                "100 2");
        query(
                checks,
                "pages_by_key",
                s -> {
                    var query = s.createSelectionQuery("from Author where name like 'many%'", Author.class);
                    var first = query.getKeyedResultList(Page.first(10).keyedBy(Order.asc(Author.class, "name")));
                    return query.getKeyedResultList(first.getNextPage())
                            .getResultList()
                            .get(0)
                            .name;
                },
                "many 18");
    }

    private static void streams(Checks checks) {
        query(
                checks,
                "rows_streamed",
                s -> {
                    try (var rows = s.createQuery("from Author", Author.class)
                            .setFetchSize(20)
                            .getResultStream()) {
                        return rows.count();
                    }
                },
                102L);
        query(
                checks,
                "rows_scrolled",
                s -> {
                    try (var rows = s.createQuery("from Author order by name", Author.class)
                            .scroll(ScrollMode.SCROLL_INSENSITIVE)) {
                        rows.last();
                        return rows.get().name;
                    }
                },
                "many 99");
        query(
                checks,
                "fetch_first_with_ties",
                s -> s.createQuery(
                                "from Author where born is not null order by born desc fetch first 1 row with ties",
                                Author.class)
                        .list()
                        .size(),
                1);
    }

    private static void expressions(Checks checks) {
        hql(
                checks,
                "functions_of_text",
                "select upper(a.name) || length(a.name) || substring(a.name, 2) || replace(a.name, 'A', 'I') || "
                        + "trim(both 'a' from a.name) from Author a where a.name ilike 'ada'",
                "ADA3daIdaAd");
        hql(
                checks,
                "parts_of_dates",
                "select year(a.born) * 100 + month(a.born) from Author a where a.name = 'Ada'",
                181512);
        hql(
                checks,
                "arithmetic_of_dates",
                "select a.name from Author a where a.born + 10 year < local date and a.born < date 1816-01-01",
                "Ada");
        hql(
                checks,
                "truncated_moments",
                "select count(*) from Book b where trunc(b.made, month) <= offset datetime "
                        + "and b.made > instant - 1 day",
                2L);
        hql(
                checks,
                "case_and_coalesce",
                "select case when b.price > 1 then 'dear' else coalesce(nullif(b.title, 'b'), 'none') end from Book b "
                        + "order by b.title",
                "dear",
                "none");
    }

    private static void aggregates(Checks checks) {
        hql(
                checks,
                "window_function",
                "select b.title || row_number() over (partition by b.author order by b.price desc) "
                        + "from Book b order by 1",
                "a1",
                "b2");
        hql(
                checks,
                "strings_gathered",
                "select listagg(b.title, ', ') within group (order by b.title desc) from Book b",
                "b, a");
        hql(checks, "filter_of_an_aggregate", "select count(*) filter (where b.price > 1) from Book b", 1L);
        hql(
                checks,
                "common_table_expression",
                "with dear as (select b.title as title from Book b where b.price > 1) select d.title from dear d",
                "a");
        hql(
                checks,
                "recursive_query",
                "with n as (select 1 as i union all select n.i + 1 as i from n n where n.i < 5) "
                        + "select sum(n.i) from n n",
                15L);
        query(
                checks,
                "union_and_except",
                s -> s
                        .createQuery(
                                "select a.name from Author a where a.name = 'Ada' union select b.title from Book b "
                                        + "except select t.word from Tag t",
                                String.class)
                        .list()
                        .stream()
                        .sorted()
                        .toList(),
                List.of("Ada", "a", "b"));
        hql(checks, "array_contains", "select count(*) from Specimen s where array_contains(s.numbers, 4)", 1L);
        hql(checks, "json_value", "select json_value(s.document, '$.a' returning integer) from Specimen s", 3);
    }

    private static void criteria(Checks checks) {
        query(
                checks,
                "criteria_with_joins",
                s -> {
                    var builder = s.getCriteriaBuilder();
                    var query = builder.createQuery(String.class);
                    var book = query.from(Book.class);
                    var author = book.<Book, Author>join("author");
                    query.select(author.get("name"))
                            .distinct(true)
                            .where(
                                    builder.like(author.get("name"), "A%"),
                                    builder.or(
                                            builder.isNull(book.get("price")),
                                            builder.ge(book.get("price"), BigDecimal.ZERO)));
                    return s.createQuery(query).list();
                },
                List.of("Ada"));
        query(
                checks,
                "criteria_with_groups",
                s -> {
                    var builder = s.getCriteriaBuilder();
                    var query = builder.createTupleQuery();
                    var book = query.from(Book.class);
                    query.select(builder.tuple(builder.count(book), builder.max(book.<BigDecimal>get("price"))))
                            .groupBy(book.get("author"))
                            .having(builder.gt(builder.count(book), 1));
                    return s.createQuery(query).getSingleResult().get(0);
                },
                2L);
        query(
                checks,
                "criteria_with_a_subquery",
                s -> {
                    var builder = s.getCriteriaBuilder();
                    var query = builder.createQuery(Author.class);
                    var author = query.from(Author.class);
                    var inner = query.subquery(Long.class);
                    var book = inner.from(Book.class);
                    inner.select(book.get("author").get("id"));
                    query.where(author.get("id").in(inner));
                    return s.createQuery(query).list().size();
                },
                1);
    }

    private static void inheritance(Checks checks) {
        query(
                checks,
                "joined_tables",
                s -> {
                    var card = new CardPayment();
                    card.amount = BigDecimal.TEN;
                    card.card = "visa";
                    var cash = new CashPayment();
                    cash.amount = BigDecimal.ONE;
                    cash.coins = 3;
                    s.persist(card);
                    s.persist(cash);
                    s.flush();
                    s.clear();
                    return s.createQuery("from Payment order by amount", Payment.class)
                                    .list()
                                    .get(1)
                            instanceof CardPayment;
                },
                true);
        query(
                checks,
                "single_table",
                s -> {
                    var cat = new Cat();
                    cat.name = "Tom";
                    cat.lives = 9;
                    var dog = new Dog();
                    dog.name = "Rex";
                    s.persist(cat);
                    s.persist(dog);
                    s.flush();
                    s.clear();
                    return s.createQuery("from Animal a where type(a) = Cat or treat(a as Dog).barks", Animal.class)
                            .list()
                            .size();
                },
                1);
        query(
                checks,
                "change_of_joined_tables",
                s -> s.createMutationQuery(
                                "update CardPayment set amount = amount + 1, card = 'other' where amount > 5")
                        .executeUpdate(),
                1);
        query(
                checks,
                "removal_from_joined_tables",
                s -> s.createMutationQuery("delete from Payment where amount > 0")
                        .executeUpdate(),
                2);
    }

    private static void natives(Checks checks) {
        query(
                checks,
                "native_query",
                s -> s.createNativeQuery("SELECT {a.*} FROM author a WHERE a.name = :name", Author.class)
                        .addEntity("a", Author.class)
                        .setParameter("name", "Bob")
                        .getSingleResult()
                        .name,
                "Bob");
        query(
                checks,
                "native_query_with_a_list",
                s -> s.createNativeQuery("SELECT count(*) FROM author WHERE name IN (:names)", Long.class)
                        .setParameterList("names", List.of("Bob", "many 2"))
                        .getSingleResult(),
                2L);
        query(
                checks,
                "stored_function",
                s -> {
                    s.doWork(c -> execute(
                            c, "CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql AS 'SELECT n * 2'"));
                    return s.createSelectionQuery("select function('twice', 21)", Object.class)
                            .getSingleResult();
                },
                42);
        query(
                checks,
                "next_number_of_a_sequence",
                s -> {
                    Number first = s.createNativeQuery("SELECT nextval('author_seq')", Long.class)
                            .getSingleResult();
                    Number second = s.createNativeQuery("SELECT nextval('author_seq')", Long.class)
                            .getSingleResult();
                    return second.longValue() - first.longValue();
                },
                20L);
    }
}
