package moirai.mockstore.sql.types;

import java.util.function.UnaryOperator;

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
