package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import moirai.formats.HistoryFormat;
import moirai.history.Elements;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The same transactions as operations and in notation: what an indeterminate one says it read is read, unless something
 * else stands in its value.
 */
class IndeterminateReadsProperties {

    /** The model of a step: its word, what it reads, and what it writes. */
    enum Model {
        LISTS(":append"),
        REGISTERS(":w"),
        SETS(":add"),
        COUNTERS(":inc");

        private final String word;

        Model(String word) {
            this.word = word;
        }

        Op write(long key, int value) {
            return switch (this) {
                case LISTS -> new Op.Append(key, value);
                case REGISTERS -> new Op.Write(key, value);
                case SETS -> new Op.Add(key, value);
                case COUNTERS -> new Op.Increment(key, value);
            };
        }

        Op read(long key, int value) {
            return switch (this) {
                case LISTS -> new Op.Read(key, Elements.of(value));
                case REGISTERS -> new Op.ReadValue(key, value);
                case SETS -> new Op.ReadSet(key, Elements.of(value));
                case COUNTERS -> new Op.ReadCounter(key, value);
            };
        }

        String answer(int value) {
            return switch (this) {
                case LISTS -> "[" + value + "]";
                case REGISTERS, COUNTERS -> String.valueOf(value);
                case SETS -> "#{" + value + "}";
            };
        }
    }

    @Property(tries = 2000)
    void historyIsThatOfTheNotation(@ForAll Random random, @ForAll Model model) throws IOException {
        var operations = new StringBuilder();
        var notation = new StringBuilder();
        int txns = 1 + random.nextInt(5);
        operations.append("{:process 9 :type :ok :value [[" + model.word + " 0 100]]}\n");
        notation.append("T0 s9 ok @0..0 " + model.write(0, 100) + "\n");
        for (int txn = 1; txn <= txns; txn++) {
            addTxn(random, model, txn, operations, notation);
        }
        assertThat(HistoryNotation.format(TextFile.read(operations.toString(), HistoryFormat.EDN, Reading.DEFAULT))
                        .replaceAll("@-?\\d+\\.\\.\\d+", "@0..0"))
                .as("%s", operations)
                .isEqualTo(notation.toString());
    }

    private static void addTxn(Random random, Model model, int txn, StringBuilder operations, StringBuilder notation) {
        List<String> asked = new ArrayList<>();
        List<String> told = new ArrayList<>();
        List<Op> ops = new ArrayList<>();
        List<Op> unanswered = new ArrayList<>();
        for (int step = 1 + random.nextInt(4); step > 0; step--) {
            int key = random.nextInt(3);
            int value = 10 * txn + step;
            boolean isAnswered = random.nextInt(4) > 0;
            if (random.nextBoolean()) {
                asked.add("[:r " + key + " nil]");
                told.add("[:r " + key + " " + (isAnswered ? model.answer(value) : "nil") + "]");
                ops.add(isAnswered ? model.read(key, value) : Op.Read.planned(key));
                unanswered.add(Op.Read.planned(key));
            } else {
                asked.add("[" + model.word + " " + key + " " + value + "]");
                told.add("[" + model.word + " " + key + " " + value + "]");
                ops.add(model.write(key, value));
                unanswered.add(model.write(key, value));
            }
        }
        String type = random.nextInt(4) == 0 ? "fail" : "info";
        String process = "{:process " + txn + " :f :txn :type :";
        operations.append(process + "invoke :value [" + String.join(" ", asked) + "]}\n");
        String junk = random.nextInt(4) == 0
                ? List.of(
                                ":timeout",
                                "[:timeout 3]",
                                "nil",
                                "[[:r 0 :x] 7]",
                                "[[:r 77 nil]]",
                                "[" + asked.getFirst() + "[" + model.word + " 5 5]]")
                        .get(random.nextInt(6))
                : "";
        String value = junk.isEmpty() ? "[" + String.join(" ", told) + "]" : junk;
        operations.append(process + type + " :value " + value + "}\n");
        List<Op> expected = type.equals("info") && junk.isEmpty() ? ops : unanswered;
        notation.append("T" + txn + " s" + txn + " " + type + " @0..0 "
                + expected.stream().map(Op::toString).collect(Collectors.joining(" ")) + "\n");
    }
}
