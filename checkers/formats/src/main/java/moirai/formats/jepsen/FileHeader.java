package moirai.formats.jepsen;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Canonical;
import moirai.formats.forms.Tape;
import moirai.formats.forms.Wtf8;
import moirai.history.DataModel;
import moirai.history.Labels;
import moirai.history.RunHeader;
import moirai.history.Seed;

/**
 * The header line that only files of Moirai have: an operation of the nemesis before all others, which other programs
 * ignore.
 *
 * @param isExact whether numbers stand for themselves, because all labels are listed
 */
record FileHeader(RunHeader run, boolean isExact, boolean isTimed, boolean isComplete, String model, Labels labels) {

    /** The header of a file of any other program. */
    static final FileHeader NONE = new FileHeader(RunHeader.NONE, false, true, true, "", Labels.NONE);

    private static final long MOIRAI = Tape.word("moirai");

    /** Returns whether this operation is the header line that Moirai writes. */
    static boolean isOne(Tape tape, OpFields op) {
        return op.f() != OpFields.ABSENT
                && tape.isWord(op.f(), MOIRAI)
                && op.process() != OpFields.ABSENT
                && tape.isWord(op.process())
                && op.value() != OpFields.ABSENT
                && tape.kind(op.value()) == Tape.MAP;
    }

    /**
     * Reads the header line.
     *
     * @throws moirai.history.HistoryFormatException if it is not as Moirai writes it
     */
    static FileHeader read(ByteWindow in, Tape tape, int value) {
        var texts = new HashMap<String, String>();
        var keys = new TreeMap<Long, String>();
        var values = new TreeMap<Long, String>();
        for (int key = tape.first(value); key < tape.end(value); key = tape.next(tape.next(key))) {
            int of = tape.next(key);
            String name = word(in, tape, key);
            switch (name) {
                case "keys" -> labels(in, tape, of, keys);
                case "values" -> labels(in, tape, of, values);
                default -> texts.put(name, word(in, tape, of));
            }
        }
        try {
            var run = new RunHeader(
                    Seed.parse(texts.getOrDefault("seed", "0")),
                    texts.getOrDefault("workload", ""),
                    texts.getOrDefault("isolation", ""),
                    texts.getOrDefault("expect", ""),
                    texts.getOrDefault("database", ""),
                    Instant.parse(texts.getOrDefault("started", Instant.EPOCH.toString())));
            return new FileHeader(
                    run,
                    true,
                    !"false".equals(texts.get("timed")),
                    !"false".equals(texts.get("complete")),
                    texts.getOrDefault("model", ""),
                    Labels.of(keys, values));
        } catch (DateTimeException | IllegalArgumentException refused) {
            throw in.error(tape.place(value), "a header of Moirai that says: " + refused.getMessage());
        }
    }

    /** Returns the model that the header names, if any. */
    Optional<OpModel> opModel() {
        return Arrays.stream(DataModel.values())
                .filter(known -> known.plural().equals(model))
                .map(OpModel::of)
                .findFirst();
    }

    private static void labels(ByteWindow in, Tape tape, int list, Map<Long, String> labels) {
        if (tape.kind(list) == Tape.VECTOR) {
            for (int pair = tape.first(list); pair < tape.end(list); pair = tape.next(pair)) {
                if (!tape.isPair(pair) || tape.kind(tape.first(pair)) != Tape.NUMBER) {
                    throw in.error(tape.place(pair), "no label; expected a number and a text, e.g. [-5 \":x\"]");
                }
                labels.put(tape.value(tape.first(pair)), word(in, tape, tape.next(tape.first(pair))));
            }
        }
    }

    private static String word(ByteWindow in, Tape tape, int cell) {
        if (!tape.isWord(cell)) {
            throw in.error(tape.place(cell), Canonical.excerpt(tape, cell) + "; expected a keyword or a string");
        }
        return text(in, tape, cell);
    }

    /** Returns the exact text of a word, without the colon of a keyword. */
    static String text(ByteWindow in, Tape tape, int cell) {
        int colon = tape.kind(cell) == Tape.KEYWORD ? 1 : 0;
        try {
            return Wtf8.exact(tape.text(cell), tape.textStart(cell) + colon, tape.textEnd(cell));
        } catch (IllegalArgumentException malformed) {
            throw in.error(tape.place(cell), "a text that " + malformed.getMessage() + "; expected UTF-8");
        }
    }
}
