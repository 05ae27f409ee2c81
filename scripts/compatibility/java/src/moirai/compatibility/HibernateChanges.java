package moirai.compatibility;

import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;
import static moirai.compatibility.Checks.value;
import static moirai.compatibility.HibernateChecks.author;
import static moirai.compatibility.HibernateChecks.factory;
import static moirai.compatibility.HibernateQueries.query;

import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import java.math.BigDecimal;
import java.util.List;
import moirai.compatibility.HibernateEntities.Author;
import moirai.compatibility.HibernateEntities.Book;
import org.hibernate.LockMode;
import org.hibernate.Timeouts;

/** The checks of Hibernate's locks and of statements that change many rows. */
final class HibernateChanges {

    private HibernateChanges() {}

    static void add(Checks checks) {
        optimism(checks);
        locks(checks);
        changes(checks);
    }

    private static void optimism(Checks checks) {
        checks.check("version_finds_a_stale_entity", () -> {
            Author stale = factory.fromTransaction(s -> author(s, "Bob"));
            factory.inTransaction(s -> author(s, "Bob").live("Main Street", "York"));
            stale.live("Side Street", "York");
            fails(OptimisticLockException.class, () -> factory.inTransaction(s -> s.merge(stale)));
        });
        checks.check(
                "version_incremented_by_force",
                () -> factory.inTransaction(s -> {
                    Author bob = author(s, "Bob");
                    int before = bob.version;
                    s.lock(bob, LockModeType.PESSIMISTIC_FORCE_INCREMENT);
                    same(bob.version, before + 1);
                }));
        checks.check(
                "optimistic_lock_checked_at_commit",
                () -> factory.inTransaction(s -> s.find(Author.class, author(s, "Ada").id, LockModeType.OPTIMISTIC)));
    }

    private static void locks(Checks checks) {
        checks.check(
                "pessimistic_write",
                () -> factory.inTransaction(s -> {
                    Book book = s.createQuery("from Book where title = 'a'", Book.class)
                            .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                            .getSingleResult();
                    book.price = book.price.add(BigDecimal.ONE);
                }));
        checks.check(
                "pessimistic_read_with_a_join",
                () -> factory.inTransaction(s -> same(
                        s.createQuery("select b from Book b join fetch b.author where b.title = 'a'", Book.class)
                                .setHibernateLockMode(LockMode.PESSIMISTIC_READ)
                                .list()
                                .size(),
                        1)));
        checks.check(
                "skip_locked_and_nowait",
                () -> factory.inTransaction(s -> {
                    Book mine = s.createQuery("from Book order by id", Book.class)
                            .setMaxResults(1)
                            .setHibernateLockMode(LockMode.UPGRADE_SKIPLOCKED)
                            .getSingleResult();
                    factory.inTransaction(other -> {
                        List<Book> free = other.createQuery("from Book order by id", Book.class)
                                .setHibernateLockMode(LockMode.UPGRADE_SKIPLOCKED)
                                .list();
                        holds(free.stream().noneMatch(b -> b.id.equals(mine.id)), free.size());
                    });
                    try {
                        refused(
                                "55P03",
                                () -> factory.inTransaction(other -> other.find(
                                        Book.class, mine.id, LockModeType.PESSIMISTIC_WRITE, Timeouts.NO_WAIT)));
                    } catch (Exception failed) {
                        throw new IllegalStateException(failed);
                    }
                }));
        checks.check(
                "lock_of_an_entity",
                () -> factory.inTransaction(s -> {
                    Author ada = author(s, "Ada");
                    s.lock(ada, LockModeType.PESSIMISTIC_WRITE);
                    same(s.getCurrentLockMode(ada), LockMode.PESSIMISTIC_WRITE);
                }));
        checks.check(
                "work_on_the_connection",
                () -> factory.inTransaction(s -> s.doWork(c -> {
                    holds(!c.getAutoCommit(), "autocommit");
                    same(value(c, "SELECT count(*) FROM author WHERE name = 'Ada'"), "1");
                })));
    }

    private static void changes(Checks checks) {
        query(
                checks,
                "change_of_many",
                s -> s.createMutationQuery(
                                "update versioned Author set address.town = upper(name) where name like 'many 1%'")
                        .executeUpdate(),
                11);
        query(
                checks,
                "removal_of_many",
                s -> s.createMutationQuery("delete from Author a where a.name like 'many 9%' "
                                + "and not exists (from Book b where b.author = a)")
                        .executeUpdate(),
                11);
        query(
                checks,
                "insert_of_a_query",
                s -> s.createMutationQuery("insert into Author (name, version) select t.word, 0 from Tag t "
                                + "where t.word like 'tag 5%'")
                        .executeUpdate(),
                11);
        query(
                checks,
                "insert_upon_a_conflict",
                s -> s.createMutationQuery(
                                "insert into Tag (word) values ('tag 1'), ('tag one') on conflict do nothing")
                        .executeUpdate(),
                1);
        query(
                checks,
                "change_with_a_join",
                s -> s.createMutationQuery("update Book b set b.title = b.title || '!' where b.author.name = 'Ada'")
                        .executeUpdate(),
                2);
        query(
                checks,
                "entity_removed_with_its_parts",
                s -> {
                    s.remove(author(s, "Ada"));
                    s.flush();
                    return s.createQuery("select count(*) from Book", Long.class)
                            .getSingleResult();
                },
                0L);
    }
}
