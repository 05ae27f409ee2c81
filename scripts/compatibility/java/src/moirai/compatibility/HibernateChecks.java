package moirai.compatibility;

import static moirai.compatibility.Checks.connect;
import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;
import static moirai.compatibility.Checks.value;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import moirai.compatibility.HibernateEntities.Author;
import moirai.compatibility.HibernateEntities.Mood;
import moirai.compatibility.HibernateEntities.Note;
import moirai.compatibility.HibernateEntities.Specimen;
import moirai.compatibility.HibernateEntities.Story;
import moirai.compatibility.HibernateEntities.Tag;
import org.hibernate.KeyType;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.tool.schema.spi.SchemaManagementException;

/** The checks of Hibernate ORM: schema, unit of work, types, collections. Queries and changes are beside it. */
final class HibernateChecks {

    static SessionFactory factory;

    private HibernateChecks() {}

    /** Builds a factory that creates, updates or validates the tables of its entities. */
    static SessionFactory factory(String tables, List<Class<?>> entities) {
        var configuration = new Configuration();
        entities.forEach(configuration::addAnnotatedClass);
        configuration.setProperty("hibernate.connection.url", Checks.URL + "?reWriteBatchedInserts=true");
        configuration.setProperty("hibernate.connection.username", Checks.LOGIN);
        configuration.setProperty("hibernate.connection.password", Checks.PASSWORD);
        configuration.setProperty("hibernate.hbm2ddl.auto", tables);
        configuration.setProperty("hibernate.jdbc.batch_size", "30");
        configuration.setProperty("hibernate.order_inserts", "true");
        configuration.setProperty("hibernate.query.hql.json_functions_enabled", "true");
        return configuration.buildSessionFactory();
    }

    public static void main(String[] arguments) {
        var checks = new Checks();
        schema(checks);
        work(checks);
        outcomes(checks);
        types(checks);
        collections(checks);
        HibernateQueries.add(checks);
        HibernateChanges.add(checks);
        checks.run(() -> factory = factory("create", HibernateEntities.ALL));
    }

    private static void schema(Checks checks) {
        checks.check("create_again", () -> factory("create", List.of(Tag.class)).close());
        checks.check(
                "validate", () -> factory("validate", HibernateEntities.ALL).close());
        checks.check(
                "update_without_changes",
                () -> factory("update", HibernateEntities.ALL).close());
        checks.check("update_adds_a_column", () -> {
            factory("create", List.of(ThingBefore.class)).close();
            execute("INSERT INTO thing VALUES (1, 'first')");
            fails(
                    SchemaManagementException.class,
                    () -> factory("validate", List.of(Thing.class)).close());
            try (SessionFactory later = factory("update", List.of(Thing.class))) {
                later.inTransaction(s -> same(s.find(Thing.class, 1).color, null));
            }
            factory("validate", List.of(Thing.class)).close();
        });
        checks.check("create_drop", () -> {
            factory("create-drop", List.of(Gone.class)).close();
            refused("42P01", () -> execute("SELECT * FROM gone"));
        });
        checks.check("schema_manager", () -> {
            try (SessionFactory f = factory("none", List.of(Gone.class))) {
                f.getSchemaManager().create(false);
                f.inTransaction(s -> s.persist(new Gone()));
                f.getSchemaManager().validate();
                f.getSchemaManager().truncate();
                f.inTransaction(s -> same(
                        s.createQuery("select count(*) from Gone", Long.class).getSingleResult(), 0L));
                f.getSchemaManager().drop(false);
            }
        });
    }

