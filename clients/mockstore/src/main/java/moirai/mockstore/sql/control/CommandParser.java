package moirai.mockstore.sql.control;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Escapes;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.sql.time.SessionZone;

/** Parses statements about transactions and sessions. */
public final class CommandParser {

    /** The first words of statements that the store does not have. */
    private static final Set<String> UNSUPPORTED =
            Set.of("COPY PREPARE EXECUTE DECLARE FETCH CLOSE CALL DO GRANT REVOKE".split(" "));

    private static final Set<String> OWN_ROLES = Set.of("moirai", "none", "default");

    private CommandParser() {}

    /**
     * Returns the command that a statement is; empty if the statement is of another kind.
     *
     * @throws StoreException if it is badly formed (SQLSTATE 42601) or asks for something that is not supported (0A000)
     */
    public static Optional<Command> parse(String sql) {
        String first = Words.first(sql, 1).getFirst();
        Words words = Words.of(sql);
        return switch (first) {
            case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE" ->
                Optional.of(transaction(words));
            case "SET" -> Optional.of(set(words));
            case "SHOW" -> Optional.of(show(words));
            case "RESET", "DISCARD", "DEALLOCATE" -> Optional.of(reset(words));
            case "CHECKPOINT" -> {
                words.take();
                words.end();
                yield Optional.of(new Command.Checkpoint());
            }
            case "VACUUM", "ANALYZE" -> Optional.of(new Command.Nothing(first));
            case "LISTEN", "UNLISTEN", "NOTIFY" -> Optional.of(channel(words));
            case "LOCK" -> Optional.of(lock(words));
            case "TRUNCATE" -> Optional.of(truncate(words));
            case "EXPLAIN" -> Optional.of(explain(words));
            default -> {
                if (UNSUPPORTED.contains(first)) {
                    throw Unsupported.refuse(first + " in: " + sql);
                }
                yield Optional.empty();
            }
        };
    }

    private static Command transaction(Words words) {
        Command command = switch (words.take().toUpperCase(Locale.ROOT)) {
            case "START" -> {
                expect(words, "TRANSACTION");
                yield new Command.Begin(characteristics(words));
            }
            case "BEGIN" -> {
                words.take("WORK", "TRANSACTION");
                yield new Command.Begin(characteristics(words));
            }
            case "COMMIT", "END" -> {
                words.take("WORK", "TRANSACTION");
                yield new Command.Commit(chains(words));
            }
            case "ROLLBACK", "ABORT" -> rollback(words);
            case "SAVEPOINT" -> new Command.Savepoint(Identifiers.of(words.take()));
            default -> {
                words.take("SAVEPOINT");
                yield new Command.Release(Identifiers.of(words.take()));
            }
        };
        if (words.peek().equals("PREPARED")) {
            throw Unsupported.refuse(words.peek() + " in: " + words);
        }
        words.end();
        return command;
    }

    private static Command rollback(Words words) {
        words.take("WORK", "TRANSACTION");
        if (words.take("TO")) {
            words.take("SAVEPOINT");
            return new Command.RollbackTo(Identifiers.of(words.take()));
        }
        return new Command.Rollback(chains(words));
    }

    private static boolean chains(Words words) {
        if (words.takeAll("AND", "NO", "CHAIN")) {
            return false;
        }
        return words.takeAll("AND", "CHAIN");
    }

    private static void expect(Words words, String expected) {
        if (!words.take(expected)) {
            throw new StoreException(
                    "42601", "syntax error: " + expected + " expected, not \"" + words.peek() + "\", in: " + words);
        }
    }

    private static Command.Characteristics characteristics(Words words) {
        String isolation = "";
        String access = "";
        while (!words.isEmpty()) {
            words.take(",");
            if (words.takeAll("ISOLATION", "LEVEL")) {
                isolation = isolation(words);
            } else if (words.takeAll("READ", "ONLY")) {
                access = "read only";
            } else if (words.takeAll("READ", "WRITE")) {
                access = "read write";
            } else if (!words.takeAll("NOT", "DEFERRABLE") && !words.takeAll("DEFERRABLE")) {
                words.end();
            }
        }
        return new Command.Characteristics(isolation, access);
    }

