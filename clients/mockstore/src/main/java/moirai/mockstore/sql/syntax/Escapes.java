package moirai.mockstore.sql.syntax;

import moirai.mockstore.StoreException;

/** Reads the C-style escapes in a literal {@code E'...'}. */
public final class Escapes {

    private Escapes() {}

    /** Returns the text that the literal stands for; doubled quotes become single. */
    public static String read(String source) {
        var text = new StringBuilder();
        int at = 0;
        while (at < source.length()) {
            char character = source.charAt(at++);
            if (character != '\\') {
                text.append(character);
                continue;
            }
            if (at == source.length()) {
                throw new StoreException("42601", "unterminated quoted string");
            }
            char escaped = source.charAt(at++);
            switch (escaped) {
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'v' -> text.append('\u000B');
                case 'u' -> at = code(source, at, 4, text);
                case 'U' -> at = code(source, at, 8, text);
                case 'x', '0', '1', '2', '3', '4', '5', '6', '7' ->
                    throw new StoreException("0A000", "the escape \\" + escaped + " is not supported");
                default -> text.append(escaped);
            }
        }
        return text.toString();
    }

    private static int code(String source, int at, int digits, StringBuilder text) {
        String code = source.substring(at, Math.min(at + digits, source.length()));
        if (!code.matches("[0-9a-fA-F]{" + digits + "}")
                || !Character.isValidCodePoint(Integer.parseUnsignedInt(code, 16))) {
            throw new StoreException("22025", "invalid Unicode escape: \\u" + code);
        }
        text.appendCodePoint(Integer.parseInt(code, 16));
        return at + digits;
    }
}
