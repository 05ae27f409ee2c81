package moirai.formats.forms;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import moirai.history.HistoryFormatException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What is read in one go is what the reader of all of EDN reads, cell by cell, and refused where that refuses. */
class PlainEdnProperties {

    private static final int WINDOW_BYTES = 1 << 20;
    private static final int DEPTH_MAX = 20;
    private static final List<String> SCALARS = List.of(
            "0",
            "-0",
            "00",
            "7",
            "-7",
            "+7",
            "2147483647",
            "2147483648",
            "-2147483647",
            "-2147483648",
            "999999999999999999",
            "-999999999999999999",
            "1000000000000000000",
            "9223372036854775808",
            "1.5",
            "1N",
            "0x10",
            "-",
            "nil",
            "nill",
            "ni",
            "true",
            "sym",
            ":append",
            ":r",
            ":",
            "::a",
            ":a/b",
            ":é",
            ":a^",
            "7^",
            "7\\",
            "\\a",
            "\"\"",
            ":eightbyt",
            ":ninebytes",
            "\"eightbyt\"",
            "\"ninebytes\"",
            "\"\\u0000r\"",
            "eightbyt",
            "\"text, [1]\"",
            "\"es\\\"caped\"",
            "\"open",
            "\"zero\0\"",
            "#inst \"2026\"",
            "#{1 2}",
            "#_ 5",
            "; comment\n",
            "^:meta",
            "(1 2)");
    private static final List<String> PLAIN = List.of("1", "nil", ":r", "[1 2]", "-2147483648");
    private static final List<String> KEYS = List.of(":type", ":f", "\"value\"", "txn");
    private static final List<String> BLANKS = List.of(" ", ", ", "\n", "\t\r\f\u000b");

    @Property(tries = 3000)
    void bothReadersPutTheSameCellsOnTheTape(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Path file = written(random, random.nextInt(5));
        try {
            assertThat(read(file, 1)).isEqualTo(read(file, -1));
        } finally {
            Files.delete(file);
        }
    }

    /** Tapes are exchanged between threads behind any operation, and errors come behind the operations before them. */
    @Property(tries = 1000)
    void readingAheadGivesTheSameOperations(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Path file = written(random, random.nextInt(40));
        int heldMax = 1 + random.nextInt(60);
        try {
            assertThat(operations(file, in -> new FormsAhead(new EdnForms(in), heldMax)))
                    .isEqualTo(operations(file, EdnForms::new));
        } finally {
            Files.delete(file);
        }
    }

    /** Returns a new file with one more operation than this, most often. */
    private static Path written(Random random, int operations) throws IOException {
        var text = new StringBuilder(random.nextInt(10) == 0 ? "[" : "");
        for (int i = operations; i >= 0; i--) {
            text.append(random.nextInt(5) == 0 ? "#jepsen.history.Op" : "");
            addMap(text, random, 0);
            text.append('\n');
        }
        byte[] bytes = text.toString().getBytes(ISO_8859_1);
        if (random.nextInt(4) == 0) {
            bytes[random.nextInt(bytes.length)] = bytes[random.nextInt(bytes.length)];
        }
        return Files.write(Files.createTempFile("plain", ".edn"), padded(bytes, random));
    }

    private static List<String> operations(Path file, Function<ByteWindow, Forms> reader) {
        var read = new ArrayList<String>();
        try (var in = new ByteWindow(file);
                Forms forms = reader.apply(in)) {
            var tape = new Tape();
            var text = new Canonical();
            while (forms.next(tape)) {
                text.make(tape, tape.untagged());
                read.add(tape.place(tape.untagged()) + " " + new String(text.bytes(), 0, text.size(), ISO_8859_1));
            }
        } catch (HistoryFormatException refused) {
            read.add("refused: " + refused.getMessage());
        }
        return read;
    }

    /** Puts the end of the first window somewhere into the text, now and then. */
    private static byte[] padded(byte[] text, Random random) {
        if (random.nextInt(100) != 0) {
            return text;
        }
        byte[] padded = new byte[WINDOW_BYTES + random.nextInt(text.length)];
        Arrays.fill(padded, (byte) ' ');
        System.arraycopy(text, 0, padded, padded.length - text.length, text.length);
        return padded;
    }

    private static void addMap(StringBuilder text, Random random, int depth) {
        text.append('{');
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append((random.nextInt(40) == 0 ? pick(SCALARS, random) : pick(KEYS, random)))
                    .append(pick(BLANKS, random));
            addForm(text, random, depth + 1);
            text.append(pick(BLANKS, random));
        }
        text.append(random.nextInt(30) == 0 ? ":odd" : "").append('}');
    }

    private static void addForm(StringBuilder text, Random random, int depth) {
        int kind = depth > DEPTH_MAX ? 0 : random.nextInt(10);
        if (kind < 4) {
            // Most are plain, so that what is read is not refused for one of its many parts.
            boolean isAny = random.nextInt(40) == 0;
            text.append(isAny ? pick(SCALARS, random) : pick(PLAIN, random));
        } else if (kind == 4) {
            addMap(text, random, depth);
        } else {
            text.append('[');
            for (int i = random.nextInt(4); i > 0; i--) {
                addForm(text, random, depth + random.nextInt(4));
                text.append(pick(BLANKS, random));
            }
            text.append(']');
        }
    }

    private static String pick(List<String> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }

    private static String read(Path file, int plainDepthMax) {
        var read = new StringBuilder();
        try (var in = new ByteWindow(file)) {
            var forms = new EdnForms(in, plainDepthMax);
            var tape = new Tape();
            while (isRead(forms, tape)) {
                for (int cell = 0; cell < tape.size(); cell++) {
                    read.append(tape.kind(cell)).append('@').append(tape.place(cell));
                    read.append(' ').append(content(tape, cell)).append('\n');
                }
            }
            return read + "end at " + in.offset();
        } catch (HistoryFormatException refused) {
            return read + "refused: " + refused.getMessage();
        }
    }

    private static boolean isRead(EdnForms forms, Tape tape) {
        tape.clear();
        return forms.next(tape);
    }

    private static String content(Tape tape, int cell) {
        return switch (tape.kind(cell)) {
            case Tape.KEYWORD, Tape.SYMBOL, Tape.STRING, Tape.OTHER ->
                new String(
                        tape.text(cell), tape.textStart(cell), tape.textEnd(cell) - tape.textStart(cell), ISO_8859_1);
            case Tape.INTS, Tape.INT_SET ->
                Arrays.toString(Arrays.copyOfRange(tape.ints(), tape.intStart(cell), tape.intEnd(cell)));
            default -> Long.toString(tape.value(cell));
        };
    }
}
