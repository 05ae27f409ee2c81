package moirai.mockstore.wire.statements;

import java.util.List;
import java.util.Random;

/** A type of columns and expressions, and texts of its values. */
enum Kind {
    INT("int", "0", "1", "2", "3", "-1", "7", "2147483647"),
    BIGINT("bigint", "0", "5", "-3", "5000000000", "9223372036854775807"),
    NUMERIC("numeric(10,2)", "0", "1.50", "-2.25", "99.995", "12345678.91"),
    DOUBLE("double precision", "0", "1.5", "-0.25", "1e10", "0.1"),
    TEXT("text", "'ann'", "'Bob'", "''", "'x_y'", "'it''s'", "'Ärger'", "' pad '", "'12'", "'a,b,c'", "'100%'"),
    VARCHAR("varchar(8)", "'a'", "'bcd'", "'B'", "'long text'", "''"),
    CHAR("char(5)", "'ab'", "'B'", "'abcde'", "''"),
    BOOLEAN("boolean", "true", "false"),
    DATE("date", "DATE '2024-02-29'", "DATE '2023-12-31'", "DATE '1999-01-01'"),
    TIMESTAMP("timestamp", "TIMESTAMP '2024-02-29 12:30:00'", "TIMESTAMP '1999-12-31 23:59:59.5'"),
    TIMESTAMPTZ(
            "timestamptz", "TIMESTAMPTZ '2024-06-01 10:00:00+02'", "TIMESTAMPTZ '2000-01-01 00:00:00 Europe/Paris'"),
    INTERVAL("interval", "INTERVAL '1 day 02:00'", "INTERVAL '-3 months'", "INTERVAL '90 minutes'"),
    DAYS("interval day", "INTERVAL '3 days 05:00'", "INTERVAL '-1 day'"),
    UUID("uuid", "'00000000-0000-0000-0000-000000000001'::uuid", "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"),
    JSONB(
            "jsonb",
            "'{\"a\": 1, \"b\": [1, 2, {\"c\": null}]}'::jsonb",
            "'[1, \"x\", true]'::jsonb",
            "'{\"a\": {\"b\": \"deep\"}, \"n\": 1.50}'::jsonb",
            "'\"word\"'::jsonb",
            "'{}'::jsonb",
            "'null'::jsonb"),
    INTS("int[]", "ARRAY[1, 2, 3]", "'{}'::int[]", "ARRAY[3, NULL, 1]", "ARRAY[[1, 2], [3, 4]]", "'{7}'::int[]"),
    TEXTS("text[]", "ARRAY['a', 'b']", "'{}'::text[]", "ARRAY['x', NULL, 'a,b', '\"q\"']", "ARRAY['ann', 'Bob']"),
    BYTEA("bytea", "'\\x'::bytea", "'\\x00ff10'::bytea");

    /** The kinds that can be sorted and grouped by each client's rules. */
    static final List<Kind> PLAIN = List.of(
            INT, BIGINT, NUMERIC, DOUBLE, TEXT, VARCHAR, CHAR, BOOLEAN, DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL, UUID);

    private final String sqlName;

    @SuppressWarnings("ImmutableEnumChecker") // A copy that nobody can change.
    private final List<String> values;

    Kind(String sqlName, String... values) {
        this.sqlName = sqlName;
        this.values = List.of(values);
    }

    /** Returns the name for columns. */
    String sqlName() {
        return sqlName;
    }

    /** Returns the name for casts, without a length. */
    String castName() {
        return sqlName.replaceAll("\\(.*\\)", "");
    }

    /** Returns the name that the driver knows the type by. */
    String oidName() {
        return switch (this) {
            case INT -> "int4";
            case BIGINT -> "int8";
            case DOUBLE -> "float8";
            case CHAR -> "bpchar";
            case BOOLEAN -> "bool";
            case DAYS -> "interval";
            case INTS -> "_int4";
            case TEXTS -> "_text";
            default -> castName();
        };
    }

    String literal(Random random) {
        return values.get(random.nextInt(values.size()));
    }

    boolean isNumber() {
        return this == INT || this == BIGINT || this == NUMERIC;
    }

    static Kind any(Random random) {
        return values()[random.nextInt(values().length)];
    }
}
