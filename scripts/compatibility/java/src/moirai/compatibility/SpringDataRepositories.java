package moirai.compatibility;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.QueryHint;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.jpa.domain.Specification;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.QueryHints;

/** The entities and repositories of the checks, written as Spring Data's documentation does. */
final class SpringDataRepositories {

    private SpringDataRepositories() {}

    @Entity(name = "Author")
    @EntityListeners(AuditingEntityListener.class)
    public static class Author {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @Column(unique = true)
        String name;

        LocalDate born;

        @CreatedDate
        Instant made;

        @LastModifiedDate
        Instant changed;

        @Version
        Integer version;

        @OneToMany(mappedBy = "author", cascade = CascadeType.ALL)
        List<Book> books = new ArrayList<>();

        protected Author() {}

        Author(String name, LocalDate born) {
            this.name = name;
            this.born = born;
        }

        Author with(String title, String price) {
            var book = new Book();
            book.title = title;
            book.price = new BigDecimal(price);
            book.author = this;
            books.add(book);
            return this;
        }
    }

    @Entity(name = "Book")
    public static class Book {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        Long id;

        String title;

        @Column(precision = 10, scale = 2)
        BigDecimal price;

        @ManyToOne(fetch = FetchType.LAZY)
        Author author;
    }

    @Entity(name = "Tag")
    public static class Tag {
        @Id
        String word;
    }

    /** The parts of a book that are asked for. */
    public interface BookView {
        String getTitle();

        BigDecimal getPrice();

        String getAuthorName();
    }

    /** The queries of authors. */
    public interface Authors extends JpaRepository<Author, Long>, JpaSpecificationExecutor<Author> {
        Author findByName(String name);

        List<Author> findByNameStartingWith(String start);

        long removeByName(String name);

        List<Author> findByNameContainingIgnoreCaseOrderByNameDesc(String part);

        boolean existsByName(String name);

        long countByBornIsNull();

        List<Author> findTop3ByOrderByNameDesc();

        List<Author> findByBornBetweenOrNameIn(LocalDate from, LocalDate to, Collection<String> names);

        Slice<Author> findSliceByNameStartingWith(String start, Pageable page);

        Window<Author> findFirst10ByOrderByNameAscIdAsc(ScrollPosition position);

        Stream<Author> streamAllByNameNotNull();

        @EntityGraph(attributePaths = "books")
        Author findWithBooksByName(String name);

        @Query("select a.name from Author a where length(a.name) = :length")
        List<String> namesByLength(int length, Sort sort);

        @Query(
                value = "SELECT * FROM author WHERE name LIKE :pattern ORDER BY name",
                countQuery = "SELECT count(*) FROM author WHERE name LIKE :pattern",
                nativeQuery = true)
        Page<Author> nativePage(String pattern, Pageable page);
    }

    /** The queries of books. */
    public interface Books extends JpaRepository<Book, Long> {
        List<Book> findByAuthorNameAndPriceGreaterThan(String name, BigDecimal price);

        @Query("select b.title as title, b.price as price, b.author.name as authorName from Book b "
                + "where b.title = :title")
        List<BookView> viewOf(String title);

        @Modifying(clearAutomatically = true)
        @Query("update Book b set b.price = b.price * :factor where b.author is not null")
        int raise(BigDecimal factor);

        @Query(value = "SELECT title, row_number() OVER (ORDER BY price DESC) FROM book ORDER BY 2", nativeQuery = true)
        List<Object[]> ranked();

        @Modifying
        @Query(value = "INSERT INTO tag (word) VALUES (:word) ON CONFLICT DO NOTHING", nativeQuery = true)
        int tag(String word);

        @Lock(LockModeType.PESSIMISTIC_WRITE)
        Book findForUpdateByTitle(String title);

        @Lock(LockModeType.PESSIMISTIC_WRITE)
        @QueryHints(@QueryHint(name = "jakarta.persistence.lock.timeout", value = "-2"))
        @Query("select b from Book b order by b.id limit 1")
        List<Book> nextFree();
    }

    static Specification<Author> isNamed(String name) {
        return (author, query, builder) -> builder.equal(author.get("name"), name);
    }

    static Specification<Author> hasBook(String title) {
        return (author, query, builder) -> {
            var inner = query.subquery(Integer.class);
            var book = inner.from(Book.class);
            return builder.exists(inner.select(builder.literal(1))
                    .where(builder.equal(book.get("author"), author), builder.equal(book.get("title"), title)));
        };
    }
}
