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
    SQLITE("SQLite", EnumSet.of(ListEncoding.TEXT), EnumSet.of(ReadLock.NONE));

    /** Longer than any list of a workload; some families want a bound. */
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
     * Refuses a storage that has no words here.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public void require(ListStorage storage) {
        if (storage.contents() != DataModel.LIST_APPEND && storage.encoding() != ListEncoding.TEXT) {
            throw new IllegalArgumentException(
                    "--list-as: " + storage.contents().plural() + " are no lists; leave it out");
        }
        if (!encodings.contains(storage.encoding())) {
            throw new IllegalArgumentException("--list-as: " + product + " has no list as " + storage.encoding()
                    + " here; expected " + words(encodings));
        }
        if (!readLocks.contains(storage.readLock())) {
            throw new IllegalArgumentException("--read-lock: " + product + " has no read lock " + storage.readLock()
                    + "; expected " + words(readLocks));
        }
    }

    private static String words(Set<?> allowed) {
        return String.join(" or ", allowed.stream().map(String::valueOf).toList());
    }

    /** The type of a text that may be long. */
    String text() {
        return switch (this) {
            case POSTGRES, SQLITE -> "text";
            // Their "text" is an object beside the row, which a read fetches on its own.
            case H2, HSQLDB -> BOUNDED_TEXT;
        };
    }

    /** Whether an index has to be named. */
    boolean namesIndexes() {
        return this != POSTGRES;
    }

    /** Whether a new row can be an update of an old one by ON CONFLICT, rather than by MERGE. */
    boolean hasOnConflict() {
        return switch (this) {
            case POSTGRES, SQLITE -> true;
            case H2, HSQLDB -> false;
        };
    }
}
