package moirai.studies.patterns;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One way to write an everyday pattern.
 *
 * @param pattern such as {@code booking}
 * @param name such as {@code lock of the room}
 * @param isSafe whether its transactions are serializable on PostgreSQL at read committed
 * @param methods in Java
 */
record Variant(String pattern, String name, boolean isSafe, List<String> tables, String methods) {

    private static final List<String> PATTERNS = List.of(
            "transfer",
            "booking",
            "stock",
            "counter",
            "unique-name",
            "queue",
            "idempotency-key",
            "soft-delete",
            "read-model",
            "balance-limit",
            "seat-reservation",
            "coupon",
            "like-once",
            "audit-log",
            "invoice-number",
            "cart-checkout",
            "on-call",
            "user-quota",
            "cache-table",
            "leader-lease");

    /** The head of a variant: whether it is safe, its name, and the constraint that takes the mark's place. */
    private static final Pattern HEAD = Pattern.compile("== (safe|unsafe) ([^|]*?)(?: \\| (.*))?");

    private static final String MARK = "{UNIQUE}";

    Variant {
        tables = List.copyOf(tables);
    }

    /** Returns all variants, two safe ones and two others of each pattern. */
    static List<Variant> all() {
        return PATTERNS.stream().flatMap(pattern -> of(pattern).stream()).toList();
    }

    /** Returns the variants of a pattern. */
    static List<Variant> of(String pattern) {
        String[] parts = text(pattern + ".txt").split("(?m)^(?=== )", -1);
        List<String> tables = parts[0].lines().toList();
        var variants = new ArrayList<Variant>();
        for (int part = 1; part < parts.length; part++) {
            String first = parts[part].lines().findFirst().orElseThrow();
            var head = HEAD.matcher(first);
            if (!head.matches()) {
                throw new IllegalStateException(pattern + ": " + first + "; expected == safe NAME, or == unsafe NAME");
            }
            String unique = Objects.requireNonNullElse(head.group(3), "");
            variants.add(new Variant(
                    pattern,
                    head.group(2),
                    head.group(1).equals("safe"),
                    tables.stream()
                            .map(table -> table.replace(MARK, unique.isEmpty() ? "" : ", " + unique))
                            .toList(),
                    parts[part].substring(first.length() + 1)));
        }
        return List.copyOf(variants);
    }

    private static String text(String resource) {
        try (InputStream in = Objects.requireNonNull(Variant.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the whole class, which is named {@code Application}. */
    String source() {
        String constants = tables.stream()
                .map(table -> "    static final String TABLE_" + tables.indexOf(table) + " = \"" + table + "\";\n")
                .collect(Collectors.joining());
        return text("Application.txt").replace("TABLES", constants).replace("METHODS", methods.indent(4));
    }

    @Override
    public String toString() {
        return pattern + ": " + name;
    }
}
