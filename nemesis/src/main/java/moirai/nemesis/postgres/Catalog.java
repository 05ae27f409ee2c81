package moirai.nemesis.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.nemesis.ClusterException;

/**
 * The tables of clients with their columns, constraints and indexes, as statements that make them again: logical
 * replication carries rows and no definitions, and the programs from Maven Central have no pg_dump.
 */
final class Catalog {

    /** The schemas of clients. */
    private static final String OWN = " n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'";

    /** Lists what would be lost: all but plain tables, and columns that are more than a type and a default. */
    private static final String UNKNOWN = "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c"
            + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind NOT IN ('r', 'i', 't') AND" + OWN
            + " UNION ALL SELECT format('%I.%I', n.nspname, p.proname) FROM pg_proc p"
            + " JOIN pg_namespace n ON n.oid = p.pronamespace WHERE" + OWN
            + " UNION ALL SELECT format('%I.%I', n.nspname, t.typname) FROM pg_type t"
            + " JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype NOT IN ('b', 'c') AND" + OWN
            + " UNION ALL SELECT format('%I.%I.%I', n.nspname, c.relname, a.attname) FROM pg_attribute a"
            + " JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE (a.attidentity <> '' OR a.attgenerated <> '') AND" + OWN
            + " UNION ALL SELECT format('%I.%I.%I', n.nspname, c.relname, g.tgname) FROM pg_trigger g"
            + " JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE NOT g.tgisinternal AND" + OWN
            + " UNION ALL SELECT format('the database %I', datname) FROM pg_database"
            + " WHERE NOT datistemplate AND datname <> 'postgres'";

    private static final String SCHEMAS = "SELECT format('CREATE SCHEMA %I', n.nspname) FROM pg_namespace n"
            + " WHERE n.nspname <> 'public' AND" + OWN + " ORDER BY 1";

    private static final String TABLES = "SELECT format('CREATE TABLE %I.%I (%s)', n.nspname, c.relname,"
            + " (SELECT string_agg(concat(quote_ident(a.attname), ' ', format_type(a.atttypid, a.atttypmod),"
            + " ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), CASE WHEN a.attnotnull THEN ' NOT NULL' END), ', '"
            + " ORDER BY a.attnum) FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid"
            + " AND d.adnum = a.attnum WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped))"
            + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND" + OWN
            + " ORDER BY 1";

    /** Lists constraints, those that refer to others last; what is not null is said of columns. */
    private static final String CONSTRAINTS = "SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s',"
            + " k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) FROM pg_constraint k"
            + " JOIN pg_namespace n ON n.oid = k.connamespace WHERE k.conrelid <> 0 AND k.contype <> 'n' AND" + OWN
            + " ORDER BY k.contype = 'f', 1";

    private static final String INDEXES = "SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i"
            + " JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.relkind = 'r' AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid) AND"
            + OWN + " ORDER BY 1";

    private Catalog() {}

    /**
     * Returns the statements that make the same tables without rows.
     *
     * @throws ClusterException if there is something that they would not make
     */
    static List<String> statements(Connection connection) throws SQLException {
        List<String> unknown = list(connection, UNKNOWN);
        if (!unknown.isEmpty()) {
            throw new ClusterException("another major version would not get " + unknown.getFirst()
                    + ": only plain tables are carried over, in the database postgres");
        }
        var statements = new ArrayList<String>();
        for (String query : List.of(SCHEMAS, TABLES, CONSTRAINTS, INDEXES)) {
            statements.addAll(list(connection, query));
        }
        return statements;
    }

    /** Returns the first column of all rows. */
    static List<String> list(Connection connection, String query) throws SQLException {
        var values = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }
}