    private static void work(Checks checks) {
        checks.check(
                "persist_with_cascade",
                () -> factory.inTransaction(s -> {
                    s.persist(new Author("Ada", LocalDate.of(1815, 12, 10))
                            .write("a", "2.50")
                            .write("b", "0.00"));
                    s.persist(new Author("Bob", null).write("c", "9.99"));
                }));
        checks.check(
                "find_and_lazy_loading",
                () -> factory.inTransaction(s -> {
                    Author ada = author(s, "Ada");
                    same(ada.books.stream().map(b -> b.title).sorted().toList(), List.of("a", "b"));
                    same(ada.bookCount, 2L);
                }));
        checks.check(
                "batch_of_inserts",
                () -> factory.inTransaction(s -> {
                    for (int i = 0; i < 100; i++) {
                        s.persist(new Author("many " + i, LocalDate.of(1900 + i % 50, 1, 1)));
                    }
                }));
        checks.check("dirty_checking", () -> {
            factory.inTransaction(s -> author(s, "Ada").live("Marylebone", "London"));
            factory.inTransaction(s -> same(author(s, "Ada").address.town + author(s, "Ada").version, "London1"));
        });
        checks.check("orphans_are_removed", () -> {
            factory.inTransaction(s -> author(s, "Bob").books.clear());
            factory.inTransaction(s -> same(author(s, "Bob").bookCount, 0L));
        });
        checks.check("merge_and_refresh", () -> {
            Author bob = factory.fromTransaction(s -> author(s, "Bob"));
            bob.born = LocalDate.of(2000, 1, 2);
            factory.inTransaction(s -> {
                Author merged = s.merge(bob);
                s.flush();
                s.refresh(merged);
                same(merged.born, LocalDate.of(2000, 1, 2));
            });
        });
    }

    private static void outcomes(Checks checks) {
        checks.check(
                "unique_name",
                () -> refused("23505", () -> factory.inTransaction(s -> s.persist(new Author("Ada", null)))));
        checks.check("rollback", () -> {
            fails(
                    IllegalStateException.class,
                    () -> factory.inTransaction(s -> {
                        s.persist(new Author("never", null));
                        s.flush();
                        throw new IllegalStateException("no");
                    }));
            factory.inTransaction(s -> same(
                    s.createQuery("from Author where name = 'never'", Author.class)
                            .list()
                            .size(),
                    0));
        });
        checks.check(
                "stateless_session_with_upsert",
                () -> factory.inStatelessTransaction(s -> {
                    s.insert(new Tag("new"));
                    s.upsert(new Tag("new"));
                    s.upsert(new Tag("newer"));
                    same(
                            s.createQuery("select count(*) from Tag where word like 'new%'", Long.class)
                                    .getSingleResult(),
                            2L);
                }));
        checks.check(
                "insert_many_stateless",
                () -> factory.inStatelessTransaction(s -> s.insertMultiple(java.util.stream.IntStream.range(0, 60)
                        .mapToObj(i -> new Tag("tag " + i))
                        .toList())));
        checks.check("remove", () -> {
            factory.inTransaction(s -> s.remove(s.find(Tag.class, "newer")));
            factory.inTransaction(s -> same(s.find(Tag.class, "newer"), null));
        });
    }

    static Author author(org.hibernate.Session session, String name) {
        return session.find(Author.class, name, KeyType.NATURAL);
    }

    private static void types(Checks checks) {
        checks.check("types_round_trip", () -> {
            var specimen = specimen();
            factory.inTransaction(s -> s.persist(specimen));
            factory.inTransaction(s -> {
                Specimen found = s.find(Specimen.class, specimen.id);
                same(
                        List.of(found.time, found.duration, found.yes, found.number, found.at.toInstant()),
                        List.of(specimen.time, specimen.duration, true, 1.25, specimen.at.toInstant()));
                same(found.bytes, specimen.bytes);
                same(List.of(found.mood, found.ordinal, found.named), List.of(Mood.HAPPY, Mood.SAD, Mood.HAPPY));
            });
        });
        checks.check(
                "json_and_arrays",
                () -> factory.inTransaction(s -> {
                    Specimen found =
                            s.createQuery("from Specimen", Specimen.class).getSingleResult();
                    same(found.document, Map.of("a", List.of(1, 2), "b", "text"));
                    same(found.words, List.of("one", "t\"wo"));
                    same(found.numbers, new int[] {3, 4});
                }));
        checks.check("large_object", () -> {
            var story = new Story();
            story.text = "story".repeat(1000);
            factory.inTransaction(s -> s.persist(story));
            factory.inTransaction(s -> same(s.find(Story.class, story.id).text.length(), 5000));
        });
        checks.check(
                "generated_column",
                () -> factory.inTransaction(
                        s -> same(s.createQuery("from Specimen", Specimen.class).getSingleResult().origin, "unknown")));
        checks.check("types_changed", () -> {
            factory.inTransaction(s -> {
                Specimen found = s.createQuery("from Specimen", Specimen.class).getSingleResult();
                found.document = Map.of("a", 3);
                found.words = List.of();
                found.named = Mood.SAD;
                found.duration = Duration.ofMillis(1);
            });
            factory.inTransaction(s -> same(
                    s.createQuery("from Specimen where named = SAD", Specimen.class)
                            .getSingleResult()
                            .document,
                    Map.of("a", 3)));
        });
        checks.check(
                "enumeration_is_checked", () -> refused("23514", () -> execute("UPDATE specimen SET mood = 'ANGRY'")));
    }