    private static String isolation(Words words) {
        for (List<String> level : List.of(
                List.of("READ", "UNCOMMITTED"),
                List.of("READ", "COMMITTED"),
                List.of("REPEATABLE", "READ"),
                List.of("SERIALIZABLE"))) {
            if (words.takeAll(level.toArray(String[]::new))) {
                return String.join(" ", level).toLowerCase(Locale.ROOT);
            }
        }
        throw new StoreException(
                "42601",
                "no isolation level \"" + words.peek()
                        + "\"; accepted are READ UNCOMMITTED, READ COMMITTED, REPEATABLE READ and SERIALIZABLE");
    }

    private static Command set(Words words) {
        words.take();
        if (words.takeAll("SESSION", "CHARACTERISTICS", "AS", "TRANSACTION")) {
            return new Command.SetTransaction(characteristics(words), true);
        }
        if (words.take("TRANSACTION")) {
            return new Command.SetTransaction(characteristics(words), false);
        }
        if (words.take("CONSTRAINTS")) {
            return constraints(words);
        }
        boolean isLocal = words.take("LOCAL");
        words.take("SESSION");
        if (words.take("ROLE", "AUTHORIZATION")) {
            return role(words);
        }
        String name;
        if (words.takeAll("TIME", "ZONE")) {
            name = "timezone";
            if (words.take("INTERVAL")) {
                String offset = unquoted(words.take());
                words.takeAll("HOUR", "TO", "MINUTE");
                words.end();
                return new Command.Set(name, SessionZone.offset(offset), isLocal);
            }
        } else if (words.take("NAMES")) {
            name = "client_encoding";
        } else {
            name = words.takeName().toLowerCase(Locale.ROOT);
            if (!words.take("=", "TO")) {
                expect(words, "=");
            }
        }
        if (name.equals("search_path")) {
            return new Command.Set(name, schemas(words), isLocal);
        }
        var values = new ArrayList<String>();
        var value = new StringBuilder();
        while (!words.isEmpty()) {
            if (words.take(",")) {
                values.add(value.toString());
                value.setLength(0);
            } else {
                value.append(unquoted(words.take()));
            }
        }
        values.add(value.toString());
        return new Command.Set(name, String.join(", ", values), isLocal);
    }

    /** Returns the names of schemas as PostgreSQL writes them. */
    private static String schemas(Words words) {
        if (words.take("DEFAULT")) {
            words.end();
            return "default";
        }
        var schemas = new ArrayList<String>();
        do {
            String word = words.take();
            schemas.add(Identifiers.ifNeeded(word.charAt(0) == '\'' ? unquoted(word) : Identifiers.of(word)));
        } while (words.take(","));
        words.end();
        return String.join(", ", schemas);
    }

    /** Returns a command without effect: a session has one role, whatever its client is called. */
    private static Command role(Words words) {
        String role = unquoted(words.take());
        words.end();
        if (!OWN_ROLES.contains(role.toLowerCase(Locale.ROOT))) {
            throw Unsupported.refuse("the role " + role + ", other than moirai,");
        }
        return new Command.Nothing("SET");
    }

    private static Command constraints(Words words) {
        var names = new LinkedHashSet<String>();
        if (!words.take("ALL")) {
            do {
                String first = words.take();
                names.add(words.take(".") ? first + "." + words.take() : first);
            } while (words.take(","));
        }
        boolean now = words.take("IMMEDIATE");
        if (!now) {
            expect(words, "DEFERRED");
        }
        words.end();
        return new Command.SetConstraints(names, now);
    }

    private static String unquoted(String word) {
        if (word.length() > 1 && word.charAt(0) == '\'') {
            return word.substring(1, word.length() - 1).replace("''", "'");
        }
        if (word.charAt(0) == '$' && word.endsWith("$")) {
            int size = word.indexOf('$', 1) + 1;
            return word.substring(size, word.length() - size);
        }
        return word.charAt(0) == '"' ? Identifiers.of(word) : word;
    }

    private static Command show(Words words) {
        words.take();
        if (words.takeAll("TRANSACTION", "ISOLATION", "LEVEL")) {
            words.end();
            return new Command.Show("transaction_isolation");
        }
        if (words.takeAll("TIME", "ZONE")) {
            words.end();
            return new Command.Show("timezone");
        }
        String name = words.takeName().toLowerCase(Locale.ROOT);
        words.end();
        return new Command.Show(name);
    }

