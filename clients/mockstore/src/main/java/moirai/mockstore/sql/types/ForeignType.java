package moirai.mockstore.sql.types;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import moirai.mockstore.StoreException;

/**
 * A type that the store does not have, and PostgreSQL has: json, an array, an enumeration. The store keeps values as
 * texts, exactly as PostgreSQL writes them, and does nothing else with them: it compares, orders and computes nothing.
 *
 * @param name as PostgreSQL's {@code format_type} writes it
 * @param oid PostgreSQL's number of the type
 * @param isEnum whether two values are equal if their texts are
 * @param reader returns PostgreSQL's own text for a text that stands for a value; fails with SQLSTATE 22P02 and others
 *     for one that does not
 */
public record ForeignType(String name, int oid, boolean isEnum, UnaryOperator<String> reader) {

    /** The type of functions that return nothing. */
    public static final ForeignType VOID = new ForeignType("void", 2278, false, UnaryOperator.identity());

    /** A source of PostgreSQL's own types. */
    public interface Source {

        /** The source that has no types. */
        Source NONE = name -> Optional.empty();

        /** Returns the type of this name, such as {@code integer[]}; empty if there is none. */
        Optional<ForeignType> find(String name);

        /** Returns whether PostgreSQL is there, so that it understands each definition or refuses it. */
        default boolean isThere() {
            return false;
        }

        /**
         * Returns how PostgreSQL evaluates an expression; empty if it does not accept it, or if the value depends on
         * more than its parameters and the settings of the session.
         *
         * @param expression as PostgreSQL has to read it, over the columns of {@code from}
         * @param from FROM and what follows it; empty if it needs no columns
         * @param types the numbers of the types of its parameters; 0 leaves one open
         */
        default Optional<ForeignCall> describe(String expression, String from, List<Integer> types) {
            return Optional.empty();
        }

        /**
         * Returns the value that a setting of PostgreSQL would have, if it concerns nothing that a client sees; empty
         * if there is none of this name.
         *
         * @param value empty for the initial one
         * @throws StoreException if it cannot have the value (SQLSTATE 22023), or concerns more (0A000)
         */
        default Optional<String> setting(String name, Optional<String> value) {
            return Optional.empty();
        }

        /** Returns the names of PostgreSQL's functions that a function of a client may not call. */
        default Set<String> notInFunctions() {
            return Set.of();
        }

        /**
         * Returns the first function or view of a query that tells of PostgreSQL's server, and not of what is stored;
         * empty if there is none.
         */
        default Optional<String> foreignIn(String query) {
            return Optional.empty();
        }

        /** Returns PostgreSQL's number of a table; 0 if PostgreSQL is not there. */
        default int tableNumber(String table) {
            return 0;
        }

        /** Returns PostgreSQL's error for a definition, made where tables have no rows; empty if it has none. */
        default Optional<StoreException> failureOf(String definition) {
            return Optional.empty();
        }

        /**
         * Makes sure that definitions of types are understood, as soon as they are noted.
         *
         * @throws StoreException if they are not
         */
        default void refresh() {}
    }

    /** Returns whether values are arrays. */
    public boolean isArray() {
        return name.endsWith("[]");
    }

    /** Returns the type of arrays of a type that the store has; its texts are not read, as they are taken apart. */
    public static Optional<ForeignType> arrayOf(SqlType element) {
        int oid = switch (element) {
            case BOOLEAN -> 1000;
            case BYTEA -> 1001;
            case SMALLINT -> 1005;
            case INTEGER -> 1007;
            case TEXT -> 1009;
            case CHAR -> 1014;
            case VARCHAR -> 1015;
            case BIGINT -> 1016;
            case REAL -> 1021;
            case DOUBLE -> 1022;
            case TIMESTAMP -> 1115;
            case DATE -> 1182;
            case TIME -> 1183;
            case TIMESTAMPTZ -> 1185;
            case INTERVAL -> 1187;
            case NUMERIC -> 1231;
            case UUID -> 2951;
            case UNKNOWN -> 0;
        };
        return oid == 0
                ? Optional.empty()
                : Optional.of(new ForeignType(element.sqlName() + "[]", oid, false, UnaryOperator.identity()));
    }

    /** Returns whether a name in a statement may be that of this type. */
    public boolean isNamed(String written) {
        String plain = written.replace("\"", "").replace(" ", "");
        return plain.equalsIgnoreCase(name.replace(" ", "")) || alias().equalsIgnoreCase(plain);
    }

    /** Returns the short name of an array of one of the usual types. */
    private String alias() {
        return switch (name) {
            case "integer[]" -> "int[]";
            case "bigint[]" -> "int8[]";
            case "character varying[]" -> "varchar[]";
            default -> name;
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ForeignType that && name.equals(that.name) && oid == that.oid;
    }

    @Override
    public int hashCode() {
        return oid;
    }

    @Override
    public String toString() {
        return name;
    }
}
