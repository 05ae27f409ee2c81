package moirai.formats.forms;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Operations in EDN: maps or tagged maps one after the other, or all in one vector or list.
 *
 * <p>Comments, discarded forms and metadata are left out. A list counts as the vector that Clojure calls equal, and the
 * tag of an operation is ignored.
 */
public final class EdnForms implements Forms {

    static final String BLANKS = " ,\t\n\r\f\u000b";
    static final String TOKEN_ENDS = "\0 ,\t\n\r\f\u000b()[]{}\";^\\";
    private static final boolean[] BLANK = ByteWindow.table(BLANKS);
    private static final boolean[] ENDS_TOKEN = ByteWindow.table(TOKEN_ENDS);
    private static final byte[] NIL = "nil".getBytes(US_ASCII);
    private static final Map<Character, String> NAMES =
            Map.of('\n', "newline", ' ', "space", '\t', "tab", '\b', "backspace", '\f', "formfeed", '\r', "return");
    private static final List<String> SYMBOLIC = List.of("'#Inf'", "'#-Inf'", "'#NaN'");
    private static final int FIRST_BEYOND_ASCII = 0x80;
    private static final int NONE = -2;
    /** The depth of operations with a tag. Deeper maps are not tried: each level of one that is not plain would be. */
    private static final int PLAIN_DEPTH_MAX = 1;

    private static final String OPERATION = "an operation, e.g. {:type :ok, :process 0, :value [[:append 1 2]]}";

    private final ByteWindow in;
    private final StringText strings;
    private final PlainEdn plain;
    private final int plainDepthMax;
    private boolean begun;
    /** The bracket that ends the file. */
    private int closer = NONE;

    private long opened;

    public EdnForms(ByteWindow in) {
        this(in, PLAIN_DEPTH_MAX);
    }

    /** @param plainDepthMax the depth down to which maps may be read in one go if they are plain, -1 for none */
    EdnForms(ByteWindow in, int plainDepthMax) {
        this.in = in;
        this.strings = new StringText(in, false);
        this.plain = new PlainEdn(in);
        this.plainDepthMax = plainDepthMax;
    }

    @Override
    public boolean next(Tape tape) {
        if (!begun) {
            begun = true;
            begin(tape);
        }
        in.skip(BLANK);
        in.beginOperation(); // Or a discarded form, which may be the one that is open.
        int at = skipToForm(tape, 0);
        if (at == ByteWindow.END) {
            if (closer != NONE) {
                throw in.cutOffIn(opened);
            }
            return false;
        }
        if (at == closer) {
            in.advance();
            closer = NONE;
            if (skipToForm(tape, 0) != ByteWindow.END) {
                throw in.unexpected("the end of the file");
            }
            return false;
        }
        if (at != '{' && at != '#') {
            throw in.unexpected(closer == NONE ? OPERATION : OPERATION + " or '" + (char) closer + "'");
        }
        long place = in.offset();
        in.beginOperation();
        tape.moveTo(tape.size());
        form(tape, 0);
        int cell = tape.untagged();
        if (tape.kind(cell) != Tape.MAP) {
            throw in.error(place, "a form that is no map; expected " + OPERATION);
        }
        return true;
    }

    private void begin(Tape tape) {
        int at = skipToForm(tape, 0);
        if (at == '[' || at == '(') {
            opened = in.offset();
            closer = at == '[' ? ']' : ')';
            in.advance();
        }
    }

    /**
     * Skips blanks, comments, discarded forms and metadata.
     *
     * @return the byte that follows
     */
    private int skipToForm(Tape tape, int depth) {
        while (true) {
            in.skip(BLANK);
            int at = in.peek();
            if (at == ';') {
                in.skipLine();
            } else if (at == '^') {
                in.advance();
                discard(tape, depth);
            } else if (at == '#' && (in.isNext('_') || in.isNext('^'))) {
                in.advance();
                in.advance();
                discard(tape, depth);
            } else {
                return at;
            }
        }
    }

    private void discard(Tape tape, int depth) {
        int before = tape.size();
        form(tape, depth + 1);
        tape.back(before);
    }

    private void form(Tape tape, int depth) {
        requireDepth(depth);
        formAt(skipToForm(tape, depth), tape, depth);
    }

