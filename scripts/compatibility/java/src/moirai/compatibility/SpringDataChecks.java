package moirai.compatibility;

import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import moirai.compatibility.SpringDataRepositories.Author;
import moirai.compatibility.SpringDataRepositories.Authors;
import moirai.compatibility.SpringDataRepositories.Book;
import moirai.compatibility.SpringDataRepositories.Books;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.Example;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.orm.ObjectOptimisticLockingFailureException;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/** The checks of Spring Data JPA: repositories with queries that follow from names, pages, specifications, locks. */
final class SpringDataChecks {

    private static Authors authors;
    private static Books books;
    private static TransactionTemplate transaction;

    private SpringDataChecks() {}

    public static void main(String[] arguments) {
        var checks = new Checks();
        changes(checks);
        names(checks);
        pages(checks);
        conditions(checks);
        queries(checks);
        locks(checks);
        checks.run(() -> {
            var context = new AnnotationConfigApplicationContext(Program.class);
            authors = context.getBean(Authors.class);
            books = context.getBean(Books.class);
            transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        });
    }

    private static void changes(Checks checks) {
        checks.check("save_and_find", () -> {
            Author ada = authors.save(new Author("Ada", LocalDate.of(1815, 12, 10))
                    .with("a", "2.50")
                    .with("b", "1"));
            same(authors.findById(ada.id).orElseThrow().name, "Ada");
            holds(ada.made != null && ada.id > 0, ada.made);
        });
        checks.check("save_all", () -> {
            List<Author> many = IntStream.range(0, 45)
                    .mapToObj(i -> new Author("many " + i, null))
                    .toList();
            same(new HashSet<>(authors.saveAll(many).stream().map(a -> a.id).toList()).size(), 45);
        });
        checks.check("audited_change", () -> {
            Author ada = authors.findByName("Ada");
            ada.born = LocalDate.of(1815, 12, 11);
            Author changed = authors.saveAndFlush(ada);
            holds(!changed.changed.isBefore(changed.made), changed.changed);
        });
        checks.check("delete_in_batches", () -> {
            authors.deleteAllInBatch(authors.findByNameStartingWith("many 4"));
            authors.deleteAllByIdInBatch(authors.findByNameStartingWith("many 3").stream()
                    .map(a -> a.id)
                    .toList());
            same(authors.count(), 29L);
        });
        checks.check("delete_by_name", () -> same(transaction.<Long>execute(s -> authors.removeByName("many 29")), 1L));
        checks.check("duplicate_name", () -> refused("23505", () -> authors.save(new Author("Ada", null))));
    }

    private static void names(Checks checks) {
        checks.check(
                "query_of_a_name",
                () -> same(
                        authors.findByNameContainingIgnoreCaseOrderByNameDesc("ANY 1")
                                .size(),
                        11));
        checks.check(
                "query_of_a_path",
                () -> same(
                        books.findByAuthorNameAndPriceGreaterThan("Ada", BigDecimal.TWO)
                                .size(),
                        1));
        checks.check("exists_and_count", () -> {
            same(authors.existsByName("Ada"), true);
            same(authors.countByBornIsNull(), 27L);
        });
        checks.check(
                "first_ones", () -> same(authors.findTop3ByOrderByNameDesc().get(0).name, "many 9"));
        checks.check(
                "between_and_in",
                () -> same(
                        authors.findByBornBetweenOrNameIn(
                                        LocalDate.of(1800, 1, 1), LocalDate.of(1900, 1, 1), List.of("many 1"))
                                .size(),
                        2));
        checks.check("projection", () -> same(books.viewOf("a").get(0).getAuthorName(), "Ada"));
    }

