package moirai.formats.forms;

/** Operations in JSON: objects one after the other, a line each or not, or all in one array. */
public final class JsonForms implements Forms {

    private static final boolean[] BLANK = ByteWindow.table(" \t\n\r");
    private static final boolean[] ENDS_TOKEN = ByteWindow.table("\0 ,:\t\n\r()[]{}\"");
    private static final String OPERATION =
            "an operation, e.g. {\"type\": \"ok\", \"process\": 0, \"value\": [[\"append\", 1, 2]]}";

    private final ByteWindow in;
    private final StringText strings;
    private boolean begun;
    private boolean isArray;
    private boolean isFirst = true;
    private long opened;

    public JsonForms(ByteWindow in) {
        this.in = in;
        this.strings = new StringText(in, true);
    }

    @Override
    public boolean next(Tape tape) {
        int at = peek();
        if (!begun) {
            begun = true;
            if (at == '[') {
                isArray = true;
                opened = in.offset();
                in.advance();
                at = peek();
            }
        }
        if (isArray) {
            if (at == ']') {
                return end();
            }
            at = isFirst ? at : separator(at);
            isFirst = false;
        } else if (at == ByteWindow.END) {
            return false;
        }
        if (at == ByteWindow.END) {
            throw in.cutOff("the array that begins at " + in.place(opened));
        }
        if (at != '{') {
            throw in.unexpected(OPERATION);
        }
        in.beginOperation();
        tape.moveTo(tape.size());
        form(tape, 0);
        return true;
    }

    private boolean end() {
        in.advance();
        isArray = false;
        if (peek() != ByteWindow.END) {
            throw in.unexpected("the end of the file");
        }
        return false;
    }

    private int separator(int at) {
        if (at == ',') {
            in.advance();
            return peek();
        }
        if (at != ByteWindow.END) {
            throw in.unexpected("',' or ']'");
        }
        return at;
    }

    private int peek() {
        in.skip(BLANK);
        return in.peek();
    }

    private void form(Tape tape, int depth) {
        if (depth > DEPTH_MAX) {
            throw in.error(in.offset(), "values nested more than " + DEPTH_MAX + " deep; expected a history");
        }
        int at = peek();
        long place = in.offset();
        switch (at) {
            case '[' -> array(tape, depth);
            case '{' -> object(tape, depth);
            case '"' -> {
                in.advance();
                strings.read(tape, place);
            }
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
        if (in.tokenEnd() == in.tokenStart()) {
            throw in.unexpected("a value");
        }
        byte[] bytes = in.bytes();
        int from = in.tokenStart();
        int to = in.tokenEnd();
        if (bytes[from] != '+' && Numbers.looksLikeOne(bytes, from, to)) {
            Numbers.addJson(tape, in, place);
            return;
        }
        String word = in.tokenExcerpt();
        switch (word) {
            case "'null'" -> tape.add(Tape.NIL, place, 0);
            case "'true'", "'false'" -> tape.addText(Tape.SYMBOL, place, bytes, from, to);
            default -> {
                if (in.peek() == ByteWindow.END) {
                    throw in.cutOff("an operation");
                }
                throw in.error(place, word + "; expected a value");
            }
        }
    }

    private void array(Tape tape, int depth) {
        long place = in.offset();
        in.advance();
        int cell = tape.add(Tape.VECTOR, place, 0);
        int from = tape.intCount();
        boolean isInts = true;
        int at = peek();
        boolean hasMore = at != ']';
        while (hasMore) {
            if (isInts && in.isInt()) {
                tape.addInt(in.number());
            } else {
                if (isInts) {
                    tape.spill(from, place);
                    isInts = false;
                }
                part(tape, depth, place);
                peek();
            }
            at = in.peek();
            if (at != ',' && at != ']') {
                at = requireMore(place, ",]");
            }
            hasMore = at == ',';
            if (hasMore) {
                in.advance();
                in.skip(BLANK);
            }
        }
        in.advance();
        if (isInts) {
            tape.closeInts(cell, from);
        } else {
            tape.close(cell);
        }
    }

    /** Skips blanks and returns the next byte, which must be a comma or the end of the collection. */
    private int requireMore(long opened, String accepted) {
        int at = peek();
        if (at == ByteWindow.END) {
            throw in.cutOffIn(opened);
        }
        if (accepted.indexOf(at) < 0) {
            throw in.unexpected("'" + String.join("' or '", accepted.split("")) + "'");
        }
        return at;
    }

    private void part(Tape tape, int depth, long opened) {
        if (peek() == ByteWindow.END) {
            throw in.cutOffIn(opened);
        }
        form(tape, depth + 1);
    }

    private void object(Tape tape, int depth) {
        long place = in.offset();
        in.advance();
        int cell = tape.add(Tape.MAP, place, 0);
        boolean hasMore = peek() != '}';
        while (hasMore) {
            if (requireMore(place, "\"") == '"') {
                part(tape, depth, place);
            }
            requireMore(place, ":");
            in.advance();
            part(tape, depth, place);
            hasMore = requireMore(place, ",}") == ',';
            if (hasMore) {
                in.advance();
            }
        }
        in.advance();
        tape.close(cell);
    }
}
