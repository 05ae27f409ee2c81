package moirai.studies.refutation.programs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A class of Java with transactions over JDBC.
 *
 * @param name of the class
 * @param ddl the definitions of its tables, in an order in which they can be made
 * @param members the declarations that transactions may use, by the name that shows it
 */
public record RandomProgram(String name, List<String> ddl, List<Txn> txns, Map<String, String> members) {

    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])-?\\d{1,4}(?![\\w.])");

    private static final Pattern TEXT = Pattern.compile("[\"']([a-zA-Z0-9 ]{0,3})[\"']");

    /** The parameters of each transaction, after its connections. */
    static final String PARAMETERS = "int id, int other, int amount, String text";

    /**
     * A method that is a transaction.
     *
     * @param connections the parameters that lead to the database
     */
    public record Txn(String name, String connections, List<Snippet> body, String text) {

        public Txn {
            body = List.copyOf(body);
        }

        public Txn(String name, String connections, List<Snippet> body) {
            this(name, connections, body, text(name, connections, body));
        }

        private static String text(String name, String connections, List<Snippet> body) {
            return "    public int " + name + "(" + connections + ", " + PARAMETERS + ") throws SQLException {\n"
                    + "        int result = 0;\n" + Snippet.text(body, "        ") + "        return result;\n    }\n";
        }

        /** Decides whether the method says where its transactions begin. */
        public boolean hasAutoCommit() {
            return text.contains("setAutoCommit(false)") || connections.contains("DataSource");
        }
    }

    public RandomProgram {
        ddl = List.copyOf(ddl);
        txns = List.copyOf(txns);
        members = Map.copyOf(members);
    }

    /** Returns the file. */
    public String source() {
        String body = txns.stream().map(Txn::text).collect(Collectors.joining("\n"));
        var used = new LinkedHashMap<String, String>();
        String seen = body;
        for (boolean grows = true; grows; ) {
            grows = false;
            for (var member : members.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .toList()) {
                Pattern call = Pattern.compile("\\b" + member.getKey() + "(\\(|\\.| \\w+ =| =)");
                if (!used.containsKey(member.getKey()) && call.matcher(seen).find()) {
                    used.put(member.getKey(), member.getValue());
                    seen = seen + member.getValue();
                    grows = true;
                }
            }
        }
        var text = new StringBuilder("""
                import java.math.*;
                import java.sql.*;
                import java.util.*;
                import java.util.concurrent.atomic.*;
                import java.util.function.*;
                import java.util.stream.*;
                import javax.sql.DataSource;

                public final class %s {
                """.formatted(name));
        for (int i = 0; i < ddl.size(); i++) {
            text.append("    static final String DDL")
                    .append(i + 1)
                    .append(" = \"")
                    .append(ddl.get(i))
                    .append("\";\n");
        }
        used.values().forEach(member -> text.append(member.indent(4)));
        return text.append('\n').append(body).append("}\n").toString();
    }

    /** Returns the numbers of the source and those beside them, which decide what guards let through. */
    public List<Integer> numbers() {
        var numbers = new ArrayList<Integer>();
        Matcher found = NUMBER.matcher(txns.stream().map(Txn::text).collect(Collectors.joining()));
        while (found.find()) {
            int number = Integer.parseInt(found.group());
            numbers.addAll(List.of(number, number + 1, number - 1));
        }
        return numbers;
    }

    /** Returns the texts of the source, which guards may be about. */
    public List<String> texts() {
        return TEXT.matcher(txns.stream().map(Txn::text).collect(Collectors.joining()))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Returns the program with these transactions in place of its own. */
    public RandomProgram with(List<Txn> others) {
        return new RandomProgram(name, ddl, others, members);
    }

    /** Returns the programs that are smaller by one step. */
    public List<RandomProgram> smaller() {
        var all = new ArrayList<RandomProgram>();
        for (int i = 0; i < txns.size(); i++) {
            if (txns.size() > 1) {
                var fewer = new ArrayList<>(txns);
                fewer.remove(i);
                all.add(with(fewer));
            }
        }
        for (int i = 0; i < txns.size(); i++) {
            Txn txn = txns.get(i);
            for (List<Snippet> body : Snippet.smaller(txn.body())) {
                var changed = new ArrayList<>(txns);
                changed.set(i, new Txn(txn.name(), txn.connections(), body));
                all.add(with(changed));
            }
        }
        return all;
    }
}
