package moirai.programs.explored;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text format of client programs. Each line is a keyword and its content; empty lines and lines that begin with #
 * are comments:
 *
 * <pre>
 * application courseware
 * rows student(1, unregistered); course(1, open, 1)
 * session enroll(1, 1); getEnrollments()
 * session deleteCourse(1)
 * </pre>
 *
 * Without rows, the program begins with the rows of the application's paper inputs.
 */
final class ClientFormat {

    private static final String LINES = "expected 'application', 'rows', 'session' or '#' at the beginning";

    private static final Pattern CALL = Pattern.compile("(\\w+)\\(([^()]*)\\)");

    private final String source;
    private final List<Call> rows = new ArrayList<>();
    private final List<List<Call>> sessions = new ArrayList<>();
    private Optional<Application> application = Optional.empty();
    private int line;

    private ClientFormat(String source) {
        this.source = source;
    }

    /** Reads a client program; see {@link Applications#parse}. */
    static ClientProgram parse(String source, String text) {
        return read(source, text).program();
    }

    /** Reads the rows of a text, which need not have sessions. */
    static List<Call> parseRows(String source, String text) {
        return List.copyOf(read(source, text).rows);
    }

    private static ClientFormat read(String source, String text) {
        var format = new ClientFormat(source);
        for (String line : text.lines().toList()) {
            format.line++;
            try {
                format.line(line.strip());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(source + ":" + format.line + ": " + e.getMessage(), e);
            }
        }
        return format;
    }

    private void line(String text) {
        if (text.isEmpty() || text.startsWith("#")) {
            return;
        }
        String word = text.split("\\s", 2)[0];
        String rest = text.substring(word.length()).strip();
        switch (word) {
            case "application" -> application = Optional.of(Applications.application(rest));
            case "rows" ->
                calls(rest).forEach(row -> {
                    known().add(new HashMap<>(), row);
                    rows.add(row);
                });
            case "session" -> {
                List<Call> session = calls(rest);
                session.forEach(call -> known().body(call, ""));
                sessions.add(session);
            }
            default -> throw new IllegalArgumentException("'" + word + "' is not known; " + LINES);
        }
    }

    private Application known() {
        return application.orElseThrow(() -> new IllegalArgumentException("there is no application yet; expected a line"
                + " 'application NAME' before, with one of " + String.join(", ", Applications.names())));
    }

    /** Returns the calls of a text, which semicolons separate. */
    static List<Call> calls(String text) {
        return Arrays.stream(text.split(";", -1)).map(ClientFormat::call).toList();
    }

    private static Call call(String text) {
        Matcher matcher = CALL.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text.strip()
                    + "' is not a call; expected name(argument, ...), with ';' between calls and no parentheses"
                    + " within");
        }
        String arguments = matcher.group(2).strip();
        return new Call(
                matcher.group(1),
                arguments.isEmpty()
                        ? List.of()
                        : Arrays.stream(arguments.split(",", -1))
                                .map(String::strip)
                                .toList());
    }

    private ClientProgram program() {
        if (sessions.isEmpty()) {
            throw new IllegalArgumentException(
                    source + ":" + line + ": there is no session; expected a line 'session CALL; CALL'");
        }
        List<Call> initial = rows.isEmpty() ? Applications.standardRows(known()) : rows;
        return new ClientProgram(known().label(), initial, sessions);
    }
}
