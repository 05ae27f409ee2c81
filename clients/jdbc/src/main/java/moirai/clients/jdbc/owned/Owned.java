package moirai.clients.jdbc.owned;

import java.util.Arrays;
import java.util.List;
import moirai.clients.jdbc.tables.TableSql;
import org.jspecify.annotations.Nullable;

/**
 * A kind of object that Moirai makes. An object is ours if its name and its comment are of one kind; it is in use while
 * somebody holds the lock of that kind and name. Older versions have left objects with these names and comments, so
 * they must not change.
 */
public enum Owned {
    /** The tables of a run. They stand in the schema where its sessions work, and one lock is for all of them. */
    TABLE(TableSql.PREFIX, "[0-9]+", "made by Moirai, which drops it when it starts or ends a run", 0x6d6f6972),

    /** The schema of a program, of which there is one run at a time. */
    PROGRAM_SCHEMA(
            "moirai_program_",
            "[a-z0-9_]+",
            "made by Moirai, which drops it when it starts or ends a program",
            0x6d6f6970),

    /** The schema of one attempt of a directed replay, named by process and number. */
    REPLAY_SCHEMA(
            "moirai_directed_",
            "[0-9]+_[0-9]+",
            "made by Moirai, which drops it when it ends a directed replay",
            0x6d6f6964);

    private final String prefix;
    private final String rest;
    private final String comment;
    private final int lockKey;

    Owned(String prefix, String rest, String comment, int lockKey) {
        this.prefix = prefix;
        this.rest = rest;
        this.comment = comment;
        this.lockKey = lockKey;
    }

    /** Returns the kinds that are schemas. */
    static List<Owned> schemas() {
        return Arrays.stream(values()).filter(kind -> kind != TABLE).toList();
    }

    /**
     * Returns whether a table has a name, or is in a schema with a name, that looks like one of ours. Only the comment
     * proves that it is.
     *
     * @param schema of the table; null in products that have none
     */
    public static boolean isLikely(@Nullable String schema, String table) {
        return table.matches(TABLE.pattern())
                || (schema != null && schemas().stream().anyMatch(kind -> schema.startsWith(kind.prefix)));
    }

    /** Returns the name of an object of this kind. */
    String name(String suffix) {
        String name = prefix + suffix;
        if (!name.matches(pattern())) {
            throw new IllegalArgumentException("'" + name + "' does not match " + pattern());
        }
        return name;
    }

    /** Returns the regular expression that all names of this kind match. */
    String pattern() {
        return "^" + prefix + rest + "$";
    }

    /** Returns the comment on every object of this kind that may be dropped. */
    String comment() {
        return comment;
    }

    /** Returns the first key of the advisory lock on PostgreSQL, four letters that no other application uses. */
    int lockKey() {
        return lockKey;
    }
}
