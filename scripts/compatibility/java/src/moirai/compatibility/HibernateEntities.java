package moirai.compatibility;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.hibernate.annotations.BatchSize;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.CreationTimestamp;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.Generated;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.SoftDelete;
import org.hibernate.annotations.UpdateTimestamp;
import org.hibernate.type.SqlTypes;

/** The entities of the checks, mapped as Hibernate's user guide maps them. */
final class HibernateEntities {

    static final List<Class<?>> ALL = List.of(
            Author.class,
            Book.class,
            Tag.class,
            Specimen.class,
            Payment.class,
            CardPayment.class,
            CashPayment.class,
            Animal.class,
            Cat.class,
            Dog.class,
            Note.class,
            Story.class);

    private HibernateEntities() {}

    enum Mood {
        SAD,
        HAPPY
    }

    @Embeddable
    static class Address {
        String street;
        String town;
    }

    @Entity(name = "Author")
    @Table(name = "author", indexes = @Index(name = "author_born", columnList = "born"))
    static class Author {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "author_seq")
        @SequenceGenerator(name = "author_seq", allocationSize = 20)
        Long id;

        @NaturalId
        @Column(length = 80, nullable = false)
        String name;

        LocalDate born;

        @Embedded
        Address address;

        @Version
        int version;

        @OneToMany(mappedBy = "author", cascade = CascadeType.ALL, orphanRemoval = true)
        @BatchSize(size = 10)
        List<Book> books = new ArrayList<>();

        @Formula("(SELECT count(*) FROM book b WHERE b.author_id = id)")
        long bookCount;

        Author() {}

        Author(String name, LocalDate born) {
            this.name = name;
            this.born = born;
        }

        void live(String street, String town) {
            address = new Address();
            address.street = street;
            address.town = town;
        }

        Author write(String title, String price) {
            var book = new Book();
            book.title = title;
            book.price = new BigDecimal(price);
            book.author = this;
            books.add(book);
            return this;
        }
    }

    @Entity(name = "Book")
    @Table(name = "book")
    static class Book {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @Column(nullable = false)
        String title;

        @Column(precision = 10, scale = 2)
        BigDecimal price;

        @CreationTimestamp
        Instant made;

        @UpdateTimestamp
        OffsetDateTime changed;

        @ManyToOne(fetch = FetchType.LAZY)
        Author author;

        @ManyToMany
        Set<Tag> tags = new HashSet<>();
    }

    @Entity(name = "Tag")
    @Table(name = "tag")
    static class Tag {
        @Id
        String word;

        Tag() {}

        Tag(String word) {
            this.word = word;
        }
    }

    /** An entity with a column of each type. */
    @Entity(name = "Specimen")
    @Table(name = "specimen")
    static class Specimen {
        @Id
        @GeneratedValue
        UUID id;

        LocalTime time;
        Duration duration;
        boolean yes;
        double number;
        byte[] bytes;
        OffsetDateTime at;

        @Enumerated(EnumType.STRING)
        Mood mood;

        @Enumerated(EnumType.ORDINAL)
        Mood ordinal;

        @JdbcTypeCode(SqlTypes.NAMED_ENUM)
        Mood named;

        @JdbcTypeCode(SqlTypes.JSON)
        Map<String, Object> document;

        List<String> words;
        int[] numbers;

        @ColumnDefault("'unknown'")
        @Generated
        String origin;

        @ElementCollection
        @OrderColumn
        List<String> lines = new ArrayList<>();

        @ElementCollection
        Map<String, Integer> counts;
    }

    /** An entity with a large object. */
    @Entity(name = "Story")
    static class Story {
        @Id
        @GeneratedValue
        Long id;

        @Lob
        String text;
    }

    /** An entity whose subclasses have tables of their own, joined to its table. */
    @Entity(name = "Payment")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Payment {
        @Id
        @GeneratedValue
        Long id;

        BigDecimal amount;
    }

    @Entity(name = "CardPayment")
    static class CardPayment extends Payment {
        String card;
    }

    @Entity(name = "CashPayment")
    static class CashPayment extends Payment {
        int coins;
    }

    /** An entity that shares its table with its subclasses. */
    @Entity(name = "Animal")
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    static class Animal {
        @Id
        @GeneratedValue
        Long id;

        String name;
    }

    @Entity(name = "Cat")
    @DiscriminatorValue("cat")
    static class Cat extends Animal {
        Integer lives;
    }

    @Entity(name = "Dog")
    @DiscriminatorValue("dog")
    static class Dog extends Animal {
        Boolean barks;
    }

    @Entity(name = "Note")
    @SoftDelete
    static class Note {
        @Id
        @GeneratedValue
        Long id;

        String text;
    }
}