    private void requireDepth(int depth) {
        if (depth > DEPTH_MAX) {
            throw in.error(in.offset(), "forms nested more than " + DEPTH_MAX + " deep; expected a history");
        }
    }

    /** Reads the form that begins at the position, with this byte. */
    private void formAt(int at, Tape tape, int depth) {
        long place = in.offset();
        switch (at) {
            case '[' -> sequence(tape, Tape.VECTOR, ']', place, depth);
            case '(' -> sequence(tape, Tape.VECTOR, ')', place, depth);
            case '{' -> {
                if (depth > plainDepthMax || !plain.readIfPlain(tape)) {
                    map(tape, depth, "");
                }
            }
            case '#' -> dispatch(tape, depth);
            case '"' -> {
                in.advance();
                strings.read(tape, place);
            }
            case '\\' -> character(tape, place);
            case ']', ')', '}', '@', '`', '~', '\'', 0 -> throw in.unexpected("a value");
            case ByteWindow.END -> throw in.cutOff("an operation");
            default -> scalar(tape, place);
        }
    }

    private void scalar(Tape tape, long place) {
        if (in.isInt()) {
            tape.add(Tape.NUMBER, place, in.number());
            return;
        }
        in.readToken(ENDS_TOKEN);
        byte[] bytes = in.bytes();
        int from = in.tokenStart();
        int to = in.tokenEnd();
        if (bytes[from] == ':') {
            if (to - from == 1) {
                if (in.peek() == ByteWindow.END) {
                    throw in.cutOff("an operation");
                }
                throw in.error(place, "':' on its own; expected a keyword, e.g. :txn");
            }
            tape.addText(Tape.KEYWORD, place, bytes, from, to);
        } else if (Numbers.looksLikeOne(bytes, from, to)) {
            Numbers.addEdn(tape, in, place);
        } else if (Arrays.equals(bytes, from, to, NIL, 0, NIL.length)) {
            tape.add(Tape.NIL, place, 0);
        } else {
            tape.addText(Tape.SYMBOL, place, bytes, from, to);
        }
    }

    /** Reads a backslash and a character, which may be a name or one that ends tokens otherwise. */
    private void character(Tape tape, long place) {
        in.readCharacter(ENDS_TOKEN);
        if (in.tokenEnd() - in.tokenStart() < 2) {
            throw in.cutOff("a character");
        }
        String name = new String(in.bytes(), in.tokenStart() + 1, in.tokenEnd() - in.tokenStart() - 1, UTF_8);
        byte[] text = ("\\" + character(name, place)).getBytes(UTF_8);
        tape.addText(Tape.OTHER, place, text, 0, text.length);
    }

    /** Returns the one name that all notations of a character share, in which Clojure prints it. */
    private String character(String name, long place) {
        char first = name.charAt(0);
        if (name.length() == 1 || NAMES.containsValue(name)) {
            return NAMES.getOrDefault(first, name);
        }
        boolean isOctal = first == 'o';
        if (name.matches(isOctal ? "o[0-3]?[0-7]{1,2}" : "u[0-9A-Fa-f]{4}")) {
            char character = (char) Integer.parseInt(name.substring(1), isOctal ? 8 : 16);
            if (!Character.isSurrogate(character)) {
                return NAMES.getOrDefault(character, String.valueOf(character));
            }
        }
        throw in.error(place, in.tokenExcerpt() + " is no character; expected e.g. \\a, \\newline, \\u0041 or \\o101");
    }

    private void sequence(Tape tape, int kind, int end, long place, int depth) {
        in.advance();
        int cell = tape.add(kind, place, 0);
        int from = tape.intCount();
        boolean isInts = true;
        while (true) {
            in.skip(BLANK);
            int at = in.peek();
            if (at == end) {
                break;
            }
            if (isInts && in.isInt()) {
                tape.addInt(in.number());
            } else {
                // Comments are no values, but nobody writes them among ints by the million.
                if (isInts) {
                    tape.spill(from, place);
                    isInts = false;
                }
                if (skipToForm(tape, depth) == end) {
                    break;
                }
                part(tape, depth, place);
            }
        }
        in.advance();
        if (isInts || tape.size() == tape.first(cell)) {
            tape.closeInts(cell, from);
        } else {
            tape.close(cell);
        }
    }

