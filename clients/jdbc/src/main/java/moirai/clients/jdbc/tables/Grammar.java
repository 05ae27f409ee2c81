package moirai.clients.jdbc.tables;

import java.util.EnumSet;
import java.util.Set;
import moirai.history.DataModel;

/** A family of SQL, as far as it matters to our tables. A database speaks one of them. */
public enum Grammar {
    /** PostgreSQL's. */
    POSTGRES("PostgreSQL", EnumSet.allOf(ListEncoding.class), EnumSet.allOf(ReadLock.class)),
    /** H2's: the standard's MERGE. */
    H2("H2", EnumSet.of(ListEncoding.TEXT), EnumSet.allOf(ReadLock.class)),
    /** HSQLDB's: the standard's MERGE; in its MVCC mode FOR UPDATE is accepted and locks nothing. */
    HSQLDB("HSQLDB", EnumSet.of(ListEncoding.TEXT), EnumSet.of(ReadLock.NONE)),
    /** SQLite's: near to PostgreSQL's, without arrays, and without locks of rows. */
    SQLITE("SQLite", EnumSet.of(ListEncoding.TEXT), EnumSet.of(ReadLock.NONE)),
    /** MariaDB's and MySQL's. */
    MARIADB("MariaDB", EnumSet.of(ListEncoding.TEXT), EnumSet.allOf(ReadLock.class));

    /** A text longer than any list of a workload; some families need a bound. */
    private static final String BOUNDED_TEXT = "varchar(1000000)";

    private final String product;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final Set<ListEncoding> encodings;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final Set<ReadLock> readLocks;

    Grammar(String product, Set<ListEncoding> encodings, Set<ReadLock> readLocks) {
        this.product = product;
        this.encodings = encodings;
        this.readLocks = readLocks;
    }

    /**
     * Refuses a storage that this family cannot express.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public void require(ListStorage storage) {
        if (storage.contents() != DataModel.LIST_APPEND && storage.encoding() != ListEncoding.TEXT) {
            throw new IllegalArgumentException(
                    "--list-as: " + storage.contents().plural() + " are no lists; leave it out");
        }
        if (!encodings.contains(storage.encoding())) {
            throw new IllegalArgumentException("--list-as: " + product + " has no list as "
                    + storage.encoding().label() + " here; expected " + words(encodings));
        }
        if (!readLocks.contains(storage.readLock())) {
            throw new IllegalArgumentException("--read-lock: " + product + " has no read lock "
                    + storage.readLock().label() + "; expected " + words(readLocks));
        }
    }

    private static String words(Set<? extends Choice> allowed) {
        return String.join(" or ", allowed.stream().map(Choice::label).toList());
    }

    /** Returns the type of a text that may be long. */
    String text() {
        return switch (this) {
            case POSTGRES, SQLITE -> "text";
            // Their "text" is an object beside the row, which a read fetches on its own.
            case H2, HSQLDB -> BOUNDED_TEXT;
            // Its "text" ends at 64 KiB, this at 16 MiB.
            case MARIADB -> "mediumtext";
        };
    }

    /** Returns a parameter that is an integer, of so many bits or fewer. */
    String integer(int bits) {
        return switch (this) {
            case POSTGRES, H2, HSQLDB, SQLITE -> "CAST(? AS " + (bits == Integer.SIZE ? "integer" : "bigint") + ")";
            case MARIADB -> "CAST(? AS signed)";
        };
    }

    /** Returns a parameter that is an integer and becomes a text. */
    String integerAsText() {
        return switch (this) {
            case POSTGRES, H2, HSQLDB, SQLITE -> "CAST(" + integer(Integer.SIZE) + " AS " + text() + ")";
            case MARIADB -> "CAST(? AS char)";
        };
    }

    /** Returns the options, behind its columns, that make a table transactional; empty for none. */
    String tableOptions() {
        return switch (this) {
            case POSTGRES, H2, HSQLDB, SQLITE -> "";
            case MARIADB -> " ENGINE=InnoDB";
        };
    }

    /** Returns whether an upsert with this count wrote its row: MariaDB counts a row that existed as two. */
    public boolean wroteOne(int count) {
        return count == 1 || (count == 2 && this == MARIADB);
    }

    /** Returns whether an index has to be named. */
    boolean namesIndexes() {
        return this != POSTGRES;
    }

    /** Returns the way in which a new row becomes an update of an old one. */
    Upsert upsert() {
        return switch (this) {
            case POSTGRES, SQLITE -> Upsert.ON_CONFLICT;
            case H2, HSQLDB -> Upsert.MERGE;
            case MARIADB -> Upsert.ON_DUPLICATE_KEY;
        };
    }

    /** A way to write a row that may exist. */
    enum Upsert {
        ON_CONFLICT,
        MERGE,
        ON_DUPLICATE_KEY
    }
}
