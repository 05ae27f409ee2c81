package moirai.mockstore.sql.syntax;

import static moirai.mockstore.sql.types.ColumnType.NONE;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.statement.create.table.ColDataType;

/** Finds types by their names, in all of PostgreSQL's spellings. */
public final class TypeNames {

    private static final Pattern MODIFIERS = Pattern.compile("\\(([^)]*)\\)");

    /** The types of PostgreSQL that this store does not have. */
    private static final Set<String> UNSUPPORTED = Set.of("""
            bit, bit varying, varbit, box, cidr, circle, inet, int4range, json, jsonb, jsonpath, line, lseg,
            macaddr, money, name, oid, path, point, polygon, regclass, regtype, regproc, regnamespace, time with
            time zone, timetz, tsquery, tsvector, xml, "char", void, record, xid, pg_lsn, tid, cid
            """.strip().split(",\\s+"));

    private TypeNames() {}

    /**
     * Returns the type of a cast or a column.
     *
     * @throws StoreException if there is no such type (SQLSTATE 42704), or there is one in PostgreSQL but not here
     *    (0A000)
     */
    public static ColumnType of(ColDataType type) {
        boolean plain = (type.getArrayData() == null || type.getArrayData().isEmpty())
                && type.getCharacterSet() == null
                && type.getIntervalQualifier() == null
                && type.getSignedness() == null
                && type.getXmlTypeModifier() == null
                && !type.isZerofill()
                && !type.isNational();
        if (!plain) {
            throw TypeErrors.unsupported("the type " + type);
        }
        List<String> arguments = type.getArgumentsStringList() == null ? List.of() : type.getArgumentsStringList();
        return of(type.getDataType() + (arguments.isEmpty() ? "" : "(" + String.join(",", arguments) + ")"));
    }

    /**
     * Returns the type of a column, which may be one that only PostgreSQL has; exceptions are those of {@link
     * #of(ColDataType)}.
     */
    public static ColumnType of(ColDataType type, ForeignType.Source others) {
        try {
            return of(type);
        } catch (StoreException unknown) {
            return others.find(type.toString()).map(ColumnType::of).orElseThrow(() -> unknown);
        }
    }

    /**
     * Returns the type of the elements if the type is an array of one dimension, such as {@code bigint[]}; exceptions
     * are those of {@link #of(ColDataType)}.
     */
    public static Optional<ColumnType> elementOf(ColDataType type) {
        boolean isArray = type.getArrayData() != null
                && type.getArrayData().size() == 1
                && type.getArrayData().getFirst() == null;
        if (!isArray) {
            return Optional.empty();
        }
        var element = new ColDataType(type.getDataType());
        element.setArgumentsStringList(type.getArgumentsStringList());
        return Optional.of(of(element));
    }

    /** Returns the type of this name, such as {@code numeric(10,2)}; exceptions are those of the other {@code of}. */
    public static ColumnType of(String text) {
        var matcher = MODIFIERS.matcher(text);
        List<Integer> modifiers = new ArrayList<>();
        if (matcher.find()) {
            for (String modifier : matcher.group(1).split(",", -1)) {
                modifiers.add(number(modifier.strip(), text));
            }
        }
        String name = Identifiers.lower(MODIFIERS.matcher(text).replaceFirst(" "))
                .strip()
                .replaceAll("\\s+", " ");
        if (name.startsWith("pg_catalog.")) {
            name = name.substring("pg_catalog.".length());
        }
        return named(name, modifiers);
    }

    private static int number(String modifier, String text) {
        if (!modifier.matches("-?\\d{1,9}")) {
            throw new StoreException("22023", "type modifiers must be simple constants, not those of " + text);
        }
        return Integer.parseInt(modifier);
    }

    private static ColumnType named(String name, List<Integer> modifiers) {
        if (UNSUPPORTED.contains(name) || name.endsWith("[]")) {
            throw TypeErrors.unsupported("the type " + name);
        }
        if (name.equals("float") && !modifiers.isEmpty()) {
            return floating(modifiers.get(0));
        }
        SqlType type =
                plain(name).orElseThrow(() -> new StoreException("42704", "type \"" + name + "\" does not exist"));
        if (modifiers.size() > (type == SqlType.NUMERIC ? 2 : 1)) {
            throw new StoreException("22023", "invalid " + name.toUpperCase(java.util.Locale.ROOT) + " type modifier");
        }
        boolean single = name.equals("char") || name.equals("character") || name.equals("nchar");
        int precision = modifiers.isEmpty() ? (single ? 1 : NONE) : modifiers.get(0);
        if (!modifiers.isEmpty() && precision < 0) {
            throw new StoreException("22023", "the modifier " + precision + " of " + name + " must not be negative");
        }
        return new ColumnType(type, precision, modifiers.size() > 1 ? modifiers.get(1) : 0);
    }

    private static ColumnType floating(int bits) {
        if (bits < 1 || bits > 53) {
            throw new StoreException("22023", "precision for type float must be between 1 and 53 bits, not " + bits);
        }
        return ColumnType.of(bits <= 24 ? SqlType.REAL : SqlType.DOUBLE);
    }

    private static Optional<SqlType> plain(String name) {
        return switch (name) {
            case "bool", "boolean" -> Optional.of(SqlType.BOOLEAN);
            case "int2", "smallint" -> Optional.of(SqlType.SMALLINT);
            case "int4", "int", "integer" -> Optional.of(SqlType.INTEGER);
            case "int8", "bigint" -> Optional.of(SqlType.BIGINT);
            case "numeric", "decimal", "dec" -> Optional.of(SqlType.NUMERIC);
            case "float4", "real" -> Optional.of(SqlType.REAL);
            case "float8", "double precision", "float" -> Optional.of(SqlType.DOUBLE);
            case "text" -> Optional.of(SqlType.TEXT);
            case "varchar", "character varying", "char varying" -> Optional.of(SqlType.VARCHAR);
            case "char", "character", "bpchar", "nchar" -> Optional.of(SqlType.CHAR);
            case "date" -> Optional.of(SqlType.DATE);
            case "time", "time without time zone" -> Optional.of(SqlType.TIME);
            case "timestamp", "timestamp without time zone" -> Optional.of(SqlType.TIMESTAMP);
            case "timestamptz", "timestamp with time zone" -> Optional.of(SqlType.TIMESTAMPTZ);
            case "interval" -> Optional.of(SqlType.INTERVAL);
            case "uuid" -> Optional.of(SqlType.UUID);
            case "bytea" -> Optional.of(SqlType.BYTEA);
            default -> Optional.empty();
        };
    }
}
