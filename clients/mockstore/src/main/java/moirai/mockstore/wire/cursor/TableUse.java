package moirai.mockstore.wire.cursor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.syntax.Words;

/**
 * A statement that no table allows while a query reads it in the same session.
 *
 * @param verb as PostgreSQL's message has it
 * @param tables as they are written
 */
public record TableUse(String verb, List<String> tables) {

    public TableUse {
        tables = List.copyOf(tables);
    }

    /** Returns the tables that a statement needs for itself; empty if it needs none. */
    public static Optional<TableUse> of(String sql) {
        Words words = Words.of(sql);
        if (words.takeAll("DROP", "TABLE")) {
            words.takeAll("IF", "EXISTS");
            return Optional.of(new TableUse("DROP TABLE", list(words)));
        }
        if (words.take("TRUNCATE")) {
            words.take("TABLE");
            return Optional.of(new TableUse("TRUNCATE", list(words)));
        }
        if (words.takeAll("ALTER", "TABLE")) {
            words.takeAll("IF", "EXISTS");
            words.take("ONLY");
            String table = words.takeName();
            words.take("*");
            boolean isName = words.take("RENAME") || words.takeAll("SET", "SCHEMA");
            return isName ? Optional.empty() : Optional.of(new TableUse("ALTER TABLE", List.of(table)));
        }
        if (words.takeAll("CREATE", "UNIQUE", "INDEX") || words.takeAll("CREATE", "INDEX")) {
            while (!words.isEmpty() && !words.take("ON")) {
                words.take();
            }
            words.take("ONLY");
            return words.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new TableUse("CREATE INDEX", List.of(words.takeName())));
        }
        return Optional.empty();
    }

    private static List<String> list(Words words) {
        var tables = new ArrayList<String>();
        while (!words.isEmpty() && (tables.isEmpty() || words.take(","))) {
            words.take("ONLY");
            tables.add(words.takeName());
            words.take("*");
        }
        return tables;
    }

    /**
     * Fails if a query reads one of the tables.
     *
     * @param queries that are being read
     * @param meaning returns the name of the table that a written name means
     * @throws StoreException if so (SQLSTATE 55006)
     */
    public void requireNoneRead(Stream<String> queries, UnaryOperator<String> meaning) {
        Set<String> read =
                queries.flatMap(query -> read(query).stream()).map(meaning).collect(Collectors.toSet());
        tables.stream().map(meaning).filter(read::contains).findFirst().ifPresent(table -> {
            throw new StoreException(
                    "55006",
                    "cannot %s \"%s\" because it is being used by active queries in this session"
                            .formatted(verb, Identifiers.bare(table)));
        });
    }

    /** Returns the tables that a query names, as they are written. */
    private static Set<String> read(String query) {
        if (!CursorSql.QUERIES.contains(Words.first(query, 1).getFirst())) {
            return Set.of();
        }
        try {
            return Parser.tables(query);
        } catch (StoreException notUnderstood) {
            var tables = new ArrayList<String>();
            Words words = Words.of(query);
            while (!words.isEmpty()) {
                boolean isBefore = words.take("FROM", "JOIN");
                if (isBefore && !words.isEmpty() && !words.peek().equals("(")) {
                    tables.add(words.takeName());
                } else if (!isBefore) {
                    words.take();
                }
            }
            return Set.copyOf(tables);
        }
    }
}