    private static Specimen specimen() {
        var specimen = new Specimen();
        specimen.time = LocalTime.of(1, 2, 3);
        specimen.duration = Duration.ofSeconds(90, 500);
        specimen.yes = true;
        specimen.number = 1.25;
        specimen.bytes = new byte[] {0, 1, -1};
        specimen.at = OffsetDateTime.of(2024, 5, 6, 7, 8, 9, 123_000_000, ZoneOffset.ofHours(2));
        specimen.mood = Mood.HAPPY;
        specimen.ordinal = Mood.SAD;
        specimen.named = Mood.HAPPY;
        specimen.document = Map.of("a", List.of(1, 2), "b", "text");
        specimen.words = List.of("one", "t\"wo");
        specimen.numbers = new int[] {3, 4};
        specimen.lines.addAll(List.of("first", "second", "third"));
        specimen.counts = Map.of("x", 1, "y", 2);
        return specimen;
    }

    private static void collections(Checks checks) {
        checks.check("element_collections", () -> {
            factory.inTransaction(s -> {
                Specimen found = s.createQuery("from Specimen", Specimen.class).getSingleResult();
                same(List.copyOf(found.lines), List.of("first", "second", "third"));
                found.lines.remove(0);
                found.counts.put("x", 5);
            });
            factory.inTransaction(s -> {
                Specimen found = s.createQuery("from Specimen", Specimen.class).getSingleResult();
                same(List.copyOf(found.lines), List.of("second", "third"));
                same(Map.copyOf(found.counts), Map.of("x", 5, "y", 2));
            });
        });
        checks.check("many_to_many", () -> {
            factory.inTransaction(s -> author(s, "Ada").books.forEach(book -> {
                book.tags.add(s.find(Tag.class, "tag 1"));
                book.tags.add(s.find(Tag.class, "tag 2"));
            }));
            factory.inTransaction(s -> same(
                    s.createQuery("select count(*) from Book b join b.tags t where t.word = 'tag 1'", Long.class)
                            .getSingleResult(),
                    2L));
        });
        checks.check(
                "find_several_by_key",
                () -> factory.inTransaction(s -> {
                    List<Tag> tags = s.findMultiple(Tag.class, List.of("tag 3", "nothing", "tag 4"));
                    same(tags.stream().map(t -> t == null ? "" : t.word).toList(), List.of("tag 3", "", "tag 4"));
                }));
        checks.check(
                "collections_loaded_in_batches",
                () -> factory.inTransaction(s -> {
                    List<Author> authors = s.createQuery("from Author order by id", Author.class)
                            .setMaxResults(15)
                            .list();
                    same(authors.stream().mapToInt(a -> a.books.size()).sum(), 2);
                }));
        checks.check("soft_delete", () -> {
            var note = new Note();
            note.text = "kept";
            factory.inTransaction(s -> s.persist(note));
            factory.inTransaction(s -> s.remove(s.find(Note.class, note.id)));
            factory.inTransaction(
                    s -> same(s.createQuery("from Note", Note.class).list().size(), 0));
            try (Connection c = connect()) {
                same(value(c, "SELECT count(*) FROM note WHERE deleted"), "1");
            }
        });
    }

    @Entity(name = "ThingBefore")
    @jakarta.persistence.Table(name = "thing")
    static class ThingBefore {
        @Id
        int id;

        String name;
    }

    @Entity(name = "Thing")
    @jakarta.persistence.Table(name = "thing")
    static class Thing {
        @Id
        int id;

        String name;
        String color;
    }

    @Entity(name = "Gone")
    @jakarta.persistence.Table(name = "gone")
    static class Gone {
        @Id
        @jakarta.persistence.GeneratedValue
        Long id;
    }
}
