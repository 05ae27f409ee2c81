package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** A file is read in one of two ways only if the other is refused, so no guess can choose the way that is valid. */
class KeyFormProperties {

    @Property(tries = 3000)
    void ofTwoReadingsThatAreBothAcceptedNoneIsChosen(@ForAll Random random) throws IOException {
        OpModel model =
                List.of(OpModel.SET, OpModel.COUNTER, OpModel.RW_REGISTER).get(random.nextInt(3));
        String text = text(random, model);

        Optional<String> independent = read(text, model, Keys.INDEPENDENT);
        Optional<String> single = read(text, model, Keys.SINGLE);
        Optional<String> unsaid = read(text, model, Keys.UNSAID);

        boolean isRead = text.contains(":ok, :f :read") || text.contains(":ok, :f :cas");
        if (!isRead) {
            return; // Nothing to judge: a file of writes alone is right with any keys.
        }
        if (independent.isPresent() && single.isPresent()) {
            assertThat(unsaid.isPresent() && !independent.equals(single))
                    .as("%s%n%s", text, unsaid)
                    .isFalse();
        } else if (unsaid.isPresent() || !text.contains(":info") || text.contains(":invoke")) {
            // What stands in a completion of unknown outcome decides nothing, though it may refute a reading.
            assertThat(unsaid).as(text).isEqualTo(independent.isPresent() ? independent : single);
        }
    }

    @Tag("long")
    @Property(tries = 14_000)
    void ofTwoReadingsNoneIsChosenOften(@ForAll Random random) throws IOException {
        ofTwoReadingsThatAreBothAcceptedNoneIsChosen(random);
    }

    private static Optional<String> read(String text, OpModel model, Keys keys) throws IOException {
        try {
            History history = TextFile.read(text, HistoryFormat.EDN, new Reading(model.label(), keys, false, false));
            return Optional.of(HistoryNotation.format(history) + history.labels());
        } catch (HistoryFormatException refused) {
            return Optional.empty();
        }
    }

    /** Operations of one kind of file, with one of the other kind now and then. */
    private static String text(Random random, OpModel model) {
        boolean hasKeys = random.nextBoolean();
        boolean arePairs = random.nextInt(3) > 0;
        boolean hasInvocations = random.nextBoolean();
        var text = new StringBuilder();
        for (int op = 1 + random.nextInt(5); op > 0; op--) {
            boolean isKeyed = hasKeys ^ random.nextInt(25) == 0;
            boolean isPair = arePairs && random.nextInt(9) > 0;
            String f = random.nextBoolean()
                    ? "read"
                    : model == OpModel.RW_REGISTER ? random.nextBoolean() ? "write" : "cas" : "add";
            String inner = value(random, model, f, isPair);
            String value = isKeyed ? "[" + random.nextInt(3) + " " + inner + "]" : inner;
            if (hasInvocations) {
                String asked = f.equals("read") ? isKeyed ? "[1 nil]" : "nil" : value;
                text.append("{:type :invoke, :f :" + f + ", :process 0, :value " + asked + "}\n");
            }
            String type = random.nextInt(5) == 0 ? "info" : "ok";
            text.append("{:type :" + type + ", :f :" + f + ", :process 0, :value " + value + "}\n");
        }
        return text.toString();
    }

    private static String value(Random random, OpModel model, String f, boolean isPair) {
        if (f.equals("cas")) {
            return "[" + item(random, isPair) + " " + item(random, isPair) + "]";
        }
        if (model == OpModel.COUNTER) {
            return item(random, false);
        }
        if (model == OpModel.SET && f.equals("read")) {
            String open = random.nextBoolean() ? "[" : "#{";
            var items = new StringBuilder(open);
            for (int item = random.nextInt(4); item > 0; item--) {
                items.append(isPair ? "[" + item + " 1]" : String.valueOf(item)).append(' ');
            }
            return items.append(open.equals("[") ? "]" : "}").toString();
        }
        return item(random, isPair);
    }

    private static String item(Random random, boolean isPair) {
        String number = String.valueOf(random.nextInt(4));
        return isPair ? "[" + number + " " + random.nextInt(3) + "]" : number;
    }
}
