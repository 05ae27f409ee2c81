package moirai.history.export;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.regex.Pattern;

/** Writes words, strings, keys and numbers of either syntax, in a buffer of 64 KiB. */
final class EventText {

    private static final int BUFFER_CHARS = 64 << 10;
    /** The pattern of names that EDN accepts for a keyword, without the characters that mean something there. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

    /** The syntax of an export. Maps, lists, strings and numbers look alike in both. */
    enum Syntax {
        EDN,
        JSON
    }

    private final Syntax syntax;
    private final Writer out;
    private final StringBuilder text = new StringBuilder(BUFFER_CHARS + 1024);

    EventText(Syntax syntax, Writer out) {
        this.syntax = syntax;
        this.out = out;
    }

    /** Writes text of the notation as it is: brackets and separators. */
    void raw(String marks) {
        text.append(marks);
    }

    /** Writes the mark of the syntax. */
    void raw(String edn, String json) {
        text.append(syntax == Syntax.EDN ? edn : json);
    }

    void number(long number) {
        text.append(number);
    }

    void betweenItems() {
        raw(" ", ",");
    }

    void betweenPairs() {
        raw(", ", ",");
    }

    void nothing() {
        raw("nil", "null");
    }

    void open(String name) {
        raw("{");
        name(name);
    }

    void key(String name) {
        betweenPairs();
        name(name);
    }

    private void name(String name) {
        raw(":", "\"");
        raw(name);
        raw(" ", "\":");
    }

    /** Writes a keyword of EDN, which is a string in JSON. */
    void word(String word) {
        raw(":", "\"");
        raw(word);
        raw("", "\"");
    }

    void wordOrString(String name) {
        if (WORD.matcher(name).matches()) {
            word(name);
        } else {
            string(name);
        }
    }

    /**
     * Writes a form of EDN. JSON has strings of the same form, and for anything else an object with the form's text.
     */
    void label(String edn) {
        if (syntax == Syntax.EDN || edn.startsWith("\"")) {
            text.append(edn);
        } else {
            text.append("{\"edn\":");
            string(edn);
            text.append('}');
        }
    }

    void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f || isLoneSurrogate(value, i)) {
                        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    /** Returns whether the character is half of a pair, for which UTF-8 has no bytes. */
    private static boolean isLoneSurrogate(String value, int at) {
        char c = value.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == value.length() || !Character.isLowSurrogate(value.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(value.charAt(at - 1)));
    }

    void drainIfFull() throws IOException {
        if (text.length() >= BUFFER_CHARS) {
            drain();
        }
    }

    void drain() throws IOException {
        out.append(text);
        text.setLength(0);
    }

    void flush() throws IOException {
        drain();
        out.flush();
    }
}