    private static void pages(Checks checks) {
        checks.check("page", () -> {
            var page = authors.findAll(PageRequest.of(1, 10, Sort.by("name")));
            same(
                    List.of(
                            page.getTotalElements(),
                            page.getTotalPages(),
                            page.getContent().size()),
                    List.of(28L, 3, 10));
        });
        checks.check(
                "slice",
                () -> same(
                        authors.findSliceByNameStartingWith("many", PageRequest.of(0, 5))
                                .hasNext(),
                        true));
        checks.check("scroll_by_key", () -> {
            var first = authors.findFirst10ByOrderByNameAscIdAsc(ScrollPosition.keyset());
            var second = authors.findFirst10ByOrderByNameAscIdAsc(first.positionAt(first.size() - 1));
            same(second.getContent().get(0).name, "many 17");
        });
        checks.check(
                "stream",
                () -> same(
                        transaction.<Long>execute(s -> {
                            try (var all = authors.streamAllByNameNotNull()) {
                                return all.count();
                            }
                        }),
                        28L));
    }

    private static void conditions(Checks checks) {
        checks.check(
                "specification",
                () -> same(
                        authors.findAll(SpringDataRepositories.hasBook("b")
                                        .or(SpringDataRepositories.isNamed("many 2")))
                                .size(),
                        2));
        checks.check("example", () -> {
            var example = new Author("Ada", null);
            same(authors.findOne(Example.of(example)).orElseThrow().name, "Ada");
        });
    }

    private static void queries(Checks checks) {
        checks.check(
                "entity_graph",
                () -> same(authors.findWithBooksByName("Ada").books.size(), 2));
        checks.check("query_with_parameters", () -> same(authors.namesByLength(3, Sort.by("name")), List.of("Ada")));
        checks.check("modifying_query", () -> {
            same(transaction.<Integer>execute(s -> books.raise(new BigDecimal("1.10"))), 2);
            same(books.viewOf("a").get(0).getPrice(), new BigDecimal("2.75"));
        });
        checks.check(
                "native_query_with_pages",
                () -> same(authors.nativePage("many%", PageRequest.of(0, 7)).getTotalElements(), 27L));
        checks.check(
                "native_window_function",
                () -> same(books.ranked().stream().map(r -> r[1]).toList(), List.of(1L, 2L)));
        checks.check(
                "upsert",
                () -> same(
                        transaction.<Integer>execute(s -> books.tag("word")) * 10
                                + transaction.<Integer>execute(s -> books.tag("word")),
                        10));
    }

    private static void locks(Checks checks) {
        checks.check(
                "pessimistic_lock",
                () -> transaction.executeWithoutResult(s -> {
                    Book book = books.findForUpdateByTitle("a");
                    book.price = book.price.add(BigDecimal.ONE);
                }));
        checks.check(
                "queue_with_skip_locked",
                () -> transaction.executeWithoutResult(s -> {
                    Book mine = books.nextFree().get(0);
                    Checks.start(() -> transaction.executeWithoutResult(other -> {
                                List<Book> free = books.nextFree();
                                holds(free.size() == 1 && !free.get(0).id.equals(mine.id), free.size());
                            }))
                            .join();
                }));
        checks.check("optimistic_lock", () -> {
            Author stale = authors.findByName("many 1");
            Author fresh = authors.findByName("many 1");
            fresh.born = LocalDate.of(2000, 1, 1);
            authors.save(fresh);
            stale.born = LocalDate.of(2001, 1, 1);
            fails(ObjectOptimisticLockingFailureException.class, () -> authors.save(stale));
        });
        checks.check("rollback", () -> {
            fails(
                    IllegalStateException.class,
                    () -> transaction.executeWithoutResult(s -> {
                        authors.save(new Author("never", null));
                        authors.flush();
                        throw new IllegalStateException("no");
                    }));
            same(authors.existsByName("never"), false);
        });
    }

    /** The beans of a small program, as Spring Boot would make them. */
    @Configuration
    @EnableTransactionManagement
    @EnableJpaAuditing
    @EnableJpaRepositories(considerNestedRepositories = true)
    public static class Program {
        @Bean(destroyMethod = "close")
        public HikariDataSource source() {
            return HikariChecks.pool(config -> {});
        }

        @Bean
        public LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource source) {
            var factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(source);
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            factory.setPersistenceUnitName("checks");
            factory.setManagedTypes(org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes.of(
                    Author.class.getName(), Book.class.getName(), SpringDataRepositories.Tag.class.getName()));
            factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "create", "hibernate.jdbc.batch_size", "20"));
            return factory;
        }

        @Bean
        public PlatformTransactionManager transactionManager(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }
    }
}