    private static Command reset(Words words) {
        String verb = words.take().toUpperCase(Locale.ROOT);
        words.take("PREPARE");
        if (verb.equals("RESET") && (words.take("ROLE") || words.takeAll("SESSION", "AUTHORIZATION"))) {
            words.end();
            return new Command.Nothing("RESET");
        }
        if (verb.equals("RESET") && !words.peek().equals("ALL")) {
            String name = words.takeAll("TIME", "ZONE")
                    ? "timezone"
                    : words.takeName().toLowerCase(Locale.ROOT);
            words.end();
            return new Command.Reset(name);
        }
        String what = words.take().toUpperCase(Locale.ROOT);
        words.end();
        return switch (verb) {
            case "RESET" -> new Command.ResetAll("RESET");
            case "DISCARD" ->
                switch (what) {
                    case "ALL" -> new Command.ResetAll("DISCARD ALL");
                    case "TEMP", "TEMPORARY" -> new Command.Nothing("DISCARD TEMP");
                    case "PLANS", "SEQUENCES" -> new Command.Nothing("DISCARD " + what);
                    default -> throw new StoreException("42601", "syntax error at or near \"" + what + "\"");
                };
            default -> new Command.Nothing("DEALLOCATE");
        };
    }

    private static Command channel(Words words) {
        String verb = words.take().toUpperCase(Locale.ROOT);
        if (verb.equals("UNLISTEN") && words.take("*")) {
            words.end();
            return new Command.Unlisten("");
        }
        String channel = Identifiers.name(words.take());
        String payload = "";
        if (verb.equals("NOTIFY") && words.take(",")) {
            boolean escapes = words.take("E");
            String written = words.take();
            if (!written.startsWith("'") && !written.startsWith("$")) {
                throw new StoreException("42601", "syntax error at or near \"" + written + "\"");
            }
            payload = escapes ? Escapes.read(unquoted(written)) : unquoted(written);
        }
        words.end();
        return switch (verb) {
            case "LISTEN" -> new Command.Listen(channel);
            case "UNLISTEN" -> new Command.Unlisten(channel);
            default -> new Command.Notify(channel, payload);
        };
    }

    private static Command lock(Words words) {
        words.take();
        words.take("TABLE");
        var tables = new ArrayList<String>();
        do {
            words.take("ONLY");
            tables.add(words.takeName());
            words.take("*");
        } while (words.take(","));
        if (words.take("IN")) {
            boolean isKnown = words.takeAll("ACCESS", "SHARE")
                    || words.takeAll("ROW", "SHARE")
                    || words.takeAll("ROW", "EXCLUSIVE")
                    || words.takeAll("SHARE", "UPDATE", "EXCLUSIVE")
                    || words.takeAll("SHARE", "ROW", "EXCLUSIVE")
                    || words.takeAll("SHARE")
                    || words.takeAll("ACCESS", "EXCLUSIVE")
                    || words.takeAll("EXCLUSIVE");
            if (!isKnown) {
                throw new StoreException("42601", "syntax error at or near \"" + words.peek() + "\"");
            }
            expect(words, "MODE");
        }
        words.take("NOWAIT");
        words.end();
        return new Command.Lock(tables);
    }

    private static Command truncate(Words words) {
        words.take();
        words.take("TABLE");
        words.take("ONLY");
        var tables = new ArrayList<String>();
        do {
            tables.add(words.takeName());
        } while (words.take(","));
        boolean restart = words.takeAll("RESTART", "IDENTITY");
        words.takeAll("CONTINUE", "IDENTITY");
        boolean cascade = words.take("CASCADE");
        words.take("RESTRICT");
        words.end();
        return new Command.Truncate(tables, restart, cascade);
    }

    private static Command explain(Words words) {
        words.take();
        boolean analyze = words.take("ANALYZE") || words.takeAll("(", "ANALYZE", ")");
        if (!analyze) {
            throw Unsupported.refuse(
                    "EXPLAIN without ANALYZE: here it explains from whom each cell was read, in: " + words);
        }
        String sql = words.toString();
        int start = sql.toUpperCase(Locale.ROOT).indexOf("ANALYZE") + "ANALYZE".length();
        String query = sql.substring(start).strip();
        return new Command.Explain(query.startsWith(")") ? query.substring(1).strip() : query);
    }
}