    private void part(Tape tape, int depth, long opened) {
        int at = in.peek();
        if (at == ByteWindow.END) {
            throw in.cutOffIn(opened);
        }
        requireDepth(depth + 1);
        formAt(at, tape, depth + 1);
    }

    /** Reads a map. Its keys that are words without a namespace get this one, unless it is empty. */
    private void map(Tape tape, int depth, String namespace) {
        long place = in.offset();
        in.advance();
        int cell = tape.add(Tape.MAP, place, 0);
        while (skipToForm(tape, depth) != '}') {
            int key = tape.size();
            part(tape, depth, place);
            if (!namespace.isEmpty()) {
                qualify(tape, key, namespace);
            }
            if (skipToForm(tape, depth) == '}') {
                throw in.error(place, "a map whose last key has no value; expected keys and values in turn");
            }
            part(tape, depth, place);
        }
        in.advance();
        tape.close(cell);
    }

    /** Gives a key that is a word a namespace, if it has none; {@code _} stands for none. */
    private static void qualify(Tape tape, int key, String namespace) {
        int kind = tape.kind(key);
        if (kind != Tape.KEYWORD && kind != Tape.SYMBOL) {
            return;
        }
        String colon = kind == Tape.KEYWORD ? ":" : "";
        byte[] text = tape.text(key);
        int from = tape.textStart(key) + colon.length();
        String name = new String(text, from, tape.textEnd(key) - from, UTF_8);
        int slash = name.indexOf('/');
        boolean isConstant = kind == Tape.SYMBOL && (name.equals("true") || name.equals("false"));
        if (name.startsWith("_/")) {
            tape.changeText(key, (colon + name.substring(2)).getBytes(UTF_8));
        } else if (slash < 0 && !isConstant) {
            tape.changeText(key, (colon + namespace + "/" + name).getBytes(UTF_8));
        }
    }

    /**
     * Reads a form that begins with a hash: a set, a tag, a namespaced map, a symbolic number, or a pattern or var of
     * Clojure.
     */
    private void dispatch(Tape tape, int depth) {
        long place = in.offset();
        in.advance();
        int at = in.peek();
        if (at == '{') {
            sequence(tape, Tape.SET, '}', place, depth);
            return;
        }
        if (at == ByteWindow.END) {
            throw in.cutOff("an operation");
        }
        if (at == '"') {
            in.advance();
            in.readString(place);
            addHashed(tape, place, "#\"", "\"");
            return;
        }
        in.readToken(ENDS_TOKEN);
        if (in.tokenEnd() == in.tokenStart()) {
            throw in.error(place, "'#' before " + in.excerpt() + "; expected a tag, e.g. #inst, or a set");
        }
        if (at == '#' || at == '\'') {
            if (at == '#' && !SYMBOLIC.contains(in.tokenExcerpt())) {
                throw in.error(place, "'#' before " + in.tokenExcerpt() + "; expected ##Inf, ##-Inf or ##NaN");
            }
            addHashed(tape, place, "#", "");
            return;
        }
        if (at == ':') {
            String namespace = new String(in.bytes(), in.tokenStart() + 1, in.tokenEnd() - in.tokenStart() - 1, UTF_8);
            if (namespace.isEmpty() || namespace.startsWith(":") || skipToForm(tape, depth) != '{') {
                throw in.error(place, "a namespace without a map; expected e.g. #:ns{:a 1}");
            }
            map(tape, depth, namespace);
            return;
        }
        if (!Character.isLetter(at) && at < FIRST_BEYOND_ASCII) {
            throw in.error(place, "'#' before " + in.tokenExcerpt() + "; expected a tag, e.g. #inst, or a set");
        }
        int cell = tape.add(Tape.TAGGED, place, 0);
        tape.addText(Tape.SYMBOL, place, in.bytes(), in.tokenStart(), in.tokenEnd());
        form(tape, depth + 1);
        tape.close(cell);
    }

    /** Puts the token with its surrounding text in the file on the tape. */
    private void addHashed(Tape tape, long place, String before, String behind) {
        int text = tape.beginText();
        tape.append(before.getBytes(US_ASCII), 0, before.length());
        tape.append(in.bytes(), in.tokenStart(), in.tokenEnd());
        tape.append(behind.getBytes(US_ASCII), 0, behind.length());
        tape.endText(Tape.OTHER, place, text);
    }
}
