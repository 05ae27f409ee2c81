package moirai.mockstore.sql.syntax;

import java.util.Optional;
import moirai.mockstore.StoreException;

/** Splits a text into words, quoted strings and single signs, without comments. */
final class Lexer {

    private final String text;
    private int position;
    private boolean isCut;

    Lexer(String text) {
        this.text = text;
    }

    /** Returns the position where the last word ended. */
    int position() {
        return position;
    }

    /** Throws an exception if the text ended within a comment. */
    void requireEnd() {
        if (isCut) {
            throw new StoreException("42601", "unterminated /* comment in: " + text);
        }
    }

    /** Returns the next word; empty at the end. */
    Optional<String> next() {
        skip();
        if (position >= text.length()) {
            return Optional.empty();
        }
        int start = position;
        char first = text.charAt(start);
        if (first == '\'' || first == '"') {
            boolean escapes = first == '\'' && start > 0 && Character.toUpperCase(text.charAt(start - 1)) == 'E';
            position = endOfQuoted(start, first, escapes);
        } else if (first == '$' && dollarTag() > 0) {
            int tagEnd = dollarTag();
            String tag = text.substring(start, tagEnd);
            int end = text.indexOf(tag, tagEnd);
            position = end < 0 ? unterminated() : end + tag.length();
        } else if (isWord(first)) {
            while (position < text.length() && isWord(text.charAt(position))) {
                position++;
            }
        } else {
            position++;
        }
        return Optional.of(text.substring(start, position));
    }

    private static boolean isWord(char character) {
        return Character.isLetterOrDigit(character) || character == '_' || character == '$';
    }

    /** Returns the end of the tag of a dollar-quoted string; 0 if there is none here. */
    private int dollarTag() {
        int end = position + 1;
        while (end < text.length() && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return end < text.length() && text.charAt(end) == '$' ? end + 1 : 0;
    }

    private int endOfQuoted(int start, char quote, boolean escapes) {
        for (int index = start + 1; index < text.length(); index++) {
            char character = text.charAt(index);
            if (escapes && character == '\\') {
                index++;
            } else if (character == quote) {
                if (index + 1 < text.length() && text.charAt(index + 1) == quote) {
                    index++;
                } else {
                    return index + 1;
                }
            }
        }
        return unterminated();
    }

    private int unterminated() {
        throw new StoreException("42601", "unterminated quoted string in: " + text);
    }

    private void skip() {
        while (position < text.length()) {
            if (Character.isWhitespace(text.charAt(position))) {
                position++;
            } else if (text.startsWith("--", position)) {
                int end = text.indexOf('\n', position);
                position = end < 0 ? text.length() : end + 1;
            } else if (text.startsWith("/*", position)) {
                skipComment();
            } else {
                return;
            }
        }
    }

    /** Skips a comment; comments nest in PostgreSQL. */
    private void skipComment() {
        int depth = 0;
        do {
            if (position >= text.length()) {
                isCut = true;
                return;
            }
            boolean begins = text.startsWith("/*", position);
            boolean ends = !begins && text.startsWith("*/", position);
            depth += begins ? 1 : ends ? -1 : 0;
            position += begins || ends ? 2 : 1;
        } while (depth > 0);
    }
}
